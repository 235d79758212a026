import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Run } from '../suite/benchmark.ts';
import { inTurns, type Took } from '../suite/in-turns.ts';
import { makeRoom, tracked } from '../suite/leftovers.ts';
import { spentBy } from '../suite/measure-tree.ts';
import { figureOf, highest, ratio } from '../suite/statistics.ts';
import { EVENT } from './event.ts';
import { loadFrom, type Load } from './load.ts';
import type { Ready, ServerName } from './servers.ts';

const MILLISECONDS = 1500;
const QUICK_MILLISECONDS = 200;

export const run: Run = async ({ rounds, isQuick }) => {
  const folder = makeRoom();
  const start = async (name: ServerName): Promise<Started> => {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
    const child = tracked(fork(join(import.meta.dirname, 'servers.ts'), [name, folder], { env }));
    const [ready] = (await once(child, 'message')) as [Ready];
    return { ...ready, child };
  };
  const untilReady = async (): Promise<Took> => {
    const began = performance.now();
    const started = await start('service');
    const took = { ms: performance.now() - began, MB: await megabytesOf(started) };
    started.child.kill('SIGKILL');
    await once(started.child, 'exit');
    return took;
  };
  // The launcher has a compile cache too, and the warm-up fills this one.
  const { ready } = await inTurns({ rounds }, { ready: untilReady });

  const [service, bareReads, bareWrites] = [
    await start('service'),
    await start('bare-reads'),
    await start('bare-writes'),
  ];
  const headers = { Authorization: `Bearer ${service.key!}`, 'Content-Type': 'application/json' };
  const created = await fetch(`${service.url}/v1/events`, { method: 'POST', headers, body: EVENT });
  const { id } = (await created.json()) as { id: string };
  const milliseconds = isQuick ? QUICK_MILLISECONDS : MILLISECONDS;
  const load = (server: Started, asked: Pick<Load, 'method' | 'path' | 'body'>) => async (): Promise<Took> => {
    const before = spentBy(server.child.pid!);
    const { perSecond, p99 } = await loadFrom({ ...asked, headers, url: server.url, milliseconds });
    return { 'per second': perSecond, 'p99 ms': p99, 'CPU s': spentBy(server.child.pid!) - before };
  };
  const read = { method: 'GET', path: `/v1/events/${id}`, body: '' };
  const write = { method: 'POST', path: '/v1/events', body: EVENT };
  const { reads, bare, writes, inserts } = await inTurns(
    { rounds },
    {
      reads: load(service, read),
      bare: load(bareReads, read),
      writes: load(service, write),
      inserts: load(bareWrites, write),
    },
  );
  return {
    figures: [
      ratio({ name: 'reads, relative to bare Hono', aim: { least: 0.8 } }, reads, bare, 'per second'),
      ratio({ name: 'writes, relative to a bare INSERT', aim: { least: 1.5 } }, writes, inserts, 'per second'),
      figureOf({ name: 'p99 of reads under load', unit: 'ms' }, reads, 'p99 ms'),
      figureOf({ name: 'p99 of writes under load', unit: 'ms' }, writes, 'p99 ms'),
      figureOf({ name: 'time until ready', unit: 'ms', aim: { most: 500 } }, ready, 'ms'),
      ...highest({ name: 'memory at rest', unit: 'MB', aim: { most: 120 } }, ready, 'MB'),
      { name: 'memory after the load', value: await megabytesOf(service), unit: 'MB' },
    ],
    series: [
      { ...reads, name: 'gitcast, reads' },
      { ...bare, name: 'bare Hono, reads' },
      { ...writes, name: 'gitcast, writes' },
      { ...inserts, name: 'bare INSERT, writes' },
    ],
  };
};

interface Started extends Ready {
  readonly child: ChildProcess;
}

async function megabytesOf({ child }: Started): Promise<number> {
  child.send('memory');
  const [{ bytes }] = (await once(child, 'message')) as [{ bytes: number }];
  return bytes / 1024 / 1024;
}
