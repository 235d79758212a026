/** How much a document that would be sent is like what the last sync sent. */
import { kindNamed } from '../../kinds/registry.ts';
import type { BaseEntry } from '../../model/base.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { PlanInput } from '../context.ts';
import { desire } from '../fields/desired.ts';
import { digestOfFile } from '../fields/secrets.ts';

/** The values that would be sent, as digests by leaf. */
export type Sent = ReadonlyMap<string, string>;

/**
 * How much of what was sent must be unchanged for a document to count as moved. A different act on the same stage at
 * the same time is a different event: if the name differs too, nearly all the rest must match.
 */
const SIMILAR = { sameName: 0.5, otherName: 0.8 };

export interface Likeness {
  /** The part of the values that is the same. */
  readonly share: number;
  /** Enough of it to be the same document. */
  readonly isSimilar: boolean;
}

/** `entry`: one of the same kind. */
export function likeness(sent: Sent, entry: BaseEntry): Likeness {
  const share = sharedPart(sent, entry);
  return { share, isSimilar: share >= SIMILAR[hasSameName(sent, entry) ? 'sameName' : 'otherName'] };
}

/** Compares the first part of the natural key that the file has. */
export function hasSameName(leaves: Sent, entry: BaseEntry): boolean {
  const name =
    kindNamed(entry.kind)
      .naturalKey.flat()
      .find((each) => leaves.has(each)) ?? '';
  return leaves.get(name) === entry.leaves[name]?.sent;
}

export function whatIsSent(entity: Entity, input: PlanInput): Sent {
  const { entries } = input.base;
  const recorded = {
    idOf: (address: string) => entries.get(address)?.id,
    canPoint: (_: string, to: string) => entries.has(to),
  };
  const { leaves } = desire(entity, input, recorded);
  return new Map([...leaves].map(([name, value]) => [name, digestOfFile(value, input)]));
}

export const sentBefore = (leaves: BaseEntry['leaves']): Sent =>
  new Map(Object.entries(leaves).map(([name, { sent }]) => [name, sent]));

/** The part of the values that is the same as was sent. */
function sharedPart(current: Sent, { leaves }: BaseEntry): number {
  const same = Object.entries(leaves).filter(([name, { sent }]) => current.get(name) === sent).length;
  return same / Math.max(current.size, Object.keys(leaves).length);
}
