/** A three-way merge, line by line: what one side changed is taken, what both changed differently is marked. */
import { hunksBetween, linesOf, type Hunk } from '../../values/hunks.ts';

export interface Texts {
  /** What both sides had before. */
  readonly ancestor: string;
  readonly here: string;
  readonly there: string;
  /** How the other side is called in a mark. */
  readonly thereName: string;
}

export interface Merged {
  readonly text: string;
  /** How many stretches both sides changed differently. */
  readonly conflicts: number;
}

const HERE = '<<<<<<< here\n';
const MIDDLE = '=======\n';

export const hasMarks = (text: string): boolean => /^<<<<<<< here\r?$/m.test(text) && /^>>>>>>> /m.test(text);

export function mergeTexts({ ancestor, here, there, thereName }: Texts): Merged {
  const [old, ours, theirs] = [linesOf(ancestor), linesOf(here), linesOf(there)];
  const sides = { ours: hunksBetween(old, ours), theirs: hunksBetween(old, theirs) };
  const parts: string[] = [];
  let conflicts = 0;
  let at = 0;
  for (const { from, to, oursChanged, theirsChanged } of regions(sides)) {
    parts.push(...old.slice(at, from));
    at = to;
    const our = stretch(ours, sides.ours, from, to);
    const their = stretch(theirs, sides.theirs, from, to);
    if (!theirsChanged || our === their) parts.push(our);
    else if (!oursChanged) parts.push(their);
    else {
      conflicts += 1;
      parts.push(HERE, ended(our), MIDDLE, ended(their), `>>>>>>> ${thereName}\n`);
    }
  }
  parts.push(...old.slice(at));
  return { text: parts.join(''), conflicts };
}

interface Region {
  from: number;
  to: number;
  oursChanged: boolean;
  theirsChanged: boolean;
}

/** Stretches of the ancestor that somebody changed. Changes that overlap or touch are one: they may mean the same line. */
function regions({ ours, theirs }: { ours: readonly Hunk[]; theirs: readonly Hunk[] }): readonly Region[] {
  const changed = [
    ...ours.map(({ from, to }): Region => ({ from, to, oursChanged: true, theirsChanged: false })),
    ...theirs.map(({ from, to }): Region => ({ from, to, oursChanged: false, theirsChanged: true })),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  const joined: Region[] = [];
  for (const region of changed) {
    const last = joined.at(-1);
    if (!last || region.from > last.to) joined.push(region);
    else {
      last.to = Math.max(last.to, region.to);
      last.oursChanged ||= region.oursChanged;
      last.theirsChanged ||= region.theirsChanged;
    }
  }
  return joined;
}

/** What a side has for the lines `from` up to `to` of the ancestor. */
function stretch(lines: readonly string[], hunks: readonly Hunk[], from: number, to: number): string {
  const inside = hunks.filter((hunk) => hunk.from >= from && hunk.to <= to);
  const before = hunks.filter((hunk) => hunk.to <= from && !inside.includes(hunk));
  const shift = (some: readonly Hunk[]): number =>
    some.reduce((sum, hunk) => sum + (hunk.newTo - hunk.newFrom) - (hunk.to - hunk.from), 0);
  const start = from + shift(before);
  return lines.slice(start, to + shift(before) + shift(inside)).join('');
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
