/** Documents whose file moved: the old address is gone, and a new one has the same or similar content. */
import { kindNamed } from '../../kinds/registry.ts';
import type { BaseEntry } from '../../model/base.ts';
import type { Entity } from '../../model/broadcast.ts';
import { digestOfFile } from '../fields/secrets.ts';
import type { PlanInput } from '../context.ts';
import { desire } from '../fields/desired.ts';
import type { Identity } from './identity.ts';
import type { Leaves } from '../../values/leaves.ts';

type Moved = Pick<Extract<Identity, { type: 'moved' }>, 'id' | 'entry' | 'from'>;
type Orphans = ReadonlyMap<string, BaseEntry>;
/** The values that would be sent, as digests by leaf. */
type Sent = ReadonlyMap<string, string>;

interface Sending {
  readonly current: Sent;
  /** In the form that an earlier version would have sent. */
  readonly older: () => readonly Sent[];
}

/**
 * How much of what was sent must be unchanged for a document to count as moved. A different act on the same stage at
 * the same time is a different event: if the name differs too, nearly all the rest must match.
 */
const SIMILAR = { sameName: 0.5, otherName: 0.8 };
/** Git compares texts, so it recognises more than we do in a long body, and less in a file of five lines. */
const SIMILAR_TO_GIT = { sameName: 50, otherName: 90 };

export function findMoved(unknown: readonly Entity[], orphans: Orphans, input: PlanInput): ReadonlyMap<Entity, Moved> {
  const left = new Map(orphans);
  const found = new Map<Entity, Moved>();
  if (left.size === 0) return found;
  const take = (entity: Entity, from: string | undefined): void => {
    const entry = from === undefined ? undefined : left.get(from);
    if (from === undefined || !entry) return;
    left.delete(from);
    found.set(entity, { from, entry, id: entry.id });
  };
  const byId = new Map([...left].map(([from, { id }]) => [id, from]));
  const sent = new Map<Entity, Sending>();
  for (const entity of unknown) {
    if (entity.local.id === undefined) sent.set(entity, whatIsSent(entity, input));
    else take(entity, byId.get(entity.local.id));
  }
  for (const [entity, from] of namedByAliases(sent, left)) take(entity, from);
  for (const [entity, { current }] of sent) if (!found.has(entity)) take(entity, renamed(entity, current, left, input));
  // Identical content first, for all documents at once: a renamed folder may contain thousands.
  const same = new Map([...left].map(([from, { kind, leaves }]) => [signature(kind, sentBefore(leaves)), from]));
  const takeSame = (formsOf: (sending: Sending) => readonly Sent[]): void => {
    for (const [entity, sending] of sent) {
      if (found.has(entity) || left.size === 0) continue;
      const from = formsOf(sending).map((leaves) => same.get(signature(entity.kind, leaves)));
      take(
        entity,
        from.find((each) => each !== undefined && left.has(each)),
      );
    }
  };
  takeSame(({ current }) => [current]);
  takeSame(({ older }) => older());
  for (const [entity, sending] of sent) if (!found.has(entity)) take(entity, mostSimilar(entity, sending, left));
  return found;
}

/**
 * The address that a document had before, as its `$aliases` say: no resemblance is needed. Of several, which it took over
 * from deleted documents, the one whose values are most like its own.
 */
function namedByAliases(sent: ReadonlyMap<Entity, Sending>, orphans: Orphans): ReadonlyMap<Entity, string> {
  const named = [...sent.keys()].flatMap((entity) => claimed(entity, orphans).map((from) => ({ entity, from })));
  const claims = [...Map.groupBy(named, ({ from }) => from).values()].filter(({ length }) => length === 1).flat();
  return new Map(
    [...Map.groupBy(claims, ({ entity }) => entity)].map(([entity, own]) => {
      const likeness = ({ from }: { from: string }): number => sharedPart(sent.get(entity)!, orphans.get(from)!);
      return [entity, own.reduce((best, each) => (likeness(each) > likeness(best) ? each : best)).from];
    }),
  );
}

const claimed = ({ kind, local }: Entity, orphans: Orphans): readonly string[] =>
  (local.aliases ?? []).filter((alias) => orphans.get(alias)?.kind === kind);

/** Documents that name the same former address, if nothing else shows which of them had it: by the address. */
export function contestedAliases(unknown: readonly Entity[], orphans: Orphans): ReadonlyMap<Entity, readonly string[]> {
  const found = unknown.map(
    (entity) => [entity, entity.local.id === undefined ? claimed(entity, orphans) : []] as const,
  );
  return new Map(found.filter(([, from]) => from.length > 0));
}

function whatIsSent(entity: Entity, input: PlanInput): Sending {
  const { entries } = input.base;
  const recorded = {
    idOf: (address: string) => entries.get(address)?.id,
    canPoint: (_: string, to: string) => entries.has(to),
  };
  const { leaves, older } = desire(entity, input, recorded);
  const digests = (each: Leaves): Sent => new Map([...each].map(([name, value]) => [name, digestOfFile(value, input)]));
  return { current: digests(leaves), older: () => older().map(digests) };
}

const sentBefore = (leaves: BaseEntry['leaves']): Sent =>
  new Map(Object.entries(leaves).map(([name, { sent }]) => [name, sent]));

const signature = (kind: string, leaves: Sent): string =>
  [kind, ...[...leaves].map(([name, sent]) => `${name} ${sent}`).sort()].join('\n');

/** The address under which git knew the file before. */
function renamed({ address, kind }: Entity, leaves: Sent, orphans: Orphans, input: PlanInput): string | undefined {
  const rename = input.renames?.get(address);
  const entry = rename && orphans.get(rename.from);
  if (!entry || entry.kind !== kind) return undefined;
  const name = nameOf(kind, leaves);
  const isSameName = leaves.get(name) === entry.leaves[name]?.sent;
  return rename.similarity >= SIMILAR_TO_GIT[isSameName ? 'sameName' : 'otherName'] ? rename.from : undefined;
}

/** The first part of the natural key that the file has. */
const nameOf = (kind: Entity['kind'], leaves: Sent): string =>
  kindNamed(kind)
    .naturalKey.flat()
    .find((each) => leaves.has(each)) ?? '';

/** The part of the values that is the same as was sent. */
function sharedPart({ current, older }: Sending, { leaves }: BaseEntry): number {
  const forms = [current, ...older()];
  const isSent = (name: string, sent: string): boolean => forms.some((form) => form.get(name) === sent);
  const same = Object.entries(leaves).filter(([name, { sent }]) => isSent(name, sent)).length;
  return same / Math.max(current.size, Object.keys(leaves).length);
}

function mostSimilar({ kind }: Entity, sending: Sending, orphans: Orphans): string | undefined {
  if (orphans.size === 0) return undefined;
  const leaves = sending.current;
  const name = nameOf(kind, leaves);
  let [best, most]: [string | undefined, number] = [undefined, 0];
  for (const [from, entry] of orphans) {
    if (entry.kind !== kind) continue;
    const share = sharedPart(sending, entry);
    const isSameName = leaves.get(name) === entry.leaves[name]?.sent;
    if (share >= SIMILAR[isSameName ? 'sameName' : 'otherName'] && share > most) [best, most] = [from, share];
  }
  return best;
}
