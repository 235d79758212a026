/** What a deletion takes away, in words. */
import { count } from '../../../diagnostics/count.ts';
import type { Lost } from '../../../project/index.ts';
import { number } from '../text/excerpts.ts';

/** `“Opening night”`, `2027-06-18 20:30 to 23:00 +02:00`, `places/main-stage`, `1,240 characters of text`. */
export const lostFacts = ({ title, starts, ends, place, characters, blocks }: Lost): readonly string[] => [
  ...(title === undefined ? [] : [`“${title.slice(0, 200)}”`]),
  ...(starts === undefined ? [] : [timeWords(starts, ends)]),
  ...(place === undefined ? [] : [place]),
  ...(characters === undefined ? [] : [`${number(characters)} characters of text`]),
  ...(blocks === undefined ? [] : [count(blocks, 'block')]),
];

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

function timeWords(starts: string, ends: string | undefined): string {
  const [from, to] = [INSTANT.exec(starts), INSTANT.exec(ends ?? '')];
  if (!from) return starts;
  const zone = (found: RegExpExecArray): string => (found[3]!.toUpperCase() === 'Z' ? 'UTC' : found[3]!);
  if (!to || zone(to) !== zone(from)) return `${from[1]} ${from[2]} ${zone(from)}`;
  return `${from[1]} ${from[2]} to ${to[1] === from[1] ? '' : `${to[1]} `}${to[2]} ${zone(from)}`;
}
