/** An in-memory target, sufficient to plan against and to apply plans to, for the tests of the differ. */
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { isObject, withValueAt, type Json, type JsonObject } from '../../src/values/json.ts';
import { capabilities } from '../../src/kinds/capabilities.ts';
import { fileKinds, type KindName } from '../../src/kinds/registry.ts';
import type { Base, BaseEntry, BaseLeaf } from '../../src/model/base.ts';
import type { Broadcast } from '../../src/model/broadcast.ts';
import { checkContent } from '../../src/model/check-content.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../../src/model/snapshot.ts';
import { isReplacedBy } from '../../src/apply/entry.ts';
import { canonical } from '../../src/values/canonical.ts';
import { NO_CHOICES, type Choices, type PlanInput, type PlanTarget } from '../../src/plan/context.ts';
import { desire, type Desired } from '../../src/plan/fields/desired.ts';
import { leafAt } from '../../src/values/leaves.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import type { Change, Plan } from '../../src/plan/plan.ts';

export type Files = Readonly<Record<string, string>>;

export function broadcastOf(files: Files): Broadcast {
  const withBroadcast = { 'broadcast.yaml': 'name: Test\n', ...files };
  const settings = { timezone: 'Europe/Paris', locales: ['fr', 'en', 'es'] as const };
  const { broadcast, diagnostics } = checkContent(readContent(memoryFiles(withBroadcast), { prefix: '' }), settings);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error) throw new Error(`the files of the test are wrong: ${error.at.file}:${error.at.line} ${error.message}`);
  return broadcast;
}

const BROADCAST_ID = 'b'.repeat(24);

export interface WorldOptions {
  readonly profile?: PlanTarget['profile'];
  /** The service's version of what it is sent. */
  readonly normalise?: (fields: JsonObject) => JsonObject;
}

export interface PlanOptions {
  readonly choices?: Partial<Choices>;
  readonly unknown?: readonly KindName[];
  readonly unreadable?: readonly KindName[];
  readonly input?: Partial<PlanInput>;
}

export class World {
  readonly records = new Map<string, RemoteRecord>();
  base: Base = { entries: new Map() };
  readonly target: PlanTarget;
  readonly #normalise: (fields: JsonObject) => JsonObject;
  #clock = 0;

  constructor({ profile = 'extended', normalise = (fields) => fields }: WorldOptions = {}) {
    this.target = { name: 'test', profile, broadcastId: BROADCAST_ID, sharedArticleIds: true, takesExamples: false };
    this.#normalise = normalise;
    this.put('broadcast', BROADCAST_ID, { name: 'Test' });
  }

  /** A world that has these files. */
  static synced(files: Files, options: WorldOptions = {}): World {
    const world = new World(options);
    world.sync(files);
    return world;
  }

