/**
 * A repository in a temporary folder and a real service on the loopback interface that it is synced with. Commands run
 * inside this process unless a test wants to kill one. Colleagues with a web editor are direct requests to the
 * interface.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Environment } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { memoryOutput } from '../cli/in-memory.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Clock } from '../../src/machine/clock.ts';
import type { Profile } from '../../src/kinds/operation.ts';
import type { RunSummary } from '../../src/project/sync/run-summary.ts';
import { fileKinds, type KindName } from '../../src/kinds/registry.ts';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import type { FaultRule } from '../service/faults.ts';
import { openDoor, type Door } from '../../src/service/service-listener.ts';
import type { LoggedRequest } from '../../src/service/request-log.ts';
import { createService, type TestService } from '../service.ts';
import { fieldsOf, listAllRecords } from '../../src/service/store/records.ts';
import type { Work } from '../../src/service/store/work.ts';
import type { Variant } from '../service/variants.ts';
import { machineVariables } from '../git/machine-variables.ts';
import { readNow } from '../service/read-now.ts';
import { virtualClock, type VirtualClock } from '../virtual-clock.ts';
import { SECRET, type Files } from './fixture.ts';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServiceChoices {
  readonly profile?: Profile;
  readonly variants?: readonly Variant[];
  readonly rateLimit?: number;
  readonly clock?: VirtualClock;
  /** The milliseconds that the service's clock is ahead. */
  readonly ahead?: number;
  /** A database to start with; it is moved, not copied. */
  readonly database?: string;
  /** An open port, which stays open after the service. */
  readonly door?: Door;
}

/** What a test sets in the configuration. */
export interface StageSettings {
  /** Where the target is. */
  readonly baseUrl?: string;
  /** More lines of the target. */
  readonly target?: string;
  readonly settle?: number;
  readonly secrets?: readonly string[];
}

/** An object on the target, as the service stores it. */
export interface Stored {
  readonly id: string;
  readonly kind: KindName;
  readonly fields: JsonObject;
}

/** A service that several stages may share, each with its own broadcast. */
export interface Theatre {
  readonly service: TestService;
  /** The database. */
  readonly file: string;
  readonly url: string;
  readonly profile: Profile;
  /** Of the service and of the commands that tests run in this process. */
  readonly clock: VirtualClock;
  /** True if its lists show new objects late. */
  readonly lags: boolean;
  /** Requests that the interface does not show, from clients of the documented profile: there must be none. */
  readonly undocumented: readonly string[];
  readonly close: () => Promise<void>;
}

