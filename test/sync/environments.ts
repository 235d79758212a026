/** One repository and two services that `gitcast service` runs: staging and production. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import type { Card } from '../cli/while-serving.ts';

type Fields = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string | null>>;

interface Cards {
  readonly staging: Card;
  readonly production: Card;
}

type Stop = () => Promise<void>;

async function serveBoth(data: string): Promise<{ readonly cards: Cards; readonly stop: Stop }> {
  const [a, b] = [await serve(join(data, 'a.db')), await serve(join(data, 'b.db'))];
  return {
    cards: { staging: a.card, production: b.card },
    stop: async () => void (await Promise.all([a.stop(), b.stop()])),
  };
}

async function serve(database: string): Promise<{ readonly card: Card; readonly stop: Stop }> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const told = Promise.withResolvers<Card>();
  const running = gitcast(`service --json --port 0 --rate-limit 0 --database ${database}`, {
    cwd: dirname(database),
    stopped,
    onOutput: (text) => told.resolve(JSON.parse(text) as Card),
  });
  const card = await Promise.race([told.promise, running.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  return {
    card,
    stop: async () => {
      stop();
      await running;
    },
  };
}

export class Environments {
  readonly folder: string;
  readonly #cards: Cards;

  constructor(folder: string, cards: Cards) {
    this.folder = folder;
    this.#cards = cards;
  }

  /** Paths from the root of the repository; `null` removes the file. */
  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      if (text === null) rmSync(file);
      else writeFileSync(file, text);
    }
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  async run(words: string): Promise<{ exitCode: number; stdout: string; stderr: string; json: Fields }> {
    const env = { STAGING: this.#cards.staging.key, PRODUCTION: this.#cards.production.key };
    const ran = await gitcast(words, { cwd: this.folder, env });
    const json = words.includes('--json') && ran.stdout !== '' ? (JSON.parse(ran.stdout) as Fields) : {};
    return { ...ran, json };
  }

  async sync(target: string): Promise<void> {
    const { exitCode, stdout, stderr } = await this.run(`sync --yes --ours --target ${target}`);
    if (exitCode !== 0) throw new Error(`the sync of the test failed: ${stdout}${stderr}`);
  }

  /** A plan as `action address` lines. */
  async plan(target: string): Promise<readonly string[]> {
    const { json, stderr } = await this.run(`plan --json --target ${target}`);
    if (!json['changes']) throw new Error(stderr);
    return (json['changes'] as { action: string; address: string }[]).map((each) => `${each.action} ${each.address}`);
  }

  /** The content of the service, as the web editor would show it. */
  async events(target: 'staging' | 'production'): Promise<readonly Fields[]> {
    const events = await this.#all(target, 'events');
    return events.toSorted((a, b) => (String(a['title']) < String(b['title']) ? -1 : 1));
  }

  async titles(target: 'staging' | 'production'): Promise<readonly unknown[]> {
    return (await this.events(target)).map(({ title }) => title);
  }

  /** Changes, creates or deletes an event in the web editor. */
  async edit(target: 'staging' | 'production', title: string, fields: Fields, kind = 'events'): Promise<void> {
    const found = (await this.#all(target, kind)).find((each) => each['title'] === title);
    await this.#call(target, 'PUT', `/v1/${kind}/${String(found!['id'])}`, fields);
  }

  async make(target: 'staging' | 'production', fields: Fields): Promise<void> {
    await this.#call(target, 'POST', '/v1/events', fields);
  }

  /** The id of a place. */
  async place(target: 'staging' | 'production', name: string): Promise<unknown> {
    return (await this.#all(target, 'places')).find((each) => each['name'] === name)!['id'];
  }

  async remove(target: 'staging' | 'production', title: string): Promise<void> {
    const found = (await this.events(target)).find((each) => each['title'] === title);
    await this.#call(target, 'DELETE', `/v1/events/${String(found!['id'])}`);
  }

  async #all(target: 'staging' | 'production', kind: string): Promise<readonly Fields[]> {
    return ((await this.#call(target, 'GET', `/v1/${kind}?limit=100`)) as { data: readonly Fields[] }).data;
  }

  async #call(target: 'staging' | 'production', method: string, path: string, body?: Fields): Promise<unknown> {
    const { url, key } = this.#cards[target];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

export async function environments(files: Files): Promise<Environments> {
  const { cards, stop } = await serveBoth(folderWith());
  onTestFinished(stop);
  return repositoryIn(folderWith(), cards, files);
}

/** Returns a function that opens a copy of environments that are made once per test file, with both targets synced. */
export function copiesOfSyncedEnvironments(files: Files): () => Promise<Environments> {
  const make = async (): Promise<{ folder: string; data: string; cards: Cards }> => {
    const [folder, data] = ['gitcast-environments-', 'gitcast-data-'].map((name) =>
      mkdtempSync(join(tmpdir(), name)),
    ) as [string, string];
    const { cards, stop } = await serveBoth(data);
    const repository = repositoryIn(folder, cards, files);
    await repository.sync('staging');
    await repository.sync('production');
    await stop();
    return { folder, data, cards };
  };
  let making: ReturnType<typeof make> | undefined;
  return async () => {
    const original = await (making ??= make());
    const [folder, data] = [folderWith(), folderWith()];
    cpSync(original.folder, folder, { recursive: true });
    cpSync(original.data, data, { recursive: true });
    const { cards, stop } = await serveBoth(data);
    onTestFinished(stop);
    moveTargets(folder, original.cards, cards);
    return new Environments(folder, cards);
  };
}

/** The same services are reached at different URLs. */
function moveTargets(folder: string, from: Cards, to: Cards): void {
  const moved = new Map([
    [from.staging.url, to.staging.url],
    [from.production.url, to.production.url],
  ]);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const text = readFileSync(file, 'utf8');
    const next = text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (url) => moved.get(url) ?? url);
    if (next !== text) writeFileSync(file, next);
  }
}

function repositoryIn(folder: string, cards: Cards, files: Files): Environments {
  const target = ({ url, userId, broadcastId }: Card, variable: string, siteUrl: string) => ({
    baseUrl: url,
    userId,
    broadcastId,
    key: { $env: variable },
    profile: 'extended',
    settle: 0,
    siteUrl,
  });
  const config = {
    defaultTarget: 'staging',
    site: { timezone: 'Europe/Paris', locales: ['en'] },
    guard: { deletes: { count: 1 } },
    targets: {
      staging: target(cards.staging, 'STAGING', 'https://staging.harbour.example'),
      production: target(cards.production, 'PRODUCTION', 'https://harbour.example'),
    },
  };
  const made = new Environments(folder, cards);
  made.write({ 'gitcast.config.yaml': JSON.stringify(config), ...files });
  return made;
}

export const event = (title: string, more = ''): string =>
  `title: ${title}\nstart_time: 2027-06-18T20:30:00\nend_time: 2027-06-18T23:00:00\n${more}`;