  put(kind: KindName, id: string, fields: JsonObject): void {
    const updatedAt = new Date(++this.#clock * 1000).toISOString();
    this.records.set(id, { kind, id, fields, hidden: [], updatedAt });
  }

  /** Somebody edits an object in the web editor. */
  edit(id: string, fields: JsonObject): void {
    const record = this.records.get(id)!;
    this.put(record.kind, id, { ...record.fields, ...fields });
  }

  only(kind: KindName): RemoteRecord {
    const found = this.all(kind);
    if (found.length !== 1) throw new Error(`expected one ${kind}, found ${found.length}`);
    return found[0]!;
  }

  all(kind: KindName): readonly RemoteRecord[] {
    return [...this.records.values()].filter((record) => record.kind === kind);
  }

  /** Records more about a document, as an earlier run may have. */
  record(address: string, more: Partial<BaseEntry>): void {
    const entry = { ...this.base.entries.get(address)!, ...more };
    this.base = { ...this.base, entries: new Map([...this.base.entries, [address, entry]]) };
  }

  snapshot(unknown: readonly KindName[] = [], unreadable: readonly KindName[] = []): Snapshot {
    const kinds = new Map<KindName, KindReading>();
    for (const kind of fileKinds) {
      const records = new Map(this.all(kind.name).map((record) => [record.id, this.#shown(record)]));
      const { read } = capabilities(kind, this.target.profile, this.target);
      if (!read || unreadable.includes(kind.name)) kinds.set(kind.name, { type: 'unreadable' });
      else if (unknown.includes(kind.name))
        kinds.set(kind.name, { type: 'unknown', reason: 'it failed half-way', records });
      else kinds.set(kind.name, { type: 'read', records });
    }
    return { target: 'test', kinds, startedAt: 0, requests: 0 };
  }

  plan(files: Files, options: PlanOptions = {}): Plan {
    return makePlan(this.input(files, options));
  }

  /** The input of a plan. */
  input(files: Files, options: PlanOptions = {}): PlanInput {
    return {
      broadcast: broadcastOf(files),
      snapshot: this.snapshot(options.unknown, options.unreadable),
      base: this.base,
      target: this.target,
      guard: { count: 10, percent: 30 },
      choices: { ...NO_CHOICES, ...options.choices },
      digest,
      secretDigest: (name) => `secret ${name}`,
      mediaUrl: (name) => `https://site.example/${name}`,
      documentUrl: (address) => `https://site.example/${address}/`,
      pageUrl: (path) => `https://site.example${path}`,
      intents: [],
      ...options.input,
    };
  }

  /** Makes the changes of a plan, and records them like a real run. */
  apply(plan: Plan): void {
    for (const change of plan.changes) this.#make(change);
  }

  sync(files: Files, options: PlanOptions = {}): Plan {
    const plan = this.plan(files, options);
    this.apply(plan);
    return plan;
  }

  /** Articles are listed without their text if the interface shows no way to read one. */
  #shown(record: RemoteRecord): RemoteRecord {
    if (record.kind === 'webhook') return { ...record, hidden: ['secret'] };
    if (record.kind !== 'article' || this.target.profile === 'extended') return record;
    const { content: _, cover_image_url: __, ...fields } = record.fields;
    return { ...record, fields, hidden: ['content', 'cover_image_url'] };
  }

  #make(change: Change): void {
    const entries = new Map(this.base.entries);
    const present = entries.get(change.from ?? change.address);
    switch (change.action) {
      case 'create':
      case 'replace': {
        const id = (++this.#clock).toString(16).padStart(24, '0');
        const sent = this.#sent(change);
        this.put(change.kind, id, this.#normalise(withoutNulls(sent)));
        if (change.action === 'replace') this.records.delete(change.id!);
        entries.set(change.address, this.#entry(change, id, sent, undefined));
        break;
      }
      case 'update': {
        const id = change.id ?? present!.id;
        const sent = this.#sent(change);
        this.put(change.kind, id, this.#normalise(withoutNulls({ ...this.records.get(id)?.fields, ...sent })));
        entries.set(change.address, this.#entry(change, id, sent, present));
        break;
      }
      case 'adopt':
      case 'move':
        for (const [address, { kind, id }] of entries)
          if (kind === change.kind && id === change.id) entries.delete(address);
        entries.set(change.address, this.#entry(change, change.id!, {}, present));
        break;
      case 'delete':
        this.records.delete(change.id!);
        if (entries.get(change.address)?.id === change.id) entries.delete(change.address);
        break;
      case 'forget':
        entries.delete(change.address);
        break;
      default:
        return;
    }
    this.base = { entries };
  }

  #sent({ after = {}, pointers }: Change): JsonObject {
    return pointers.reduce((body, { path, address }) => {
      const id = this.base.entries.get(address)?.id;
      if (id === undefined) throw new Error(`${address} has no id yet: the order of the plan is wrong`);
      return withValueAt(body, path, id);
    }, after);
  }

  #entry(change: Change, id: string, sent: JsonObject, present: BaseEntry | undefined): BaseEntry {
    const record = this.records.get(id);
    const known = Object.entries({ ...present?.leaves, ...change.agreed });
    const leaves = Object.fromEntries(known.filter(([name]) => !isReplacedBy(change, name)));
    for (const name of change.sets) {
      leaves[name] = {
        sent: digest(canonical(leafAt(sent, name))),
        answered: digest(canonical(record && leafAt(record.fields, name))),
      };
    }
    const { edited } = change;
    const updatedAt = record?.updatedAt;
    return { kind: change.kind, id, leaves, ...(updatedAt && { updatedAt }), ...(edited && { edited }) };
  }
}

/** The text itself is a good digest for tests: a failure shows the values. */
export const digest = (text: string): string => text;

const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Trims every string and adds a key in each block, as some services do. */
export function tidied(value: Json, inBlocks = false): Json {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map((each: Json) => tidied(each, inBlocks));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, tidied(each, key === 'blocks')]);
  return Object.fromEntries(inBlocks ? [...entries, ['_rendered', true]] : entries) as JsonObject;
}

export const actions = (plan: Plan): readonly string[] =>
  plan.changes.map(({ action, address }) => `${action} ${address}`);

export const TIMES = { start_time: '2027-06-18T20:30:00Z', end_time: '2027-06-18T23:00:00Z' };
/** The file of an event. */
export const eventText = (title: string, more = '', { start_time, end_time } = TIMES): string =>
  `title: ${JSON.stringify(title)}\nstart_time: ${start_time}\nend_time: ${end_time}\n${more}`;

/** What the base has of a value that was sent, and answered unchanged or differently. */
export const was = (sent: Json, answered: Json = sent): BaseLeaf => ({
  sent: digest(canonical(sent)),
  answered: digest(canonical(answered)),
});

/** A document as the differ compares it: it may point to anything, by the ids in the base. */
export function desiredOf(address: string, input: PlanInput): Desired {
  const entity = input.broadcast.entities.get(address);
  if (!entity) throw new Error(`the test has no document ${address}`);
  return desire(entity, input, { idOf: (each) => input.base.entries.get(each)?.id, canPoint: () => true });
}
