/** One change of a plan in a review comment. */
import type { Change, Lost } from '../../../project/index.ts';
import type { Json } from '../../../values/json.ts';
import { excerptsOf, looksSame, number, spelledOut, WHOLE, type Room } from '../text/excerpts.ts';
import { code, escape, prose, textOf } from '../text/markdown.ts';
import { wordDiff, type Piece } from '../text/word-diff.ts';
import { differencesIn, isOpen, lostFacts, NOT_SHOWN, notShown, SINCE_SYNC, type Difference } from './differences.ts';

export interface Detail extends Room {
  /** How many values of a change are shown. */
  readonly values: number;
  /** How much of a value that is not compared is shown. */
  readonly value: number;
}

/** In a comment, a reviewer has to find the important changes. */
export const COMMENT: Detail = { context: 60, change: 400, values: 12, value: 120 };
/** In a file, nothing is left out. */
export const FULL: Detail = { ...WHOLE, values: Infinity, value: Infinity };

export function changeMarkdown(change: Change, detail: Detail): string {
  const { address, action, lost } = change;
  const differences = differencesIn(change);
  const shown = differences.slice(0, detail.values);
  const left = differences.length - shown.length;
  const isDeletion = action === 'delete';
  const facts = lost ? [lostMarkdown(lost)] : [];
  const head = [code(address), ...(isDeletion ? facts : []), ...reasonMarkdown(change)].join(' ');
  return [
    `- ${head}`,
    ...(isDeletion ? [] : facts.map((there) => `  - there: ${there}`)),
    ...shown.flatMap((each) =>
      isOpen(action) ? sidesMarkdown(each, detail) : [differenceMarkdown(each, change, detail)],
    ),
    ...(left > 0 ? [`  - … ${number(left)} more ${left === 1 ? 'value' : 'values'}`] : []),
  ].join('\n');
}

/** The change in one short line, for a summary. */
export function briefMarkdown({ address, lost, from }: Change): string {
  const title = lost?.title === undefined ? '' : ` “${escape(lost.title.slice(0, 60))}”`;
  const moved = from === undefined ? '' : ` from ${code(from)}`;
  return `- ${code(address)}${title}${moved}${lost?.unmanaged ? ` · ${unmanagedMarkdown(lost.unmanaged)}` : ''}`;
}

/** The heading of the deletions says it for all of them. */
function reasonMarkdown({ action, certainty, reason }: Change): readonly string[] {
  const isSaid = action === 'delete' && reason === 'the file was deleted';
  const isBlind = action === 'delete' && certainty === 'blind';
  return [
    ...(isSaid || reason === '' ? [] : [prose(reason.slice(0, 600))]),
    ...(isBlind ? ['(the target does not show what is deleted)'] : []),
  ];
}

const lostMarkdown = (lost: Lost): string =>
  [...lostFacts(lost).map(escape), ...(lost.unmanaged === undefined ? [] : [unmanagedMarkdown(lost.unmanaged)])].join(
    ' · ',
  );

const unmanagedMarkdown = (names: readonly string[]): string =>
  `**in no file:** ${names
    .slice(0, 12)
    .map((name) => code(name))
    .join(', ')}`;

const nameMarkdown = (name: string): string => (/^[a-z\d]+(?:[_.-][a-z\d]+)*$/i.test(name) ? name : code(name));

function differenceMarkdown(difference: Difference, change: Change, detail: Detail): string {
  const { name, before, after, unread, isSinceSync } = difference;
  const label = `  - ${nameMarkdown(name)}${isSinceSync ? ` (${SINCE_SYNC})` : ''}: `;
  if (change.action === 'create') return label + value(after, detail);
  // A value is known to have changed, and not what it was.
  if (unread) return `${label}→ ${value(after, detail)}${notShown(change)}`;
  if (isNothing(before)) return `${label}∅ → ${value(after, detail)}`;
  if (isNothing(after)) return `${label}${value(before, detail)} → ∅`;
  const [old, now] = [textOf(before!), textOf(after!)];
  if (looksSame(old, now))
    return `${label}${value(spelledOut(old), detail)} → ${value(spelledOut(now), detail)} (they look the same)`;
  if (!isLong(before, after)) return `${label}${code(before, Infinity)} → ${code(after, Infinity)}`;
  return label + excerptsOf(wordDiff(old, now), detail).map(pieceMarkdown).join('');
}

/** Two values that do not fit into one line. */
const isLong = (before: Json | undefined, after: Json | undefined): boolean =>
  textOf(before ?? '').length + textOf(after ?? '').length > 100;

const isNothing = (each: Json | undefined): boolean => each === undefined || each === null;

function value(each: Json | undefined, { value: most }: Detail): string {
  const size = [...textOf(each ?? '')].length;
  return code(each, most) + (size > most ? ` (${number(size)} characters)` : '');
}

function pieceMarkdown({ type, text }: Piece): string {
  if (type === 'same') return escape(text);
  return marked(text, type === 'removed' ? 'del' : 'ins');
}

/** Spaces at the ends stay outside, where they are not underlined; a change of spaces alone is made visible. */
function marked(text: string, tag: 'del' | 'ins' | 'strong'): string {
  const [, start = '', body = '', end = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  if (body === '') return `<${tag}>${escape(spelledOut(text))}</${tag}>`;
  return `${escape(start)}<${tag}>${escape(body)}</${tag}>${escape(end)}`;
}

/** The sides of a value that no merge decides, one below the other: an arrow would say that one becomes the other. */
function sidesMarkdown(difference: Difference, detail: Detail): readonly string[] {
  const { name, before, after, last } = difference;
  const row = (label: string, text: string): string => `    - ${label}: ${text}`;
  const there = row('there', difference.unread ? NOT_SHOWN : sideMarkdown(before, after, detail));
  const isAsLast = last !== undefined && textOf(last) === textOf(after ?? '');
  const here = row(isAsLast ? 'here and at the last sync' : 'here', sideMarkdown(after, before, detail));
  const then = isAsLast ? [] : [row('last sync', lastMarkdown(difference, detail))];
  return [`  - ${nameMarkdown(name)}`, there, here, ...then];
}

function lastMarkdown({ before, last, unsynced }: Difference, detail: Detail): string {
  if (last !== undefined) return sideMarkdown(last, before, detail);
  return unsynced ? 'never synced' : 'not recorded';
}

/** A value, with the words that differ from the other side in bold. */
function sideMarkdown(own: Json | undefined, other: Json | undefined, detail: Detail): string {
  if (isNothing(own)) return '∅';
  const [text, against] = [textOf(own!), textOf(other ?? '')];
  if (looksSame(text, against)) return code(spelledOut(text), detail.value);
  if (isNothing(other) || !isLong(own, other)) return value(own, detail);
  const pieces = wordDiff(against, text).filter(({ type }) => type !== 'removed');
  return excerptsOf(pieces, detail)
    .map(({ type, text: part }) => (type === 'same' ? escape(part) : marked(part, 'strong')))
    .join('');
}
