/** One change of a plan as a row, with the values that differ below it. */
import type { Change, Lost } from '../../../project/index.ts';
import type { Json } from '../../../values/json.ts';
import { excerptsOf, looksSame, spelledOut } from '../text/excerpts.ts';
import { wordDiff } from '../text/word-diff.ts';
import { added, isNothing, listed, name, removed, said, strong, textOf, value } from '../tree.ts';
import type { Part, Row } from '../tree.ts';
import { differencesIn, isUndecided, lostFacts, type Difference } from './differences.ts';

export function changeRow(change: Change, { isOffline = false } = {}): Row {
  const { address, action, id, from, replaces = [], fields, lost, reason } = change;
  // Its section says it for all of them.
  const isSaid = reason === '' || (action === 'delete' && reason === 'the file was deleted');
  const isUnseen = action === 'delete' && !lost && !isOffline;
  // Without a value of the object, nothing else shows which one it is.
  const isById = id !== undefined && !isOffline && !lost && fields.every(({ unread }) => unread);
  const ids = isById ? [id, ...replaces] : replaces;
  const isAsked = isUndecided(action);
  const facts = lost ? lostParts(lost) : [];
  return {
    mark: MARKS[action],
    parts: [
      name(address),
      ...(from === undefined ? [] : [' from ', name(from)]),
      ...(ids.length === 0 ? [] : [' (', ...listed(ids), ')']),
      ...(isSaid ? [] : [' ', said(reason)]),
      ...(isUnseen ? [' (the target does not show what is deleted)'] : []),
      ...(isAsked || facts.length === 0 ? [] : [' ', ...facts]),
    ],
    below: [
      ...(isAsked && facts.length > 0 ? [{ label: 'there', parts: facts }] : []),
      ...differencesIn(change).map((each) =>
        isAsked ? sidesRow(each, OF_TARGET) : differenceRow(each, { action, isOffline }),
      ),
    ],
  };
}

const MARKS: Readonly<Record<Change['action'], string>> = {
  create: '+',
  update: '~',
  delete: '-',
  replace: '-/+',
  drift: '≠',
  conflict: '✗',
  manual: '☞',
  move: '→',
  adopt: '=',
  forget: '=',
};

function lostParts(lost: Lost): readonly Part[] {
  const facts = lostFacts(lost).join(' · ');
  if (!lost.unmanaged) return facts === '' ? [] : [facts];
  return [facts === '' ? '' : `${facts} · `, strong('in no file:'), ' ', ...listed(lost.unmanaged)];
}

const NOT_SHOWN = 'the target does not show the present value';
const SINCE_SYNC = ' (compared with the last sync, because the target does not show it)';

function differenceRow(
  { name: path, before, after, unread, isSinceSync }: Difference,
  { action, isOffline }: Pick<Change, 'action'> & { readonly isOffline: boolean },
): Row {
  // The section of an update says it for its rows.
  const isUnsaid = unread && !isOffline && action !== 'update' && action !== 'create';
  const label = [value(path), isSinceSync ? SINCE_SYNC : '', isUnsaid ? ` (${NOT_SHOWN})` : '', ': '];
  if (action === 'create') return { parts: [...label, value(after)] };
  if (unread) return { parts: [...label, '→ ', value(after, 'new')] };
  if (!isNothing(before) && !isNothing(after)) {
    const [old, now] = [textOf(before), textOf(after)];
    if (looksSame(old, now)) {
      const sides = [value(spelledOut(old), 'old'), ' → ', value(spelledOut(now), 'new')];
      return { parts: [...label, ...sides, ' (they look the same)'] };
    }
    if (isLong(old, now)) return { parts: [...label, ...wordParts(old, now)] };
  }
  return { parts: [...label, value(before, 'old'), ' → ', value(after, 'new')] };
}

/** Two values that do not fit into one line. */
const isLong = (one: string, other: string): boolean => one !== '' && other !== '' && one.length + other.length > 100;

const wordParts = (old: string, now: string): readonly Part[] =>
  excerptsOf(wordDiff(old, now)).map(({ type, text }) =>
    type === 'same' ? text : type === 'removed' ? removed(text) : added(text),
  );

/** The names of the sides. */
export interface SideNames {
  readonly there: string;
  readonly last: string;
}

export const OF_TARGET: SideNames = { there: 'there', last: 'last sync' };

/** The sides of the values that a person has to decide about. */
export const sidesOf = (fields: Change['fields'], names: SideNames): readonly Row[] =>
  differencesIn({ action: 'conflict', fields }).map((each) => sidesRow(each, names));

/** The sides of a value that no merge decides, one below the other: an arrow would say that one becomes the other. */
function sidesRow({ name: path, before, after, last, unread }: Difference, names: SideNames): Row {
  const isAsLast = last !== undefined && textOf(last) === textOf(after ?? '');
  return {
    parts: [value(path)],
    below: [
      { label: names.there, parts: unread ? [NOT_SHOWN] : sideParts(before, after) },
      { label: isAsLast ? `here = ${names.last}` : 'here', parts: sideParts(after, before) },
      ...(last === undefined || isAsLast ? [] : [{ label: names.last, parts: sideParts(last, before) }]),
    ],
  };
}

/** A value; of a long one, the words that differ from the other side stand out. */
function sideParts(own: Json | undefined, other: Json | undefined): readonly Part[] {
  if (isNothing(own)) return [value(own)];
  const [text, against] = [textOf(own), textOf(other ?? '')];
  if (looksSame(text, against)) return [value(spelledOut(text))];
  if (!isLong(text, against)) return [value(own)];
  return excerptsOf(wordDiff(against, text).filter(({ type }) => type !== 'removed')).map(({ type, text: part }) =>
    type === 'same' ? part : strong(part),
  );
}
