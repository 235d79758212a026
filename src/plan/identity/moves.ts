/** Documents whose file moved: the old address is gone, and a new one has the same or similar content. */
import type { BaseEntry } from '../../model/base.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { PlanInput } from '../context.ts';
import type { Identity } from './identity.ts';
import { hasSameName, likeness, sentBefore, whatIsSent, type Sent } from './likeness.ts';

type Moved = Pick<Extract<Identity, { type: 'moved' }>, 'id' | 'entry' | 'from'>;
type Orphans = ReadonlyMap<string, BaseEntry>;
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
  const sent = new Map<Entity, Sent>();
  for (const entity of unknown) {
    if (entity.local.id === undefined) sent.set(entity, whatIsSent(entity, input));
    else take(entity, byId.get(entity.local.id));
  }
  for (const [entity, current] of sent) if (!found.has(entity)) take(entity, renamed(entity, current, left, input));
  // Identical content first, for all documents at once: a renamed folder may contain thousands.
  const same = new Map([...left].map(([from, { kind, leaves }]) => [signature(kind, sentBefore(leaves)), from]));
  for (const [entity, current] of sent) if (!found.has(entity)) take(entity, same.get(signature(entity.kind, current)));
  for (const [entity, current] of sent) if (!found.has(entity)) take(entity, mostSimilar(entity, current, left));
  return found;
}

const signature = (kind: string, leaves: Sent): string =>
  [kind, ...[...leaves].map(([name, sent]) => `${name} ${sent}`).sort()].join('\n');

/** The address under which git knew the file before. */
function renamed({ address, kind }: Entity, leaves: Sent, orphans: Orphans, input: PlanInput): string | undefined {
  const rename = input.renames?.get(address);
  const entry = rename && orphans.get(rename.from);
  if (!entry || entry.kind !== kind) return undefined;
  const isSameName = hasSameName(leaves, entry);
  return rename.similarity >= SIMILAR_TO_GIT[isSameName ? 'sameName' : 'otherName'] ? rename.from : undefined;
}

function mostSimilar({ kind }: Entity, current: Sent, orphans: Orphans): string | undefined {
  let [best, most]: [string | undefined, number] = [undefined, 0];
  for (const [from, entry] of orphans) {
    if (entry.kind !== kind) continue;
    const { share, isSimilar } = likeness(current, entry);
    if (isSimilar && share > most) [best, most] = [from, share];
  }
  return best;
}
