/**
 * What a service that outgrew one machine can do: PostgreSQL compared with a file, two copies with one, the last pages of a
 * long list with the first, and how long reads take. All on the two databases that the run makes.
 */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programs, ROLE, startCluster, type Cluster } from '../../test/postgres/cluster.ts';
import { administer } from '../../test/postgres/databases.ts';
import { formatFigure, median, type Figure } from '../measure.ts';
import { EVENT } from '../service/event.ts';
import type { Load, Loaded } from '../service/load.ts';
import type { Ready } from './copy.ts';
import { fill, idOf, KEY, ROWS, type Filled } from './fill.ts';

const ROUNDS = 5;
const MILLISECONDS = 1500;
const PAGE = 50;
const LAST = 500;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

interface Copy {
  readonly url: string;
  readonly child: ChildProcess;
}

async function start(database: string): Promise<Copy> {
  const child = fork(here('copy.ts'), [database]);
  const [{ url }] = (await once(child, 'message')) as [Ready];
  return { url, child };
}

async function stop({ child }: Copy): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const HEADERS = { Authorization: `Bearer ${KEY}`, 'X-API-KEY': KEY, 'Content-Type': 'application/json' };
const READ = { method: 'GET', path: `/v1/events/${idOf('event', 1)}`, headers: HEADERS, body: '' };
const WRITE = { method: 'POST', path: '/v1/events', headers: HEADERS, body: EVENT };

async function load(asked: Omit<Load, 'milliseconds' | 'headers'> & Partial<Load>): Promise<Loaded> {
  const given = JSON.stringify({ milliseconds: MILLISECONDS, headers: HEADERS, ...asked } satisfies Load);
  const { stdout } = await promisify(execFile)(process.execPath, [here('../service/load.ts'), given]);
  const loaded = JSON.parse(stdout) as Loaded;
  if (loaded.refused > 0) throw new Error(`${loaded.refused} requests to ${asked.path} were refused`);
  return loaded;
}

interface Compared {
  readonly first: number;
  readonly second: number;
  /** The second relative to the first. */
  readonly ratio: number;
}

/** The two take turns, so that other load on the machine affects both. */
async function compare(first: () => Promise<number>, second: () => Promise<number>): Promise<Compared> {
  const rounds: Compared[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const [one, other] = [await first(), await second()];
    if (round >= 0) rounds.push({ first: one, second: other, ratio: other / one }); // The first one warms up.
  }
  const middle = (name: keyof Compared): number => median(rounds.map((each) => each[name]));
  return { first: middle('first'), second: middle('second'), ratio: middle('ratio') };
}

async function megabytesAtRest({ child, url }: Copy): Promise<number> {
  for (const { method, path, headers, body } of [READ, WRITE])
    await fetch(url + path, { method, headers, ...(body !== '' && { body }) });
  child.send('memory');
  const [{ bytes }] = (await once(child, 'message')) as [{ bytes: number }];
  return bytes / 1024 / 1024;
}

async function listFigures(name: string, copy: Copy, { userId, broadcastId }: Filled): Promise<readonly Figure[]> {
  const pages = `/v1/users/${userId}/broadcasts/${broadcastId}/broadcastPages?limit=${PAGE}`;
  const events = `/v1/events?limit=${PAGE}`;
  const skipped = (LAST - 1) * PAGE;
  // One at a time: what counts is how long a page takes.
  const time = async (path: string): Promise<number> =>
    1000 / (await load({ method: 'GET', url: copy.url, path, body: '', connections: 1 })).perSecond;
  const byId = await compare(
    () => time(pages),
    () => time(`${pages}&startId=${idOf('page', skipped)}`),
  );
  const byOffset = await compare(
    () => time(events),
    () => time(`${events}&offset=${skipped}`),
  );
  return [
    { name: `${name}: page 1 on Surface B`, value: byId.first, unit: ' ms' },
    { name: `${name}: page ${LAST} by startId, relative to page 1`, value: byId.ratio, aim: { most: 1.5 } },
    { name: `${name}: page ${LAST} by offset (Surface A), relative to page 1`, value: byOffset.ratio },
    { name: `${name}: page ${LAST} by offset`, value: byOffset.second, unit: ' ms' },
  ];
}

async function figures(cluster: Cluster, folder: string): Promise<readonly Figure[]> {
  await administer(cluster, `CREATE ROLE ${ROLE} LOGIN`, `CREATE DATABASE live OWNER ${ROLE}`);
  const file = await fill(join(folder, 'service.db'));
  const server = await fill(cluster.urlOf('live'));
  const [onFile, onServer] = [await start(file.database), await start(server.database)];
  const atRest = await megabytesAtRest(onServer);
  const perSecond = async ({ url }: Copy, asked: typeof READ): Promise<number> =>
    (await load({ ...asked, url })).perSecond;

  const reads = await compare(
    () => perSecond(onFile, READ),
    () => perSecond(onServer, READ),
  );
  const { p99 } = await load({ ...READ, url: onServer.url, rate: 200, milliseconds: 10_000 });
  const lists = [
    ...(await listFigures('PostgreSQL', onServer, server)),
    ...(await listFigures('SQLite', onFile, file)),
  ];
  const second = await start(server.database);
  const writes = await compare(
    () => perSecond(onServer, WRITE),
    async () => (await load({ ...WRITE, url: onServer.url, alsoAt: second.url })).perSecond,
  );
  await Promise.all([onFile, onServer, second].map(stop));
  return [
    { name: 'reads per second from PostgreSQL', value: reads.second },
    { name: 'reads from PostgreSQL, relative to SQLite', value: reads.ratio, aim: { least: 0.5 } },
    { name: 'reads at 200 per second: 99 of 100 within', value: p99, unit: ' ms' },
    { name: 'writes per second of 16 writers, one copy', value: writes.first },
    { name: 'writes of 16 writers on two copies, relative to one', value: writes.ratio, aim: { least: 0.9 } },
    { name: 'memory of a copy at rest', value: atRest, unit: ' MB', aim: { most: 120 } },
    ...lists,
  ];
}

if (programs() === undefined) {
  console.log('  skipped: PostgreSQL is not installed (apt-get install postgresql)');
} else {
  console.log(`  with ${ROWS.toLocaleString('en')} records in each database`);
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  const cluster = startCluster({ isDurable: true, within: tmpdir() });
  try {
    for (const figure of await figures(cluster, folder)) console.log(`  ${formatFigure(figure)}`);
  } finally {
    cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
