/** Measures the service: its throughput relative to bare handlers on the same adapter, its start-up time and its memory. */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatFigure, median, type Figure } from '../measure.ts';
import { EVENT } from './event.ts';
import type { Load } from './load.ts';
import type { Ready, ServerName } from './servers.ts';

const ROUNDS = 7;
const MILLISECONDS = 1500;
const STARTS = 9;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));

interface Started extends Ready {
  readonly child: ChildProcess;
}

async function start(name: ServerName): Promise<Started> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  const child = fork(here('servers.ts'), [name, folder], { env });
  const [ready] = (await once(child, 'message')) as [Ready];
  return { ...ready, child };
}

async function stop({ child }: Started): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The launcher has a compile cache too. It is complete when the first process responds a second time. */
async function fillCompileCache(): Promise<void> {
  const first = await start('service');
  await megabytesOf(first);
  await stop(first);
}

async function requestsPerSecond(load: Omit<Load, 'milliseconds'>): Promise<number> {
  const given = JSON.stringify({ ...load, milliseconds: MILLISECONDS } satisfies Load);
  const { stdout } = await promisify(execFile)(process.execPath, [here('load.ts'), given]);
  const { perSecond, refused } = JSON.parse(stdout) as { perSecond: number; refused: number };
  if (refused > 0) throw new Error(`${refused} requests to ${load.path} were refused`);
  return perSecond;
}

interface Compared {
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
}

/** The two take turns, so that other load on the machine affects both. */
async function compare(ours: Omit<Load, 'milliseconds'>, bare: Omit<Load, 'milliseconds'>): Promise<Compared> {
  await Promise.all([requestsPerSecond(ours), requestsPerSecond(bare)]); // Warm up.
  const rounds: Compared[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = [await requestsPerSecond(ours), await requestsPerSecond(bare)];
    rounds.push({ ours: first, bare: second, ratio: first / second });
  }
  return {
    ours: median(rounds.map(({ ours }) => ours)),
    bare: median(rounds.map(({ bare }) => bare)),
    ratio: median(rounds.map(({ ratio }) => ratio)),
  };
}

async function megabytesOf({ child }: Started): Promise<number> {
  child.send('memory');
  const [{ bytes }] = (await once(child, 'message')) as [{ bytes: number }];
  return bytes / 1024 / 1024;
}

interface Measured {
  readonly reads: Compared;
  readonly writes: Compared;
  /** After all lazily compiled code has run. */
  readonly megabytesAtRest: number;
  /** Includes garbage that the engine has not collected yet. */
  readonly megabytesAfterLoad: number;
}

async function measureLoad(): Promise<Measured> {
  const servers = await Promise.all([start('service'), start('bare-reads'), start('bare-writes')]);
  const [service, bareReads, bareWrites] = servers as [Started, Started, Started];
  const headers = { Authorization: `Bearer ${service.key!}`, 'Content-Type': 'application/json' };
  const created = await fetch(`${service.url}/v1/events`, { method: 'POST', headers, body: EVENT });
  const { id } = (await created.json()) as { id: string };
  const megabytesAtRest = await megabytesOf(service);
  const read = { method: 'GET', path: `/v1/events/${id}`, headers, body: '' };
  const write = { method: 'POST', path: '/v1/events', headers, body: EVENT };
  const reads = await compare({ ...read, url: service.url }, { ...read, url: bareReads.url });
  const writes = await compare({ ...write, url: service.url }, { ...write, url: bareWrites.url });
  const megabytesAfterLoad = await megabytesOf(service);
  await Promise.all(servers.map(stop));
  return { reads, writes, megabytesAtRest, megabytesAfterLoad };
}

async function measureStart(): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const began = performance.now();
    const started = await start('service');
    times.push(performance.now() - began);
    await stop(started);
  }
  return median(times);
}

async function figures(): Promise<readonly Figure[]> {
  await fillCompileCache();
  const { reads, writes, megabytesAtRest, megabytesAfterLoad } = await measureLoad();
  return [
    { name: 'reads per second', value: reads.ours },
    { name: 'reads per second, bare handler', value: reads.bare },
    { name: 'reads, relative to a bare handler', value: reads.ratio, aim: { least: 0.4 } },
    { name: 'writes per second', value: writes.ours },
    { name: 'writes per second, bare INSERT', value: writes.bare },
    { name: 'writes, relative to a bare INSERT', value: writes.ratio, aim: { least: 0.5 } },
    { name: 'time until ready', value: await measureStart(), unit: ' ms', aim: { most: 500 } },
    { name: 'memory at rest', value: megabytesAtRest, unit: ' MB', aim: { most: 120 } },
    { name: 'memory after the load', value: megabytesAfterLoad, unit: ' MB' },
  ];
}

try {
  for (const figure of await figures()) console.log(`  ${formatFigure(figure)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
