/**
 * Brings a saved plan up to date with what the plan of this moment knows about the target and the files. The new plan is
 * not applied, but what it no longer asks for is not applied either.
 */
import { assertNever } from '../diagnostics/errors.ts';
import { canonical } from '../values/canonical.ts';
import { leafAt } from '../values/leaves.ts';
import { SENSITIVE, type Change, type Plan } from './plan.ts';

export function asOfNow(saved: Plan, now: Plan): Plan {
  const { open, absent, complete, unread = saved.unread, uncompared = saved.uncompared } = now;
  const { storedDifferently, assumed } = now;
  const { storedDifferently: _, assumed: _assumed, ...kept } = saved;
  return {
    ...kept,
    changes: withIntents(saved.changes, now.changes),
    open,
    absent,
    complete: saved.complete && complete,
    ...(unread && { unread }),
    ...(uncompared && { uncompared }),
    ...(storedDifferently && { storedDifferently }),
    ...(assumed && { assumed }),
    leftOut: leftOut(saved.changes, now.changes),
    notes: [...saved.notes, ...outdatedNote(saved, now)],
  };
}

const SHOWN = 5;

function outdatedNote(saved: Plan, now: Plan): readonly string[] {
  const isAsked = askedBy(now);
  const outdated = saved.changes.filter((change) => !isAsked(change)).map(sameChange);
  if (outdated.length === 0) return [];
  const others = outdated.length > SHOWN ? ` and ${outdated.length - SHOWN} more` : '';
  const count = outdated.length === 1 ? '1 saved change is' : `${outdated.length} saved changes are`;
  const why = 'since then, the files or the target have changed';
  return [`${count} left out, because ${why}: ${outdated.slice(0, SHOWN).join(', ')}${others}`];
}

/**
 * True if a plan still asks for a saved change. The two may have been made with different choices, and then the plan of
 * now has a conflict or drift where the saved one has an update: what counts is that the files still ask for each value.
 */
export function askedBy({ changes }: Plan): (saved: Change) => boolean {
  const byAddress = Map.groupBy(changes, ({ address }) => address);
  return (saved) => {
    const current = byAddress.get(saved.address) ?? [];
    const isSame = ({ action, id, from }: Change): boolean =>
      action === saved.action && id === saved.id && from === saved.from;
    switch (saved.action) {
      case 'create':
        // As a whole: a new object without what the file says by now, such as that it is a draft, would be wrong.
        return current.some(
          (change) => change.action === 'create' && asksForAll([change], saved) && asksForAll([saved], change),
        );
      case 'update':
      case 'replace':
        return asksForAll(current, saved);
      case 'delete':
        return current.some((change) => isSame(change) || (isUndecidedDeletion(change) && change.id === saved.id));
      case 'adopt':
      case 'move':
      case 'forget':
        return current.some(isSame);
      case 'drift':
      case 'conflict':
      case 'manual':
        return true;
      default:
        return assertNever(saved.action);
    }
  };
}

/** The file is gone, and the object was changed. The author of the saved plan has decided that it is deleted. */
const isUndecidedDeletion = ({ action, fields, lost }: Change): boolean =>
  action === 'conflict' && fields.length === 0 && lost !== undefined;

function asksForAll(current: readonly Change[], saved: Change): boolean {
  const wanted = Map.groupBy(current.flatMap(wishes), ({ name }) => name);
  return wishes(saved).every(({ name, values }) =>
    wanted.get(name)?.some((wish) => wish.values.some((value) => values.includes(value))),
  );
}

/**
 * Each value as it is sent, unless nothing is, and as it is shown, unless it is hidden. An id that is shown may still be an
 * address in the body, or was one in the other plan.
 */
const wishes = ({ fields, after }: Change) =>
  fields.map((field) => ({
    name: field.name,
    values: [
      ...(after ? [canonical(leafAt(after, field.name))] : []),
      ...(field.after === SENSITIVE ? [] : [canonical(field.after)]),
    ],
  }));

const sameChange = ({ action, address }: Change): string => `${action} ${address}`;

/** Later runs may have left intents open, or settled some that were open. */
function withIntents(saved: readonly Change[], now: readonly Change[]): readonly Change[] {
  const current = new Map(now.map((change) => [sameChange(change), change]));
  return saved.map(({ settles: _, waitsUntil: _until, ...change }) => {
    const { settles, waitsUntil } = current.get(sameChange(change)) ?? {};
    return { ...change, ...(settles && { settles }), ...(waitsUntil !== undefined && { waitsUntil }) };
  });
}

function leftOut(saved: readonly Change[], now: readonly Change[]): number {
  const contentOf = (change: Change): string => `${sameChange(change)} ${canonical(change.after)}`;
  const planned = new Set(saved.map(contentOf));
  return now.filter((change) => !planned.has(contentOf(change))).length;
}
