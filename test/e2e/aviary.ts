/** A repository with marked secrets, its service, and everything that the program prints or writes there. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { createBroadcast } from '../../src/service/administration.ts';
import { listen } from '../../src/service/service-listener.ts';
import { systemClock } from '../../src/service/options.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { createKey } from '../../src/service/store/tenants.ts';
import { folderWith } from '../cli/in-memory.ts';
import { GitRepository } from '../git/repository.ts';
import { isEnough, MANNERS, wordsFor, type Invocations, type Words } from './canary-commands.ts';
import { leaksIn, NEW, OLD, startGossip, type Manner, type Marked } from './canary.ts';
import { visitDev } from './dev-visitor.ts';

export const CONTENT = {
  'broadcast.yaml': 'name: Harbour\nauthProviders:\n  - { type: oAuth, key: { $env: PROVIDER_KEY } }\n',
  'places/main-stage.yaml': 'name: Main stage\n',
  'events/opening.yaml':
    'title: Opening\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\nplace_id: places/main-stage\n',
  'articles/news.md': '---\ntitle: News\nstatus: published\npublished_at: 2027-05-02T09:00:00+02:00\n---\nText.\n',
  'webhooks/crew.yaml': 'url: https://crew.example/hook\nevents: [event.created]\nsecret: { $env: CREW_SECRET }\n',
  'pages/map.yaml': 'title: Map\nstatus: published\nmetadata: { floor: 1 }\n',
} as const;

export class Aviary {
  readonly repository: GitRepository;
  readonly service: Service;
  readonly database: string;
  readonly leaks = new Set<string>();
  readonly heard: readonly string[];
  /** Everything that the last `gitcast dev` served. */
  visited: ReadonlySet<string> = new Set();
  env: Environment = {};
  #broken = false;

  constructor(parts: { repository: GitRepository; service: Service; database: string; heard: readonly string[] }) {
    ({ repository: this.repository, service: this.service, database: this.database, heard: this.heard } = parts);
  }

  use({ key, hook, provider, source }: Marked): void {
    const names = { KEY: key, CREW_SECRET: hook, PROVIDER_KEY: provider };
    this.env = { ...names, SOURCE_KEY: source };
  }

  content(files: Readonly<Record<string, string>>): void {
    rmSync(join(this.repository.folder, 'content'), { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) this.write(`content/${path}`, text);
  }

  write(path: string, text: string): void {
    this.repository.write({ [path]: text });
  }

  /** From now on standard input cannot be read, which causes an exception. */
  breakInput(): void {
    this.#broken = true;
  }

  /** `until`: the message that a page of `gitcast dev` has to receive before it is stopped. */
  async run(words: Words, until?: RegExp): Promise<string> {
    const known = words.map((word) => (word === 'DATABASE' ? this.database : word));
    const texts: string[] = [];
    const stopped = Promise.withResolvers<void>();
    const output = {
      write: (text: string) => {
        texts.push(text);
        if (isEnough(words)) stopped.resolve();
        const url = words[0] === 'dev' ? /http:\/\/127[^\s"]+/.exec(text)?.[0] : undefined;
        if (url !== undefined) void this.#visit(url, words, until).then(stopped.resolve, stopped.reject);
      },
    };
    const exitCode = await run(known, {
      cwd: this.repository.folder,
      env: this.env,
      stdout: output,
      stderr: output,
      now: () => new Date(),
      untilStopped: () => stopped.promise,
      readInput: async () => {
        if (this.#broken) throw new TypeError('read EIO');
        return new TextEncoder().encode('{}');
      },
    });
    const said = texts.join('');
    for (const leak of leaksIn(said)) this.leaks.add(`${words.join(' ')} says ${leak}`);
    return `${exitCode} ${said}`;
  }

  async #visit(url: string, words: Words, until: RegExp | undefined): Promise<void> {
    const { paths, answers } = await visitDev(url, until);
    this.visited = paths;
    for (const leak of leaksIn(answers.join('\n'))) this.leaks.add(`${words.join(' ')} serves ${leak}`);
  }

  /** For people and for programs. */
  async runAll(table: Invocations, manner?: Manner): Promise<void> {
    for (const [name, invocations] of Object.entries(table)) {
      for (const words of invocations.map((each) => wordsFor(name, each, manner))) {
        await this.run(words);
        // For `dev` the pages matter.
        if (name !== 'dev') await this.run([...words, '--json']);
      }
    }
  }

  /** Searches everything that was written: files, git objects and refs. `besides`: secrets that a person has written there. */
  look(when: string, besides: readonly string[] = []): void {
    const { folder } = this.repository;
    for (const file of filesIn(folder)) {
      const path = relative(folder, file);
      if (/\.db(?:-wal|-shm)?$/.test(path) || path.startsWith('.git/objects')) continue;
      const isWritten = path.startsWith('content/') || path === 'gitcast.config.yaml';
      const found = leaksIn(`${path}\n${readFileSync(file, 'latin1')}`, isWritten ? besides : []);
      for (const leak of found) this.leaks.add(`${when}: ${path} holds ${leak}`);
    }
    for (const leak of leaksIn(objectsOf(folder))) this.leaks.add(`${when}: an object of git holds ${leak}`);
  }
}

/** Everything in a git repository, reachable or not. */
export const objectsOf = (folder: string): string =>
  execFileSync('git', ['-C', folder, 'cat-file', '--batch-all-objects', '--batch'], {
    encoding: 'latin1',
    maxBuffer: 256 * 1024 * 1024,
  });

export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

export async function openAviary(settings: object = {}): Promise<Aviary & { readonly url: string }> {
  const database = join(folderWith(), 'service.db');
  const service = await createService(database, {
    profile: 'extended',
    rateLimit: 0,
    allowPrivateWebhooks: true,
    clock: systemClock,
  });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const { userId, broadcastId } = await createBroadcast(service, { name: 'Harbour', key: OLD.key });
  await service.engine.write('everything', () =>
    createKey(broadcastId, { label: 'rotated', now: Date.now(), key: NEW.key }),
  );
  const gossip = await startGossip(url);
  const repository = new GitRepository(folderWith());
  repository.git('init', '-q');
  const aviary = new Aviary({ repository, service, database, heard: gossip.heard });
  const target = { userId, broadcastId, key: { $env: 'KEY' }, profile: 'extended' };
  const targets = Object.fromEntries(
    MANNERS.map((manner) => [manner, { ...target, baseUrl: `${gossip.url}/${manner}` }]),
  );
  const site = { url: 'https://harbour.example', timezone: 'Europe/Paris', locales: ['fr', 'en'] };
  const secrets = ['PROVIDER_KEY', 'CREW_SECRET'];
  const publish = { folder: { to: 'folder', path: 'published' } };
  const sources = MANNERS.map(
    (manner) => [manner, { source: `${gossip.url}/${manner}/agenda.ics`, key: { $env: 'SOURCE_KEY' } }] as const,
  );
  const imports = Object.fromEntries(sources);
  const config = { defaultTarget: 'plain', site, secrets, targets, publish, imports, ...settings };
  aviary.write('gitcast.config.yaml', JSON.stringify(config));
  aviary.write('.gitignore', '.gitcast/*\n!.gitcast/state/\n');
  aviary.content(CONTENT);
  aviary.use(OLD);
  repository.commit({}, 'begin');
  return Object.assign(aviary, { url });
}
