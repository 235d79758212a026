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
import type { Took } from '../suite/in-turns.ts';
import type { Card } from '../suite/target.ts';
import { TRACE, tracedRequests } from './trace.ts';

export type ContestantName = 'traced-plan' | 'plan' | 'sync' | 'bare-plan' | 'bare-sync';

const CONCURRENCY = 8;

const [name, folder, given] = process.argv.slice(2) as [ContestantName, string, string];
const { url, key, userId, broadcastId } = JSON.parse(given) as Card;
const headers = { authorization: `Bearer ${key}`, 'x-api-key': key, 'content-type': 'application/json' };

async function gitcast(...words: readonly string[]): Promise<void> {
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
}

type Fields = Readonly<Record<string, unknown>>;

/** By the name that other files refer to them with. */
const parsedFiles = (kind: string): readonly (readonly [string, Fields])[] =>
  readdirSync(join(folder, 'content', kind)).map((file) => {
    const fields = parse(readFileSync(join(folder, 'content', kind, file), 'utf8')) as Fields;
    return [`${kind}/${file.replace('.yaml', '')}`, fields];
  });

/** Calls a function for each item, a few at a time. */
async function atOnce<T>(all: readonly T[], call: (each: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const takeSome = async (): Promise<void> => {
    while (next < all.length) await call(all[next++]!);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeSome));
}

const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });

const CONTESTANTS: Readonly<Record<ContestantName, () => Promise<void>>> = {
  'traced-plan': () => gitcast('plan', '--json', '--trace', TRACE),
  plan: () => gitcast('plan', '--json'),
  sync: () => gitcast('sync', '--yes', '--json'),
  async 'bare-plan'() {
    const paths = tracedRequests(folder);
    await atOnce(paths, async (path) => (await pool.request({ method: 'GET', path, headers })).body.json());
    for (const kind of ['categories', 'places', 'events']) parsedFiles(kind);
  },
  async 'bare-sync'() {
    const post = async (path: string, body: Fields): Promise<string> => {
      const keyed = { ...headers, 'idempotency-key': randomUUID() };
      const { body: answer } = await pool.request({ method: 'POST', path, headers: keyed, body: JSON.stringify(body) });
      return ((await answer.json()) as { id: string }).id;
    };
    const root = `/v1/users/${userId}/broadcasts/${broadcastId}`;
    // Before the first request: the service closes a connection that is idle while 100,000 files are parsed.
    const [categories, places, events] = [parsedFiles('categories'), parsedFiles('places'), parsedFiles('events')];
    await atOnce(categories, ([, fields]) => post(`${root}/broadcastCategories`, fields));
    const ids = new Map<unknown, string>();
    await atOnce(places, async ([name, fields]) => ids.set(name, await post('/v1/places', fields)));
    await atOnce(events, ([, fields]) => post('/v1/events', { ...fields, place_id: ids.get(fields['place_id']) }));
  },
};

// Commands load most modules when they need them.
await Promise.all([
  import('../../src/cli/commands/plan.ts'),
  import('../../src/cli/commands/sync.ts'),
  import('../../src/project/planning/plan.ts'),
  import('../../src/project/sync/sync.ts'),
]);
const [started, spent] = [performance.now(), process.cpuUsage()];
await CONTESTANTS[name]();
const s = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(spent);
const took: Took = { s, 'CPU s': (user + system) / 1e6, MB: process.resourceUsage().maxRSS / 1024 };
process.send!(took, () => process.exit(0));
