/**
 * A run against a real service on the loopback interface, the independent one of the histories: its quirks and faults
 * are those that runs encounter. Time passes only during sleeps, the journal is in memory, and journal lines and
 * requests are recorded in one story, because nearly everything here is about their order.
 */
import { onTestFinished } from 'vitest';
import { applyPlan, type Applied } from '../../src/apply/apply-plan.ts';
import { perform, type Performed } from '../../src/apply/perform.ts';
import { Progress, type ObjectToDelete, type Result, type Run } from '../../src/apply/run.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import type { Base, BaseEntry } from '../../src/model/base.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../../src/model/snapshot.ts';
import { leavesOf } from '../../src/values/leaves.ts';
import type { Change, Plan } from '../../src/plan/plan.ts';
import { createClient, type Client } from '../../src/remote/client.ts';
import type { JournalLine } from '../../src/state/journal-line.ts';
import { USUAL, type Oddities } from '../histories/oddities.ts';
import { openHost, World, type Fields } from '../histories/service.ts';
import { ManualClock, talkTo } from '../remote/target.ts';

type Asked = Parameters<World['answer']>[0];
type Answer = ReturnType<World['answer']>;

class WatchedWorld extends World {
  readonly story: string[] = [];
  /** All requests that were received. */
  readonly asked: Asked[] = [];
  /** Responds in place of the service, if it returns a response. */
  instead: (asked: Asked) => Answer | undefined = () => undefined;

  override answer(asked: Asked): Answer {
    this.asked.push(asked);
    this.story.push(`${asked.method} ${asked.path.join('/')}`);
    return this.instead(asked) ?? super.answer(asked);
  }

  /** Objects that somebody created in the web editor, by id. */
  put(collection: string, fields: Fields): string {
    return this.create(collection, fields, 'colleague') as string;
  }

  fieldsOf(id: string): Fields | undefined {
    return this.live().find((stored) => stored.id === id)?.fields;
  }
}

/** What a run knew before it started. */
export interface Before {
  readonly entries?: Readonly<Record<string, BaseEntry>>;
  readonly snapshot?: Snapshot;
  /** All changes of the plan, if there are others. */
  readonly changes?: readonly Change[];
}

export interface Bench {
  readonly world: WatchedWorld;
  readonly clock: ManualClock;
  readonly client: Client;
  readonly run: Run;
  /** All journal lines. */
  readonly lines: readonly JournalLine[];
  /** Requests and journal lines in order. */
  readonly story: readonly string[];
  readonly trash: readonly ObjectToDelete[];
  /** Results as they were reported. */
  readonly reported: readonly Result[];
  /** The current lists of these kinds. */
  readonly look: (...kinds: readonly KindName[]) => Promise<Snapshot>;
  readonly perform: (change: Change, before?: Before) => Promise<Performed>;
  readonly apply: (changes: readonly Change[], before?: Before) => Promise<Applied>;
}