export async function openTheatre({
  profile = 'extended',
  variants = [],
  rateLimit = 0,
  clock = virtualClock(),
  ahead = 0,
  database,
  door,
}: ServiceChoices = {}): Promise<Theatre> {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-target-'));
  const file = join(folder, 'service.db');
  if (database !== undefined) renameSync(database, file);
  const service = await createService(file, {
    profile,
    rateLimit,
    // Time passes between two requests: a service that dates an edit like the write before it would hide the edit.
    clock: { now: () => (clock.pass(1), clock.now() + ahead) },
    allowPrivateWebhooks: false,
    variants: new Set(variants),
  });
  const { url, close } = await (door ?? (await openDoor({}))).serve(service);
  // The webhooks here lead nowhere, and looking up their hosts would delay everything else.
  await service.deliveries.stop();
  const undocumented: string[] = [];
  service.log.onRequest(({ operation, method, path }) => {
    if (profile === 'documented' && operation === undefined) undocumented.push(`${method} ${path}`);
  });
  return {
    service,
    file,
    url,
    profile,
    clock,
    lags: variants.includes('lagging-lists'),
    undocumented,
    close: async () => {
      await (door ? service.close() : close());
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface StageOptions extends ServiceChoices {
  readonly files?: Files;
  readonly theatre?: Theatre;
}

/** A stage that exists for the duration of a test. */
export async function openStage({ files = {}, theatre, ...choices }: StageOptions = {}): Promise<Stage> {
  const own = theatre ?? (await openTheatre(choices));
  const stage = await Stage.create(own, files);
  onTestFinished(async () => {
    stage.dispose();
    if (!theatre) await own.close();
    expect(own.undocumented).toEqual([]);
  });
  return stage;
}

/** The same, after a first sync. */
export async function openSyncedStage(options: StageOptions = {}): Promise<Stage> {
  const stage = await openStage(options);
  const { exitCode, stdout, stderr } = await stage.sync();
  expect(exitCode, stdout + stderr).toBe(0);
  return stage;
}

/** Needed only if a test checks the arguments of a plan. */
export interface PlannedChange {
  readonly address: string;
  readonly action: string;
  readonly certainty: string;
  readonly id: string | null;
  readonly fields: readonly { readonly name: string; readonly before: Json; readonly after: Json }[];
  readonly reason: string;
}

/** Higher than any process id. */
const NO_PROCESS = 2 ** 30;

/** A stage as it was at some moment, on the disk until it is resumed. */
export interface StageCopy {
  readonly name: string;
  /** Equal for copies that are identical in every byte, except for the heartbeat of the lock. */
  readonly digest: string;
  /** The theatre belongs to the stage, and closes with it. */
  readonly open: () => Promise<Stage>;
  readonly remove: () => void;
}

export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'gitcast-sync-'));
  readonly theatre: Theatre;
  readonly credentials: Credentials;
  /** The target's requests since the last `forgetRequests`. */
  readonly seen: LoggedRequest[] = [];
  env: Environment;
  clock: Clock;
  /** The URL of the target in the configuration. */
  baseUrl: string;
  readonly #stopListening: () => void;

  /** With a broadcast of its own. */
  static async create(theatre: Theatre, files: Files, { name = 'Harbour festival' } = {}): Promise<Stage> {
    return new Stage(theatre, files, await createBroadcast(theatre.service, { name }));
  }

  constructor(theatre: Theatre, files: Files, credentials: Credentials) {
    this.theatre = theatre;
    this.baseUrl = theatre.url;
    this.clock = theatre.clock;
    const { service } = theatre;
    this.credentials = credentials;
    this.env = { PATH: process.env['PATH'], GITCAST_KEY: this.credentials.key, CREW_SECRET: SECRET };
    this.#stopListening = service.log.onRequest((request) => void this.seen.push(request));
    this.configure();
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  dispose(): void {
    this.#stopListening();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A copy of the repository and the target as they are now; the process that holds the lock counts as ended. */
  async copy({ named, owner }: { named: string; owner: number }): Promise<StageCopy> {
    // Requests that were already sent arrive, as if the sender were killed now.
    await wait(5);
    const { folder, theatre, credentials } = this;
    const { url } = theatre;
    const copy = mkdtempSync(join(tmpdir(), 'gitcast-copy-'));
    const database = join(copy, 'service.db');
    copyDatabase(theatre, database);
    const kept = join(folder, '.gitcast');
    if (existsSync(kept)) cpSync(kept, join(copy, '.gitcast'), { recursive: true });
    const files = existsSync(kept) ? JSON.stringify(this.kept()).replace(/heartbeat\W+[\w:.-]+/, '') : '';
    return {
      name: named,
      digest: createHash('sha256').update(files).update(readFileSync(database)).digest('hex'),
      async open() {
        const stage = new Stage(
          await openTheatre({ profile: theatre.profile, database, clock: virtualClock(theatre.clock.now()) }),
          {},
          credentials,
        );
        cpSync(join(folder, 'content'), join(stage.folder, 'content'), { recursive: true });
        if (existsSync(join(copy, '.gitcast'))) renameSync(join(copy, '.gitcast'), join(stage.folder, '.gitcast'));
        stage.#goOnElsewhere({ owner, url });
        return stage;
      },
      remove: () => rmSync(copy, { recursive: true }),
    };
  }

  /** The process that had the lock is gone, and the service has a different port. */
  #goOnElsewhere({ owner, url }: { owner: number; url: string }): void {
    for (const [path, text] of Object.entries(existsSync(join(this.folder, '.gitcast')) ? this.kept() : {})) {
      const ended = text.replace(`"pid":${owner},`, `"pid":${NO_PROCESS},`);
      if (ended !== text) writeFileSync(join(this.folder, '.gitcast', path), ended);
    }
    moveState(this, url, this.theatre.url);
  }

  /** Lists of these services show new objects at once, unless a test changes that. */
  configure({
    baseUrl = this.theatre.url,
    target = '',
    settle = this.theatre.lags ? 30 : 0,
    secrets = ['CREW_SECRET'],
  }: StageSettings = {}): void {
    const { userId, broadcastId } = this.credentials;
    moveState(this, this.baseUrl, baseUrl);
    this.baseUrl = baseUrl;
    writeFileSync(
      join(this.folder, 'gitcast.config.yaml'),
      `site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [fr, en, es] }
defaultTarget: live
secrets: [${secrets.join(', ')}]
targets:
  live:
    baseUrl: ${baseUrl}
    userId: ${userId}
    broadcastId: ${broadcastId}
    key: { $env: GITCAST_KEY }
    profile: ${this.theatre.profile}
    settle: ${settle}
${target}`,
    );
  }

  configText(): string {
    return readFileSync(join(this.folder, 'gitcast.config.yaml'), 'utf8');
  }

  /** Paths of content files are relative to content/. */
  write(path: string, text: string): void {
    const file = join(this.folder, 'content', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  remove(path: string): void {
    rmSync(join(this.folder, 'content', path));
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, 'content', to)), { recursive: true });
    renameSync(join(this.folder, 'content', from), join(this.folder, 'content', to));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, 'content', path), 'utf8');
  }

  edit(path: string, before: string, after: string): void {
    this.write(path, this.read(path).replace(before, after));
  }

  /** Runs the program inside this process. */
  async gitcast(...words: readonly string[]): Promise<Ran> {
    const [stdout, stderr] = [memoryOutput(), memoryOutput()];
    const { clock } = this;
    const exitCode = await run(words, {
      cwd: this.folder,
      env: { ...machineVariables(), ...this.env },
      stdout,
      stderr,
      now: () => new Date(clock.now()),
      clock,
      untilStopped: () => new Promise(() => undefined),
      readInput: async () => new Uint8Array(),
    });
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  }

  /** What a command prints that is refused, with exit code 1. */
  async refusal(...words: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.gitcast(...words);
    expect(exitCode, stdout + stderr).toBe(1);
    return stderr;
  }

  async sync(...flags: readonly string[]): Promise<SyncRun> {
    const ran = await this.gitcast('sync', '--yes', '--json', ...flags);
    return { ...ran, ...(parsed(ran.stdout) as Omit<SyncRun, keyof Ran>) };
  }

  async plan(...flags: readonly string[]): Promise<PlanRun> {
    const ran = await this.gitcast('plan', '--json', ...flags);
    return { ...ran, ...(parsed(ran.stdout) as Omit<PlanRun, keyof Ran>) };
  }

  /** A request to the interface by somebody else: a colleague with a web editor. */
  async call(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const { key, userId, broadcastId } = this.credentials;
    const isA = path.startsWith('/');
    const url = isA ? `/v1${path}` : `/v1/users/${userId}/broadcasts/${broadcastId}/${path}`;
    const response = await fetch(this.theatre.url + url.replace(/\/$/, ''), {
      method,
      headers: {
        ...(isA ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} of the test was answered with ${response.status}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as JsonObject);
  }

  /** A colleague's edit in the web editor. */
  async typeInto(kind: 'event' | 'article', name: string, fields: JsonObject): Promise<void> {
    await this.call('PUT', `/${kind}s/${this.named(kind, name).id}`, fields);
  }

  async arm(...rules: readonly FaultRule[]): Promise<void> {
    this.theatre.service.faults.arm(rules);
  }

  forgetRequests(): void {
    this.seen.length = 0;
  }

  /** The content of the target, straight from its database. */
  contents(kind: KindName): readonly Stored[] {
    return readNow(this.theatre.file, storedOf(this.credentials, [kind]));
  }

  everything(): readonly Stored[] {
    const kinds = fileKinds.map(({ name }) => name);
    return readNow(this.theatre.file, storedOf(this.credentials, kinds));
  }

  /** What files of this profile may describe: the broadcast, and everything that can be created. */
  managed(): readonly Stored[] {
    return this.everything().filter(({ fields }) => fields['_unmanaged'] !== true);
  }

  /** The one object of a kind. */
  only(kind: KindName): Stored {
    const found = this.contents(kind);
    if (found.length !== 1) throw new Error(`expected one ${kind}, found ${found.length}`);
    return found[0]!;
  }

  named(kind: KindName, name: string): Stored {
    const found = this.contents(kind).filter(({ fields }) => [fields['title'], fields['name']].includes(name));
    if (found.length !== 1) throw new Error(`expected one ${kind} called ${name}, found ${found.length}`);
    return found[0]!;
  }

  titles(kind: KindName = 'event'): readonly string[] {
    return this.contents(kind).map(({ fields }) => fields['title'] as string);
  }

  stateText(): string {
    return readFileSync(join(this.folder, '.gitcast/state/live.json'), 'utf8');
  }

  /** The ids in the state, by address; none before the first run has finished. */
  ids(): Readonly<Record<string, string>> {
    if (!existsSync(join(this.folder, '.gitcast/state/live.json'))) return {};
    const { entries } = JSON.parse(this.stateText()) as { entries: Record<string, { id: string }> };
    return Object.fromEntries(Object.entries(entries).map(([address, { id }]) => [address, id]));
  }

  forgetState(): void {
    rmSync(join(this.folder, '.gitcast'), { recursive: true, force: true });
  }

  /** Every text in .gitcast/, by path. */
  kept(): Readonly<Record<string, string>> {
    const folder = join(this.folder, '.gitcast');
    return Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
    );
  }
}

