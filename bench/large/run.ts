/**
 * Takes one large broadcast through every command, with the launcher and the service that a user starts:
 * `node bench/run.ts large --events=10000 --articles=2000`. Prints the time and the peak memory of each command, of all its
 * processes together, and of the service. `--only=build,publish` runs these steps in a repository that `--keep=FOLDER` left.
 * `--database=postgres://…` runs the service on PostgreSQL. Linux only: the memory is read from /proc.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import type { Credentials } from '../../src/service/administration.ts';
import { eventText, writeLargeBroadcast, type Size } from './corpus.ts';
import { measureTree, peakMegabytes } from './measure-tree.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/gitcast.mjs');
const NOW = '2027-05-20T12:00:00Z';
const EDITED = 100;

const option = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

const STEPS: Readonly<Record<string, readonly string[]>> = {
  validate: ['validate'],
  'first plan': ['plan', '--json'],
  'first sync': ['sync', '--yes', '--ours'],
  'empty plan': ['plan', '--json'],
  'plan of edits': ['plan', '--json'],
  'sync of edits': ['sync', '--yes'],
  build: ['build', '--now', NOW],
  'build again': ['build', '--now', NOW],
  publish: ['publish', '--yes'],
  'publish again': ['publish', '--yes'],
};

interface Served extends Credentials {
  readonly url: string;
}

function serve(root: string): { readonly child: ChildProcess; readonly ready: Promise<Served> } {
  const database = option('database') ?? join(root, 'service.db');
  const words = [LAUNCHER, 'serve', '--json', '--port', '0', '--rate-limit', '0', '--database', database];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const ready = once(createInterface({ input: child.stdout }), 'line').then(([line]) => {
    const card = JSON.parse(line as string) as Served;
    const kept = join(root, 'card.json');
    // The key is shown only when the broadcast is created.
    if (!existsSync(kept)) writeFileSync(kept, JSON.stringify(card));
    return { ...(JSON.parse(readFileSync(kept, 'utf8')) as Served), url: card.url };
  });
  return { child, ready };
}

function configure(repository: string, { url, userId, broadcastId }: Served): void {
  writeFileSync(
    join(repository, 'gitcast.config.yaml'),
    `site: { url: "https://bench.example", timezone: Europe/Paris, locales: [en] }
defaultTarget: live
targets:
  live: { baseUrl: "${url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: BENCH_KEY }, profile: extended }
publish:
  live: { to: folder, path: ../www }
`,
  );
}

const git = (repository: string, ...words: readonly string[]): void =>
  void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...words], { cwd: repository });

function commit(repository: string, message: string): void {
  git(repository, 'add', '.');
  git(repository, 'commit', '-qm', message);
}

function edit(repository: string, { events }: Size): void {
  const places = Math.max(50, Math.ceil(events / 200));
  for (let at = 0; at < EDITED; at++) {
    const index = at * Math.floor(events / EDITED);
    const text = eventText(index, places, `Moved concert ${index}, edition ${Date.now()}`);
    writeFileSync(join(repository, `content/events/event-${index}.yaml`), text);
  }
  commit(repository, 'edit');
}

async function main(size: Size): Promise<void> {
  const kept = option('keep');
  const root = kept === undefined ? mkdtempSync(join(tmpdir(), 'gitcast-bench-large-')) : resolve(kept);
  const repository = join(root, 'repository');
  const isNew = !existsSync(repository);
  mkdirSync(repository, { recursive: true });
  const { child: service, ready } = serve(root);
  try {
    const card = await ready;
    configure(repository, card);
    if (isNew) {
      writeFileSync(join(repository, '.gitignore'), '.gitcast/\ndist/\ngitcast.config.yaml\n');
      writeLargeBroadcast(join(repository, 'content'), size);
      git(repository, 'init', '-q', '-b', 'main');
      commit(repository, 'start');
    }
    const only = option('only')?.split(',');
    console.log(`${size.events} events, ${size.articles} articles`);
    console.log(
      '| command | seconds | of processors | peak MB, all processes | first process | processes | service, so far |',
    );
    console.log('| - | - | - | - | - | - | - |');
    for (const [name, words] of Object.entries(STEPS)) {
      if (only && !only.includes(name)) continue;
      if (name === 'plan of edits') edit(repository, size);
      const output = join(root, `${name.replaceAll(' ', '-')}.log`);
      const env = { ...process.env, BENCH_KEY: card.key };
      const flags = option('node')?.split(' ') ?? [];
      const run = await measureTree({ words: [...flags, LAUNCHER, ...words], cwd: repository, env, output });
      const figures = [
        run.seconds,
        run.processorSeconds,
        run.megabytes,
        run.ownMegabytes,
        run.processes,
        peakMegabytes(service.pid!),
      ];
      console.log(`| ${name} | ${figures.map((figure) => figure.toFixed(0)).join(' | ')} |`);
      // A plan with changes ends with 2.
      if (run.code !== 0 && run.code !== 2)
        throw new Error(`${name} ended with ${run.code}\n${readFileSync(output, 'utf8').slice(-2000)}`);
    }
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
    if (kept === undefined) rmSync(root, { recursive: true, force: true });
  }
}

await main({ events: Number(option('events') ?? 10_000), articles: Number(option('articles') ?? 2_000) });
