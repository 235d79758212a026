/**
 * Every command, at its most talkative, with marked secrets that are rotated once, against a service that repeats what it
 * is told. Whatever the program says or writes is searched for the marks, in every spelling. What may hold one, and why:
 *
 * - the environment, which is where secrets are;
 * - the database of a service (`*.db`), and `serve export`, which is its backup: a service has to remember the secrets of
 *   webhooks and the values of the broadcast to do its work. Of keys both have hashes only, and that is tested here too;
 * - files into which a person has written a literal secret by mistake: there it stands, and must not go anywhere else.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import type { Environment } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { createBroadcast } from '../../src/service/administration.ts';
import { listen } from '../../src/service/listen.ts';
import { systemClock } from '../../src/service/options.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { folderWith } from '../cli/in-memory.ts';
import { GitRepository } from '../git/repository.ts';
import { AUTH_DATA, leaksIn, LITERAL, NEW, OLD, spellings, startGossip, type Manner, type Marked } from './canary.ts';

type Words = readonly string[];

/** What is run of each command; a command that is not here fails the test. `DATABASE` stands for the service's file. */
const OFFLINE: Readonly<Record<string, readonly Words[]>> = {
  init: [
    ['init', 'fresh'],
    ['init', 'fresh'],
  ],
  new: [
    ['new', 'webhook', 'another'],
    ['new', 'event', 'Not A Slug'],
    ['new', 'webhok', 'x'],
  ],
  validate: [['validate'], ['validate', '--strict'], ['validate', 'content/webhooks']],
  unlock: [['unlock', 'deadbeef']],
  build: [['build', '--force', '--drafts', '--out', 'site']],
  preview: [['preview', '--port', '0']],
  explain: [['explain'], ['explain', 'webhook'], ['explain', 'broadcast']],
  schema: [['schema'], ['schema', 'webhook']],
  openapi: [['openapi']],
  serve: [
    ['serve', '--port', '0', '--database', 'other.db'],
    ['serve', 'keys', 'list', '--database', 'DATABASE'],
    ['serve', 'broadcasts', 'list', '--database', 'DATABASE'],
    ['serve', 'keys', 'revoke', 'key_none', '--database', 'DATABASE'],
  ],
};

const REMOTE: Readonly<Record<string, readonly Words[]>> = {
  plan: [['plan'], ['plan', '--markdown'], ['plan', '--out', 'plan.json', '--detailed-exitcode']],
  sync: [['sync'], ['sync', '--yes', '--ours', '--overwrite-drift', '--allow-deletes', '99', '--allow-replace']],
  pull: [['pull', '--dry-run'], ['pull'], ['pull', '--theirs', '--force']],
  status: [['status']],
  state: [
    ['state', 'show'],
    ['state', 'rm', 'webhooks/none'],
    ['state', 'rebuild'],
  ],
  doctor: [['doctor']],
  webhooks: [
    ['webhooks', 'listen', '--port', '0', '--pull'],
    ['webhooks', 'listen', '--port', '0'],
    ['webhooks', 'verify', '--signature', 'sha256=00'],
    ['webhooks', 'verify', '--scheme', 'standard', '--signature', 'v1,00', '--secret', 'RECEIVED'],
  ],
};

/** In manners in which every request is tried again and again, or in which only writes are different. */
const SLOW: typeof REMOTE = {
  plan: [['plan']],
  webhooks: [['webhooks', 'listen', '--port', '0', '--pull']],
};
const WRITING: typeof REMOTE = { sync: [['sync', '--yes', '--allow-deletes', '99', '--allow-replace']] };

const BY_MANNER: Readonly<Record<Manner, typeof REMOTE>> = {
  plain: REMOTE,
  'refuses-key': REMOTE,
  'refuses-writes': WRITING,
  'fails-writes': WRITING,
  fails: SLOW,
  html: REMOTE,
  resets: SLOW,
  redirects: REMOTE,
};
const MANNERS = Object.keys(BY_MANNER) as readonly Manner[];

/** The commands of these that know --trace. */
const TRACED = new Set(['plan', 'sync', 'pull', 'status', 'doctor']);

const CONTENT = {
  'broadcast.yaml': 'name: Harbour\nauthProviders:\n  - { type: oAuth, key: { $env: PROVIDER_KEY } }\n',
  'places/main-stage.yaml': 'name: Main stage\n',
  'events/opening.yaml':
    'title: Opening\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\nplace_id: places/main-stage\n',
  'articles/news.md': '---\ntitle: News\nstatus: published\npublished_at: 2027-05-02T09:00:00+02:00\n---\nText.\n',
  'webhooks/crew.yaml': 'url: https://crew.example/hook\nevents: [event.created]\nsecret: { $env: CREW_SECRET }\n',
  'pages/map.yaml': 'title: Map\nstatus: published\nmetadata: { token: { $env: MAP_TOKEN }, floor: 1 }\n',
} as const;

class Aviary {
  readonly repository: GitRepository;
  readonly service: Service;
  readonly database: string;
  readonly leaks = new Set<string>();
  readonly heard: readonly string[];
  env: Environment = {};
  #broken = false;