function* storedOf({ broadcastId }: Credentials, kinds: readonly KindName[]): Work<readonly Stored[]> {
  const stored: Stored[] = [];
  for (const kind of kinds) {
    for (const record of yield* listAllRecords(broadcastId, kind))
      stored.push({ id: record.id, kind, fields: fieldsOf(record) });
  }
  return stored;
}

export function copyDatabase({ file }: Theatre, to: string): void {
  const original = new DatabaseSync(file);
  original.prepare('VACUUM INTO ?').run(to);
  original.close();
}

/** The same service is reached at a different URL: its state in files goes along. */
function moveState(stage: Stage, from: string, to: string): void {
  if (from === to || !existsSync(join(stage.folder, '.gitcast/state'))) return;
  for (const [path, text] of Object.entries(stage.kept())) {
    const moved = text.replaceAll(`"${from}"`, `"${to}"`);
    if (moved !== text) writeFileSync(join(stage.folder, '.gitcast', path), moved);
  }
}

export interface SyncRun extends Ran {
  readonly summary: RunSummary;
  readonly results: readonly { address: string; action: string; outcome: string; id: string | null; error: string }[];
  readonly requests: number;
  readonly retries: number;
}

export interface PlanRun extends Ran {
  readonly complete: boolean;
  readonly digest?: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly changes: readonly PlannedChange[];
  readonly requests: number;
  readonly secrets: readonly { readonly name: string; readonly addresses: readonly string[] }[];
  readonly notes: readonly string[];
  readonly refusals: Plan['refusals'];
  readonly assumed?: Plan['assumed'];
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

/** `create events/opening-night`, one per change. */
export const actionsOf = ({ changes = [] }: Partial<PlanRun>): readonly string[] =>
  changes.map(({ action, address }) => `${action} ${address}`);
