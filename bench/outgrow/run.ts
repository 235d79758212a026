/** All on the two databases that the run makes. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, ROLE, startCluster, type Cluster } from '../../test/postgres/cluster.ts';
import { administer } from '../../test/postgres/databases.ts';
import { EVENT } from '../service/event.ts';
import { loadFrom, type Load, type Loaded } from '../service/load.ts';
import type { Figure, Outcome, Run, Scale, Series } from '../suite/benchmark.ts';
import { inTurns, type Took } from '../suite/in-turns.ts';
import { atEnd, makeRoom, tracked } from '../suite/leftovers.ts';
import { figureOf, ratio } from '../suite/statistics.ts';
import type { Ready } from './copy.ts';
import { fill, idOf, KEY, type Filled } from './fill.ts';

const ROWS = 1_000_000;
const MILLISECONDS = 1500;
const PAGE = 50;
const LAST = 500;

interface Copy {
  readonly url: string;
  readonly child: ChildProcess;
}

async function start(database: string): Promise<Copy> {
  const child = tracked(fork(join(import.meta.dirname, 'copy.ts'), [database]));
  const [{ url }] = (await once(child, 'message')) as [Ready];
  return { url, child };
}

const HEADERS = { Authorization: `Bearer ${KEY}`, 'X-API-KEY': KEY, 'Content-Type': 'application/json' };
const READ = { method: 'GET', path: `/v1/events/${idOf('event', 1)}`, headers: HEADERS, body: '' };
const WRITE = { method: 'POST', path: '/v1/events', headers: HEADERS, body: EVENT };

const load = (asked: Omit<Load, 'milliseconds' | 'headers'> & Partial<Load>): Promise<Loaded> =>
  loadFrom({ milliseconds: MILLISECONDS, headers: HEADERS, ...asked });

const rate = (asked: Parameters<typeof load>[0]) => async (): Promise<Took> => {
  const { perSecond, p99 } = await load(asked);
  return { 'per second': perSecond, 'p99 ms': p99 };
};

async function megabytesAtRest({ child, url }: Copy): Promise<number> {
  for (const { method, path, headers, body } of [READ, WRITE])
    await fetch(url + path, { method, headers, ...(body !== '' && { body }) });
  child.send('memory');
  const [{ bytes }] = (await once(child, 'message')) as [{ bytes: number }];
  return bytes / 1024 / 1024;
}

/** A page in the middle of a long list, compared with the first. */
async function listFigures(
  name: string,
  copy: Copy,
  {
    filled: { userId, broadcastId },
    rounds,
    last,
  }: { readonly filled: Filled; readonly rounds: number; readonly last: number },
): Promise<readonly Figure[]> {
  const pages = `/v1/users/${userId}/broadcasts/${broadcastId}/broadcastPages?limit=${PAGE}`;
  const events = `/v1/events?limit=${PAGE}`;
  const skipped = (last - 1) * PAGE;
  // One at a time: what counts is how long a page takes.
  const page = (path: string) => async (): Promise<Took> => ({
    ms: 1000 / (await load({ method: 'GET', url: copy.url, path, body: '', connections: 1 })).perSecond,
  });
  const { first, byId, firstEvents, byOffset } = await inTurns(
    { rounds },
    {
      first: page(pages),
      byId: page(`${pages}&startId=${idOf('page', skipped)}`),
      firstEvents: page(events),
      byOffset: page(`${events}&offset=${skipped}`),
    },
  );
  const named = (text: string): string => `${name}: ${text}`;
  return [
    figureOf({ name: named('page 1'), unit: 'ms' }, first, 'ms'),
    ratio({ name: named(`page ${LAST} by startId, relative to page 1`), aim: { most: 1.5 } }, byId, first, 'ms'),
    ratio({ name: named(`page ${LAST} by offset, relative to page 1`) }, byOffset, firstEvents, 'ms'),
  ];
}

async function measure(cluster: Cluster, { rounds, size, isQuick }: Scale): Promise<Outcome> {
  await administer(cluster, `CREATE ROLE ${ROLE} LOGIN`, `CREATE DATABASE live OWNER ${ROLE}`);
  const file = await fill(join(makeRoom(), 'service.db'), size(ROWS));
  const server = await fill(cluster.urlOf('live'), size(ROWS));
  const [onFile, onServer] = [await start(file.database), await start(server.database)];
  const atRest = await megabytesAtRest(onServer);
  const reads = await inTurns(
    { rounds },
    { 'SQLite, reads': rate({ ...READ, url: onFile.url }), 'PostgreSQL, reads': rate({ ...READ, url: onServer.url }) },
  );
  const { p99 } = await load({ ...READ, url: onServer.url, rate: 200, milliseconds: isQuick ? MILLISECONDS : 10_000 });
  const last = Math.min(LAST, size(ROWS) / 2 / PAGE);
  const lists = [
    ...(await listFigures('PostgreSQL', onServer, { filled: server, rounds, last })),
    ...(await listFigures('SQLite', onFile, { filled: file, rounds, last })),
  ];
  const second = await start(server.database);
  const writes = await inTurns(
    { rounds },
    {
      'PostgreSQL, writes to one copy': rate({ ...WRITE, url: onServer.url }),
      'PostgreSQL, writes to two copies': rate({ ...WRITE, url: onServer.url, alsoAt: second.url }),
    },
  );
  const [one, two] = Object.values(writes) as [Series, Series];
  return {
    figures: [
      ratio(
        { name: 'reads from PostgreSQL, relative to SQLite', aim: { least: 0.5 } },
        reads['PostgreSQL, reads'],
        reads['SQLite, reads'],
        'per second',
      ),
      { name: 'reads at 200 per second: 99 of 100 within', value: p99, unit: 'ms' },
      ratio({ name: 'writes to two copies, relative to one', aim: { least: 0.9 } }, two, one, 'per second'),
      { name: 'memory of a copy at rest', value: atRest, unit: 'MB', aim: { most: 120 } },
      ...lists,
    ],
    series: [...Object.values(reads), one, two],
  };
}

export const run: Run = async (scale) => {
  if (!hasPostgres) {
    const reason = 'it is not installed (`apt-get install postgresql`)';
    return { figures: [], series: [], skipped: [{ name: 'PostgreSQL', reason }] };
  }
  const cluster = startCluster({ isDurable: true, within: tmpdir() });
  atEnd(cluster.remove);
  return measure(cluster, scale);
};
