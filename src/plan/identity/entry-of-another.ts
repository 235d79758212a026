import { isMarked, marked } from '../../exchange/secrets.ts';
import { ASSUMED, UNSETTLED, type BaseEntry, type BaseLeaf } from '../../model/base.ts';
import { canChange } from '../capabilities-of.ts';
import type { PlanInput } from '../context.ts';

/**
 * The base of an object that takes the place of a deleted one. It is compared with what the last sync sent to the deleted
 * one, except for secrets: nobody can see whether the new one has them, so they are sent again where that is possible.
 */
export function entryOfAnother(entry: BaseEntry, id: string, input: PlanInput): BaseEntry {
  const isSendable = canChange(entry.kind, input);
  const leaves = Object.entries(entry.leaves).map(([name, leaf]): [string, BaseLeaf] => {
    if (!isMarked(leaf.sent)) return [name, leaf];
    return [name, { sent: isSendable ? marked(UNSETTLED) : leaf.sent, answered: ASSUMED }];
  });
  return { ...entry, id, leaves: Object.fromEntries(leaves) };
}
