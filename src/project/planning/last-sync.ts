/**
 * The text that was sent at the last sync, for the conflicts of a plan and for texts that the target does not show. The state
 * has digests of all other values, and this text itself, since a merge needs it.
 */
import { kindNamed } from '../../kinds/registry.ts';
import { isRecorded, type Base } from '../../model/base.ts';
import { digestOf } from '../../plan/fields/secrets.ts';
import type { Change, FieldChange, Plan } from '../../plan/plan.ts';
import type { StateStore } from '../../state/store.ts';
import { digest } from '../../values/digest.ts';

interface LastSync {
  readonly base: Base;
  readonly store: Pick<StateStore, 'body'>;
}

export async function withLastSync<P extends Pick<Plan, 'changes'>>(plan: P, lastSync: LastSync): Promise<P> {
  return { ...plan, changes: await Promise.all(plan.changes.map((change) => withLastText(change, lastSync))) };
}

async function withLastText(change: Change, { base, store }: LastSync): Promise<Change> {
  const { address, kind, id, action, fields } = change;
  const { body: name } = kindNamed(kind);
  const entry = base.entries.get(address);
  if (name === undefined || entry?.body === undefined || entry.kind !== kind || entry.id !== id) return change;
  const leaf = entry.leaves[name];
  const isAsked = (field: FieldChange): boolean => {
    if (field.name !== name || field.last !== undefined) return false;
    return action === 'conflict' ? isRecorded(leaf) : field.unread === true;
  };
  if (!fields.some(isAsked)) return change;
  const last = await store.body(entry.body);
  // A reviewer of a text that is written without being read has to see what was sent.
  if (last === undefined || (action !== 'conflict' && digestOf(last, { digest }) !== leaf?.sent)) return change;
  return { ...change, fields: fields.map((field) => (isAsked(field) ? { ...field, last } : field)) };
}