  constructor(parts: { repository: GitRepository; service: Service; database: string; heard: readonly string[] }) {
    ({ repository: this.repository, service: this.service, database: this.database, heard: this.heard } = parts);
  }

  use({ key, hook, received, provider, token }: Marked): void {
    const names = { KEY: key, CREW_SECRET: hook, PROVIDER_KEY: provider, MAP_TOKEN: token };
    this.env = { ...names, GITCAST_WEBHOOK_SECRET: received };
  }

  content(files: Readonly<Record<string, string>>): void {
    rmSync(join(this.repository.folder, 'content'), { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) this.write(`content/${path}`, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.repository.folder, path)), { recursive: true });
    writeFileSync(join(this.repository.folder, path), text);
  }

  /** From now on the standard input cannot be read, and nothing can be printed in full: an exception. */
  breakInput(): void {
    this.#broken = true;
  }

  async run(words: Words): Promise<string> {
    const known = words.map((word) =>
      word === 'DATABASE' ? this.database : word === 'RECEIVED' ? this.env['GITCAST_WEBHOOK_SECRET']! : word,
    );
    const texts: string[] = [];
    const stopped = Promise.withResolvers<void>();
    const output = {
      write: (text: string) => {
        texts.push(text);
        if (isEnough(words, text)) stopped.resolve();
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

  /** For people and for programs, with a trace where there can be one. */
  async runAll(table: Readonly<Record<string, readonly Words[]>>, manner?: Manner): Promise<void> {
    for (const [name, invocations] of Object.entries(table)) {
      const target = manner === undefined ? [] : ['--target', manner];
      const trace = TRACED.has(name) && manner !== undefined ? ['--trace', `trace-${name}-${manner}.jsonl`] : [];
      for (const words of invocations) {
        const takesTarget = !['verify', 'listen'].includes(words[1] ?? '') || words.includes('--pull');
        const all = [...words, ...(takesTarget ? [...target, ...trace] : [])];
        await this.run(all);
        await this.run([...all, '--json']);
      }
    }
  }

  /** Searches what was written: every file, and every object and ref of git. `besides`: what a person has written there. */
  look(when: string, besides: readonly string[] = []): void {
    const { folder } = this.repository;
    for (const file of filesIn(folder)) {
      const path = relative(folder, file);
      if (/\.db(?:-wal|-shm)?$/.test(path) || path.startsWith('.git/objects')) continue;
      const isWritten = path.startsWith('content/') || path === 'gitcast.config.yaml';
      const found = leaksIn(`${path}\n${readFileSync(file, 'latin1')}`, isWritten ? besides : []);
      for (const leak of found) this.leaks.add(`${when}: ${path} holds ${leak}`);
    }
    const objects = execFileSync('git', ['-C', folder, 'cat-file', '--batch-all-objects', '--batch'], {
      encoding: 'latin1',
      maxBuffer: 256 * 1024 * 1024,
    });
    for (const leak of leaksIn(objects)) this.leaks.add(`${when}: an object of git holds ${leak}`);
  }
}

/** Whether a command that runs on has said what it will say: where it listens, or what became of its pull. */
const isEnough = (words: Words, text: string): boolean =>
  words.includes('--pull')
    ? /"kind":|committed|nothing to commit|not pulled/.test(text)
    : ['serve', 'preview', 'webhooks'].includes(words[0]!);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

async function openAviary(): Promise<Aviary & { readonly url: string }> {
  const database = join(folderWith(), 'service.db');
  const service = await createService(database, {
    profile: 'extended',
    rateLimit: 0,
    variants: new Set(),
    faults: false,
    allowPrivateWebhooks: true,
    clock: systemClock,
  });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const { userId, broadcastId } = createBroadcast(service, { name: 'Harbour', key: OLD.key });
  service.database.writeNow(() =>
    service.tenants.createKey(broadcastId, { label: 'rotated', now: Date.now(), key: NEW.key }),
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
  aviary.write('gitcast.config.yaml', JSON.stringify({ defaultTarget: 'plain', site, targets }));
  aviary.write('.gitignore', '.gitcast/*\n!.gitcast/state/\n');
  aviary.content(CONTENT);
  aviary.use(OLD);
  repository.commit({}, 'begin');
  return Object.assign(aviary, { url });
}

describe('marked secrets', { timeout: 600_000 }, () => {
  it('are searched for in the output of every command there is', () => {
    expect(Object.keys({ ...OFFLINE, ...REMOTE }).sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  it('would be found, however they are spelled', () => {
    for (const secret of [...Object.values(OLD), AUTH_DATA, LITERAL] as string[]) {
      for (const [how, text] of spellings(secret)) {
        expect(leaksIn(`before ${text} after`), how).not.toEqual([]);
      }
    }
    expect(leaksIn(Buffer.from(`user:${OLD.key}:`).toString('base64'))).not.toEqual([]);
    expect(leaksIn('canary-key is no secret')).toEqual([]);
  });

  it('are nowhere after every command, with the service in every manner, before and after a rotation', async () => {
    const aviary = await openAviary();
    for (const marks of [OLD, NEW]) {
      aviary.use(marks);
      for (const manner of MANNERS) {
        const table = BY_MANNER[manner];
        if (marks === OLD || table !== SLOW) await aviary.runAll(table, manner);
      }
      await aviary.runAll(OFFLINE);
      aviary.look(marks === OLD ? 'at first' : 'after the rotation');
    }
    // The test means something only if the secrets were really sent, and the service has them.
    const stored = JSON.stringify([...aviary.service.database.all('SELECT * FROM records')]);
    for (const name of ['hook', 'provider', 'token'] as const) {
      for (const marks of [OLD, NEW]) expect(leaksIn(aviary.heard.join('\n')).join()).toContain(marks[name]);
      expect(leaksIn(stored).join()).toContain(NEW[name]);
    }
    aviary.content(Object.fromEntries(Object.entries(CONTENT).filter(([path]) => !/webhooks|pages/.test(path))));
    aviary.write('content/broadcast.yaml', 'name: Harbour\n');
    await aviary.runAll(REMOTE, 'plain');
    aviary.look('after the deletion');
    expect([...aviary.leaks]).toEqual([]);
  });

  it('are not on the page of the service, in its log or its answers, and keys are not in its export', async () => {
    const aviary = await openAviary();
    expect(await aviary.run(['sync', '--yes'])).toMatch(/^0/);
    const page = await (await fetch(`${aviary.url}/`)).text();
    expect(page).toContain('crew.example');
    expect(leaksIn(page + JSON.stringify(aviary.service.log.latest()))).toEqual([]);
    const headers = { authorization: `Bearer ${OLD.key}` };
    const hooks = await (await fetch(`${aviary.url}/v1/webhooks`, { headers })).text();
    expect(hooks).toContain('crew.example');
    expect(leaksIn(hooks)).toEqual([]);
    await aviary.run(['serve', 'export', 'backup.jsonl', '--database', 'DATABASE']);
    const backup = readFileSync(join(aviary.repository.folder, 'backup.jsonl'), 'utf8');
    expect(leaksIn(backup, [OLD.hook, OLD.provider, OLD.token])).toEqual([]);
    expect([...aviary.leaks]).toEqual([]);
  });

  it('stay where a person has written one by mistake, whatever else is wrong there', async () => {
    const aviary = await openAviary();
    await aviary.run(['sync', '--yes']);
    const hook = 'url: https://crew.example/hook\nevents: [event.created]\n';
    const mistakes: Readonly<Record<string, string>>[] = [
      { 'webhooks/crew.yaml': `${hook}secret: ${LITERAL}\n` },
      { 'webhooks/crew.yaml': `${hook}secret: { $env: ${LITERAL} }\n` },
      { 'webhooks/crew.yaml': `${hook}secert: ${LITERAL}\n` },
      { 'webhooks/crew.yaml': `${hook}secret: "${LITERAL}\n` },
      { 'webhooks/crew.yaml': `{ url: 5, secret: ${LITERAL}, events: [event.cretaed] }\n` },
      { 'broadcast.yaml': `name: Harbour\nauthProviders: [{ type: 5, key: ${LITERAL} }]\n` },
      { 'broadcast.yaml': `name: Harbour\nauthData: [{ type: basic, basic: { password: ${LITERAL} } }]\n` },
    ];
    for (const mistake of mistakes) {
      aviary.content({ ...CONTENT, ...mistake });
      await aviary.runAll(OFFLINE);
      await aviary.runAll(REMOTE, 'plain');
      aviary.look(Object.values(mistake)[0]!, [LITERAL]);
    }
    aviary.content(CONTENT);
    const config = readFileSync(join(aviary.repository.folder, 'gitcast.config.yaml'), 'utf8');
    for (const key of [`"${LITERAL}"`, `{"$env":"${LITERAL}"}`, `["${LITERAL}"]`]) {
      aviary.write('gitcast.config.yaml', config.replace('{"$env":"KEY"}', key));
      await aviary.runAll(OFFLINE);
      await aviary.runAll(REMOTE, 'plain');
      aviary.look(`the configuration with ${key}`, [LITERAL]);
    }
    expect([...aviary.leaks]).toEqual([]);
  });

  it('are in no report of an exception, and in no complaint about a key that cannot be sent', async () => {
    const aviary = await openAviary();
    aviary.breakInput();
    for (const words of REMOTE['webhooks']!) expect(await aviary.run(words)).toMatch(/^\d/);
    expect(await aviary.run(['webhooks', 'verify', '--signature', 'x', '--secret', 'RECEIVED'])).toContain(
      'internal error',
    );
    expect(
      await aviary.run(['webhooks', 'verify', '--signature', 'x', `--secret=${OLD.received}`, '--json']),
    ).toContain('internal error');
    for (const unsendable of [`${OLD.key}\n`, `${OLD.key}é`, `${OLD.key} \u0000`]) {
      aviary.env = { ...aviary.env, KEY: unsendable };
      await aviary.runAll(REMOTE, 'plain');
    }
    aviary.look('after exceptions');
    expect([...aviary.leaks]).toEqual([]);
  });
});