export async function openBench(oddities: Partial<Oddities> = {}, wishes: Partial<Run> = {}): Promise<Bench> {
  const host = await openHost();
  onTestFinished(host.close);
  const clock = new ManualClock();
  const world = new WatchedWorld({ ...USUAL, ...oddities }, { now: clock.now, set: () => 0 });
  const { http } = talkTo(host.urlOf(world), { clock });
  const {
    userId,
    broadcastId,
    key,
    oddities: { profile },
  } = world;
  const client = createClient({ http, profile, sharedArticleIds: true, userId, broadcastId, key });
  const [lines, trash, reported]: [JournalLine[], ObjectToDelete[], Result[]] = [[], [], []];
  const { story } = world;
  const run: Run = {
    client,
    journal: {
      append: async (...more) => {
        lines.push(...more);
        story.push(...more.map(({ type, address }) => `${type} ${address}`));
      },
    },
    keepBody: async (text) => `kept ${text}`,
    keepInTrash: async (doomed) => {
      trash.push(doomed);
      story.push(`trash ${doomed.address}`);
    },
    digest,
    secretDigest: (name) => `!digest of ${name}`,
    secret: (name) => (name === 'UNSET' ? undefined : `value of ${name}`),
    keyFor: ({ action, address }) => `key to ${action} ${address}`,
    sentBefore: () => undefined,
    settle: 60_000,
    now: clock.now,
    sleep: clock.sleep,
    concurrency: 4,
    allowReplace: true,
    onResult: (result) => void reported.push(result),
    ...wishes,
  };
  const known = ({ entries = {}, snapshot = snapshotOf() }: Before): { base: Base; snapshot: Snapshot } => ({
    base: { entries: new Map(Object.entries(entries)) },
    snapshot,
  });
  return {
    world,
    clock,
    client,
    run,
    lines,
    story,
    trash,
    reported,
    look: async (...kinds) => {
      const readings = await Promise.all(kinds.map(async (kind) => [kind, await client.list(kind)] as const));
      story.length = 0;
      world.asked.length = 0;
      return { ...snapshotOf(), kinds: new Map(readings) };
    },
    perform: (change, before = {}) =>
      perform(change, run, new Progress({ changes: before.changes ?? [change] }, known(before))),
    apply: (changes, before = {}) => applyPlan(planOf(changes), known(before), run),
  };
}

/** A bench whose service has one object. */
export async function openBenchWith(collection: string, fields: Fields, ...wishes: Parameters<typeof openBench>) {
  const bench = await openBench(...wishes);
  return { bench, id: bench.world.put(collection, fields) };
}

/** What a run knows at its start. */
export const progressOf = (
  changes: readonly Change[] = [],
  entries: Readonly<Record<string, BaseEntry>> = {},
  snapshot: Snapshot = snapshotOf(),
): Progress => new Progress({ changes }, { base: { entries: new Map(Object.entries(entries)) }, snapshot });

/** The text itself: a failure shows the values. */
export const digest = (text: string): string => text;

/** A change of the given action; it sets all leaves of its body. */
export function changeOf(given: Partial<Change> & Pick<Change, 'action' | 'address'>): Change {
  const sets = [...leavesOf(given.after ?? {}).keys()];
  const [folder = ''] = given.address.split('/');
  return {
    kind: folder.replace(/s$/, '') as KindName,
    certainty: 'verified',
    fields: [],
    pointers: [],
    secrets: [],
    reason: 'for a person to decide',
    dependsOn: [],
    agreed: {},
    sets,
    drops: [],
    ...given,
  };
}

export function planOf(changes: readonly Change[]): Plan {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, adopt: 0, move: 0, forget: 0 };
  const summary = { ...counts, drift: 0, conflict: 0, manual: 0, unchanged: 0 };
  const rest = { open: [], absent: [], notes: [], refusals: [] };
  return { version: 1, target: 'test', complete: true, summary, requests: 0, changes, ...rest };
}

export function entryOf(kind: KindName, id: string, more: Partial<BaseEntry> = {}): BaseEntry {
  return { kind, id, leaves: {}, ...more };
}

/** A leaf with these sent and answered values. */
export const leaf = (sent: string, answered = sent) => ({ sent, answered });

export function recordOf(
  kind: KindName,
  id: string,
  fields: JsonObject,
  more: Partial<RemoteRecord> = {},
): RemoteRecord {
  return { kind, id, fields, hidden: [], ...more };
}

export function snapshotOf(...records: readonly RemoteRecord[]): Snapshot {
  const byKind = Map.groupBy(records, ({ kind }) => kind);
  const kinds = [...byKind].map(([kind, some]): [KindName, KindReading] => [
    kind,
    { type: 'read', records: new Map(some.map((record) => [record.id, record])) },
  ]);
  return { target: 'test', kinds: new Map(kinds), startedAt: 0, requests: 0 };
}

export const TIMES = { start_time: '2027-06-18T20:30:00.000Z', end_time: '2027-06-18T23:00:00.000Z' };
