/**
 * Finds the objects that runs created for one address without recording it. Each such run left an intent, and an object
 * with an intent's natural key was created by it. There may be several of both: a document may be edited and synced
 * repeatedly by runs that were killed.
 */
import type { JsonObject } from '../../values/json.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { BaseEntry, BaseLeaf } from '../../model/base.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import type { OpenIntent } from '../context.ts';
import { hasDigest, isCut, isEcho } from '../fields/echo.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import { largest } from '../../values/long-lists.ts';

export interface Made {
  readonly type: 'made';
  readonly id: string;
  /** The digests of what was sent for it: its base. */
  readonly leaves: BaseEntry['leaves'];
  /** Objects that other intents created: this one replaces them. */
  readonly others: readonly string[];
  readonly settled: readonly OpenIntent[];
}

export type Search = Made | { readonly type: 'ambiguous'; readonly ids: readonly string[] };

type Digest = (text: string) => string;

interface Shown {
  readonly fields: JsonObject;
}

/** `intents`: all of one address, oldest first. `records`: objects that belong to no document. */
export function searchMade(
  intents: readonly OpenIntent[],
  records: readonly RemoteRecord[],
  digest: Digest,
): Search | undefined {
  const found = recognised(intents, records);
  if (found.length === 0) {
    const cut = records.filter((record) => intents.some((intent) => mayBeCut(intent, record)));
    return cut.length === 0 ? undefined : ambiguous(cut);
  }
  const pairs: Pair[] = [];
  for (const record of found) {
    const free = intents.filter(
      (intent) => recognises(intent, record) && !pairs.some((pair) => pair.intent === intent),
    );
    // More objects than intents: somebody else created one of them.
    if (free.length === 0) return ambiguous(found);
    pairs.push(bestPair(record, free, digest));
  }
  const last = intents.findLast((intent) => pairs.some((pair) => pair.intent === intent));
  const main = pairs.find(({ intent }) => intent === last)!;
  return {
    type: 'made',
    id: main.record.id,
    leaves: leavesOf(main),
    others: found.filter((record) => record !== main.record).map(({ id }) => id),
    settled: pairs.map(({ intent }) => intent),
  };
}

const ambiguous = (records: readonly RemoteRecord[]): Search => ({
  type: 'ambiguous',
  ids: records.map(({ id }) => id),
});

interface Pair {
  readonly record: RemoteRecord;
  readonly intent: OpenIntent;
  /** All intents that may have created the object, as far as that is visible. */
  readonly candidates: readonly OpenIntent[];
}

function bestPair(record: RemoteRecord, intents: readonly OpenIntent[], digest: Digest): Pair {
  const likeness = new Map(intents.map((intent) => [intent, agreement(intent, record, digest)]));
  const most = largest(likeness.values());
  const candidates = intents.filter((intent) => likeness.get(intent) === most);
  return { record, intent: candidates.at(-1)!, candidates };
}

/** The number of sent values that the object shows. */
function agreement({ leaves, echoes }: OpenIntent, { fields, hidden }: RemoteRecord, digest: Digest): number {
  return Object.keys(leaves).filter(
    (name) => !hidden.includes(topLevelKey(name)) && hasDigest(leafAt(fields, name), digestOf(name), digest),
  ).length;
  function digestOf(name: string): string {
    return echoes[name] ?? leaves[name]!;
  }
}

/** No value has this digest: the file counts as changed. */
const UNKNOWN = 'unknown';

/** If the target hides a value and several runs sent different ones, it is unknown which one arrived. */
function leavesOf({ intent, candidates }: Pair): BaseEntry['leaves'] {
  const entries = Object.entries(intent.leaves).map(([name, sent]): [string, BaseLeaf] => {
    const isSure = candidates.every(({ leaves }) => leaves[name] === sent);
    return [name, { sent: isSure ? sent : UNKNOWN, answered: intent.echoes[name] ?? sent }];
  });
  return Object.fromEntries(entries);
}

/**
 * By the natural key that was sent, even if the file has changed since. Fields that others edited since may be missing
 * from it.
 */
function recognised(intents: readonly OpenIntent[], records: readonly RemoteRecord[]): readonly RemoteRecord[] {
  let found = records.filter((record) => intents.some((intent) => recognises(intent, record)));
  for (const names of kindNamed(intents[0]!.kind).naturalKey) {
    if (found.length <= intents.length) break;
    const narrowed = found.filter((record) => intents.some((intent) => isSameIn(names, intent, record)));
    if (narrowed.length > 0) found = narrowed;
  }
  return found;
}

/** True if these fields have the natural key that was sent. */
export const recognises = (intent: OpenIntent, object: Shown): boolean => isSameIn(keyOf(intent), intent, object);

/** The first set of names that was sent completely. */
const keyOf = (intent: OpenIntent): readonly string[] =>
  kindNamed(intent.kind).naturalKey.find((names) => names.every((name) => isGiven(name, intent))) ?? [];

const isGiven = (name: string, { naturalKey }: OpenIntent): boolean => Object.hasOwn(naturalKey, name);

const isSameIn = (names: readonly string[], intent: OpenIntent, { fields }: Shown): boolean =>
  names.length > 0 && names.every((name) => isGiven(name, intent) && isEcho(intent.naturalKey[name], fields[name]));

/** One text of the key is cut; the rest is the same. */
function mayBeCut(intent: OpenIntent, { fields }: RemoteRecord): boolean {
  const { naturalKey } = intent;
  const different = keyOf(intent).filter((name) => !isEcho(naturalKey[name], fields[name]));
  return different.length === 1 && isCut(naturalKey[different[0]!], fields[different[0]!]);
}
