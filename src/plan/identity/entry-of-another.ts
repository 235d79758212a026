import { isMarked, marked } from '../../exchange/secrets.ts';
import { ASSUMED, UNSETTLED, type BaseEntry, type BaseLeaf } from '../../model/base.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { topLevelKey } from '../../values/leaves.ts';
import { canChange } from '../capabilities-of.ts';
import type { PlanInput } from '../context.ts';

/**
 * The base of an object that takes the place of a deleted one. It is compared with what the last sync sent to the deleted
 * one, except for what nobody can see: a field that the target does not show is assumed to match, and secrets are sent
 * again where that is possible.
 */
export function entryOfAnother(entry: BaseEntry, id: string, input: PlanInput): BaseEntry {
  const hidden = recordsOf(input.snapshot, entry.kind).get(id)?.hidden ?? [];
  const isSendable = canChange(entry.kind, input);
  const leaves = Object.entries(entry.leaves).map(([name, leaf]): [string, BaseLeaf] => {
    const isSecret = isMarked(leaf.sent);
    if (!isSecret && !hidden.includes(topLevelKey(name))) return [name, leaf];
    return [name, { sent: isSecret && isSendable ? marked(UNSETTLED) : leaf.sent, answered: ASSUMED }];
  });
  return { ...entry, id, leaves: Object.fromEntries(leaves) };
}
