/**
 * A repository with commits, `gitcast service` with a webhook to `gitcast webhooks listen --pull`, and a colleague with a web
 * editor.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { gitRepository, type GitRepository } from '../git/repository.ts';

export const WEBHOOK_SECRET = 'the secret of the webhook';

const FILES = {
  '.gitignore': '.gitcast/*\n!.gitcast/state/\n',
  'content/broadcast.yaml': 'name: My broadcast\n',
  'content/places/main-stage.yaml': 'name: Main stage\n',
  'content/events/opening-night.yaml': `# The first evening.
title: Opening night   # as on the poster
start_time: 2027-06-18T20:30:00+02:00
end_time: 2027-06-18T23:00:00+02:00
place_id: places/main-stage
description: Two sets, one river.
`,
  'content/articles/getting-there.md': `---
title: Getting there
status: published
published_at: 2027-05-02T09:00:00+02:00
---
Trains stop five minutes from the gate.
`,
} as const;

export interface Event {
  readonly kind?: string;
  readonly url?: string;
  readonly commit?: string;
  readonly error?: string;
  readonly [name: string]: Json | undefined;
}

export interface Card {
  readonly url: string;
  readonly userId: string;
  readonly broadcastId: string;
  readonly key: string;
}

const endings = (): { readonly stopped: Promise<void>; readonly end: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { stopped: promise, end: () => resolve() };
};

/** The lines of JSON that a running command prints. */
class Printed {
  readonly events: Event[] = [];
  readonly #waiting = new Set<() => void>();
  #rest = '';

  readonly take = (text: string): void => {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    this.events.push(...lines.map((line) => JSON.parse(line) as Event));
    for (const look of this.#waiting) look();
  };

  /** The first matching event, starting with this one; limited by the time limit of the test. */
  next(isWanted: (event: Event) => boolean, from = 0): Promise<Event> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.events.slice(from).find(isWanted);
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }
}

export async function startServe(words = ''): Promise<Card> {
  const { stopped, end } = endings();
  const printed = new Printed();
  const database = join(folderWith(), 'service.db');
  const serving = gitcast(`service --json --quiet --port 0 --allow-private-webhooks --database ${database}${words}`, {
    stopped,
    onOutput: printed.take,
  });
  onTestFinished(async () => {
    end();
    await serving;
  });
  return (await printed.next(({ url }) => url !== undefined)) as unknown as Card;
}

export class Colleague {
  readonly #card: Card;

  constructor(card: Card) {
    this.#card = card;
  }

  async call(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const { url, key } = this.#card;
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as JsonObject;
  }

  /** Changes the one event or article. */
  async edit(collection: 'events' | 'articles', fields: JsonObject): Promise<string> {
    const { data } = await this.call('GET', `/${collection}`);
    const id = String((data as unknown as JsonObject[])[0]!['id']);
    await this.call('PUT', `/${collection}/${id}`, fields);
    return id;
  }
}

export class Desk {
  readonly repository: GitRepository;
  readonly colleague: Colleague;
  readonly env: Readonly<Record<string, string>>;

  constructor(card: Card) {
    const { url: baseUrl, userId, broadcastId, key } = card;
    const target = { baseUrl, userId, broadcastId, key: { $env: 'KEY' }, profile: 'extended' };
    const site = { url: 'https://harbour.example', timezone: 'Europe/Paris' };
    const config = { defaultTarget: 'live', site, targets: { live: target } };
    this.repository = gitRepository({ ...FILES, 'gitcast.config.yaml': JSON.stringify(config) });
    this.colleague = new Colleague(card);
    this.env = { KEY: key, GITCAST_WEBHOOK_SECRET: WEBHOOK_SECRET };
  }

  async run(words: string) {
    return gitcast(words, { cwd: this.repository.folder, env: this.env });
  }

  /** Syncs, and commits the state. */
  async sync(): Promise<void> {
    const { exitCode, stderr, stdout } = await this.run('sync --yes --json');
    if (exitCode !== 0) throw new Error(stdout + stderr);
    this.repository.commit({}, 'synced');
  }

  path(path: string): string {
    return join(this.repository.folder, path);
  }

  edit(path: string, before: string, after: string): void {
    writeFileSync(this.path(path), readFileSync(this.path(path), 'utf8').replace(before, after));
  }

  /** Listens, and gives the service the address. */
  async listen(words = ''): Promise<Listening> {
    const { stopped, end } = endings();
    const printed = new Printed();
    const listening = gitcast(`webhooks listen --pull --json --port 0${words}`, {
      cwd: this.repository.folder,
      env: this.env,
      stopped,
      onOutput: printed.take,
    });
    onTestFinished(async () => {
      end();
      await listening;
    });
    const { url } = await Promise.race([
      printed.next((event) => event.url !== undefined),
      listening.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ]);
    await printed.next(({ kind }) => kind === 'pulled' || kind === 'failed');
    const events = ['event.created', 'event.updated', 'event.deleted', 'article.updated', 'place.created'];
    await this.colleague.call('POST', '/webhooks', { url: url!, events, secret: WEBHOOK_SECRET });
    return {
      url: url!,
      events: printed.events,
      next: (kind, act) => {
        const from = printed.events.length;
        return act().then(() => printed.next((event) => event.kind === kind, from));
      },
      stop: async () => {
        end();
        return (await listening).exitCode;
      },
    };
  }
}

export interface Listening {
  readonly url: string;
  readonly events: readonly Event[];
  /** The first event of this kind after an action. */
  readonly next: (kind: string, act: () => Promise<unknown>) => Promise<Event>;
  readonly stop: () => Promise<number>;
}

export async function openDesk(): Promise<Desk> {
  const desk = new Desk(await startServe());
  await desk.sync();
  return desk;
}
