/**
 * A repository in a temporary folder and a real service on the loopback interface, as a user with a terminal has them.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import type { Profile } from '../../src/kinds/operation.ts';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import { listen } from '../../src/service/service-listener.ts';
import { systemClock } from '../../src/service/options.ts';
import { createService, type TestOptions, type TestService } from '../service.ts';
import type { Variant } from '../service/variants.ts';
import { gitcast } from '../cli/in-memory.ts';
import type { ServiceAtOneUrl } from '../service/service-at-one-url.ts';
import { temporaryFolder } from '../temporary-folder.ts';

type Files = Readonly<Record<string, string>>;

interface Options {
  readonly profile?: Profile;
  readonly variants?: readonly Variant[];
  readonly name?: string;
}

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly json: Record<string, unknown>;
}

export class Repository {
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#env = env;
  }

  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, 'content', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  read(path: string): string {
    return readFileSync(join(this.folder, 'content', path), 'utf8');
  }

  remove(path: string): void {
    rmSync(join(this.folder, 'content', path));
  }

  /** Every file of the content folder with its text. */
  files(): Files {
    const root = join(this.folder, 'content');
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
    return Object.fromEntries(paths.map((path) => [path, this.read(path)]));
  }

  async run(words: string): Promise<Ran> {
    const stopped = new Promise<void>(() => {});
    const ran = await gitcast(words, { cwd: this.folder, env: this.#env, stopped });
    return { ...ran, json: words.includes('--json') ? (JSON.parse(ran.stdout) as Record<string, unknown>) : {} };
  }

  async sync(words = ''): Promise<void> {
    const { exitCode, stdout, stderr } = await this.run(`sync --yes --json${words === '' ? '' : ` ${words}`}`);
    if (exitCode !== 0) throw new Error(`the sync of the test failed: ${stdout}${stderr}`);
  }

  /** The plan as `action address` lines. */
  async plan(): Promise<readonly string[]> {
    const { json, stderr } = await this.run('plan --json');
    if (!json['changes']) throw new Error(stderr);
    return (json['changes'] as { action: string; address: string }[]).map((each) => `${each.action} ${each.address}`);
  }

  async pull(words = ''): Promise<Ran> {
    return this.run(`pull --json${words === '' ? '' : ` ${words}`}`);
  }
}

export interface Remote {
  readonly call: (method: string, path: string, body?: JsonObject) => Promise<JsonObject>;
  readonly all: (path: string) => Promise<readonly JsonObject[]>;
  /** Changes the one object of a collection of Surface A that has this title or name, as the web editor would. */
  readonly edit: (collection: string, title: string, fields: JsonObject) => Promise<JsonObject>;
  readonly surfaceB: string;
  readonly url: string;
  readonly key: string;
  /** An empty repository that is bound to this service. */
  readonly repository: (files?: Files, options?: { readonly profile?: Profile }) => Repository;
}

export async function startRemote({
  profile = 'extended',
  variants = [],
  name = 'Harbour',
}: Options = {}): Promise<Remote> {
  const place = temporaryFolder();
  const service = await createService(join(place, 'service.db'), serviceOptions({ profile, variants }));
  const { url, close } = await listen(service);
  onTestFinished(close);
  return remoteAt({ url, place, profile, credentials: await createBroadcast(service, { name }) });
}

/** A service and a repository that was synced with it. */
export async function startSynced(files: Files, options: Options = {}): Promise<Synced> {
  const remote = await startRemote(options);
  const repository = remote.repository(files);
  await repository.sync();
  return { remote, repository };
}

interface Synced {
  readonly remote: Remote;
  readonly repository: Repository;
}

/** Each call of the result copies a remote and a repository that are synced once for all tests of the file. */
export function syncedOnce(
  service: ServiceAtOneUrl,
  files: Files,
  after: (synced: Synced) => Promise<void> = async () => {},
): () => Promise<Synced> {
  const profile = 'extended';
  const serve = (place: string): Promise<TestService> =>
    service.serve(join(place, 'service.db'), serviceOptions({ profile, variants: [] }));
  let making: Promise<{ readonly original: string; readonly credentials: Credentials }> | undefined;
  const make = async () => {
    const original = mkdtempSync(join(process.env['GITCAST_TEST_RUN'] ?? tmpdir(), 'gitcast-synced-'));
    const credentials = await createBroadcast(await serve(original), { name: 'Harbour' });
    const remote = remoteAt({ url: service.url(), place: original, profile, credentials });
    const repository = remote.repository(files);
    await repository.sync();
    await after({ remote, repository });
    await service.rest();
    return { original, credentials };
  };
  return async () => {
    const { original, credentials } = await (making ??= make());
    const place = temporaryFolder();
    cpSync(original, place, { recursive: true });
    await serve(place);
    onTestFinished(service.rest);
    const remote = remoteAt({ url: service.url(), place, profile, credentials });
    return { remote, repository: remote.repository() };
  };
}

const serviceOptions = ({ profile, variants }: Required<Omit<Options, 'name'>>): TestOptions => ({
  profile,
  rateLimit: 0,
  variants: new Set(variants),
  allowPrivateWebhooks: false,
  clock: systemClock,
});

interface RemotePlace {
  readonly url: string;
  /** The folder of its repositories. */
  readonly place: string;
  readonly profile: Profile;
  readonly credentials: Credentials;
}

function remoteAt({ url, place, profile, credentials: { userId, broadcastId, key } }: RemotePlace): Remote {
  const surfaceB = `/v1/users/${userId}/broadcasts/${broadcastId}`;

  const call: Remote['call'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as JsonObject;
  };
  const all: Remote['all'] = async (path) =>
    (await call('GET', `${path}?limit=200`))['data'] as unknown as JsonObject[];
  let folders = 0;
  return {
    call,
    all,
    surfaceB,
    url,
    key,
    edit: async (collection, title, fields) => {
      const found = (await all(`/v1/${collection}`)).find((each) => each['title'] === title || each['name'] === title);
      return call('PUT', `/v1/${collection}/${String(found!['id'])}`, fields);
    },
    repository: (files = {}, options = {}) => {
      const folder = join(place, `repository-${folders++}`);
      mkdirSync(folder, { recursive: true });
      const target = {
        baseUrl: url,
        userId,
        broadcastId,
        key: { $env: 'KEY' },
        profile: options.profile ?? profile,
        settle: 0,
      };
      const site = { url: 'https://harbour.example', timezone: 'Europe/Paris', locales: ['fr', 'en', 'es'] };
      const config = { defaultTarget: 'web', site, secrets: ['HOOK_SECRET'], targets: { web: target } };
      writeFileSync(join(folder, 'gitcast.config.yaml'), JSON.stringify(config));
      const repository = new Repository(folder, { KEY: key, HOOK_SECRET: 'canary-of-the-hook' });
      repository.write(files);
      return repository;
    },
  };
}

/** The demo broadcast of this repository. */
export function copyDemo(repository: Repository): void {
  cpSync(join(import.meta.dirname, '../../content'), join(repository.folder, 'content'), { recursive: true });
}
