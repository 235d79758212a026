/**
 * One contestant in its own process: `node contestant.ts NAME FOLDER CARD`. Sends the time it took to its parent, without
 * the time to load Node.js and the modules.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { parse } from 'yaml';
import { run } from '../../src/cli/main.ts';
import type { Card } from './service.ts';

export type ContestantName = 'plan' | 'sync' | 'bare-plan' | 'bare-sync';

export interface Took {
  readonly milliseconds: number;
  readonly megabytes: number;
  /** The program's output, which contains its number of requests. */
  readonly said: string;
}

export const CONCURRENCY = 8;

const [name, folder, given] = process.argv.slice(2) as [ContestantName, string, string];
const { url, key, userId, broadcastId } = JSON.parse(given) as Card;
const headers = { authorization: `Bearer ${key}`, 'x-api-key': key, 'content-type': 'application/json' };

async function gitcast(...words: readonly string[]): Promise<string> {
  const said: string[] = [];
  const output = { write: (text: string) => void said.push(text) };
  const exitCode = await run(words, {
    cwd: folder,
    env: { BENCH_KEY: key },
    stdout: output,
    stderr: output,
    now: () => new Date(),
    untilStopped: () => new Promise(() => undefined),
    readInput: async () => new Uint8Array(),
  });
  if (exitCode !== 0) throw new Error(said.join('').slice(0, 2000));
  return said.join('');
}

const parsedFiles = (): readonly Record<string, unknown>[] =>
  readdirSync(join(folder, 'content/events')).map(
    (file) => parse(readFileSync(join(folder, 'content/events', file), 'utf8')) as Record<string, unknown>,
  );

/** Calls a function for each item, a few at a time. */
async function atOnce<T>(all: readonly T[], call: (each: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const takeSome = async (): Promise<void> => {
    while (next < all.length) await call(all[next++]!);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeSome));
}

const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });

const CONTESTANTS: Readonly<Record<ContestantName, () => Promise<string>>> = {
  plan: () => gitcast('plan', '--json'),
  sync: () => gitcast('sync', '--yes', '--json'),
  async 'bare-plan'() {
    const paths = readFileSync(join(folder, 'requests.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((path) => path.replaceAll('USER', userId).replaceAll('BROADCAST', broadcastId));
    await atOnce(paths, async (path) => (await pool.request({ method: 'GET', path, headers })).body.json());
    parsedFiles();
    return '';
  },
  async 'bare-sync'() {
    const post = async (path: string, body: object): Promise<{ id: string }> => {
      const keyed = { ...headers, 'idempotency-key': randomUUID() };
      const { body: answer } = await pool.request({ method: 'POST', path, headers: keyed, body: JSON.stringify(body) });
      return (await answer.json()) as { id: string };
    };
    const { id } = await post('/v1/places', { name: 'Quay' });
    await atOnce(parsedFiles(), (event) => post('/v1/events', { ...event, place_id: id }));
    return '';
  },
};

await Promise.all([import('../../src/cli/commands/plan.ts'), import('../../src/cli/commands/sync.ts')]);
const started = performance.now();
const said = await CONTESTANTS[name]();
const milliseconds = performance.now() - started;
const megabytes = process.resourceUsage().maxRSS / 1024;
process.send!({ milliseconds, megabytes, said } satisfies Took, () => process.exit(0));
