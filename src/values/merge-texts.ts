/**
 * A three-way merge, line by line. A change of one side is taken; different changes of both sides get conflict markers.
 */
import { hunksBetween, linesOf, type Hunk } from './hunks.ts';
import { append } from './long-lists.ts';
import { withLineFeeds } from './line-breaks.ts';

export interface Texts {
  /** The text of both sides before the changes. */
  readonly ancestor: string;
  readonly here: string;
  readonly there: string;
  /** The name of the other side in a conflict marker. */
  readonly thereName: string;
}

export interface Merged {
  readonly text: string;
  /** How many regions both sides changed differently. */
  readonly conflicts: number;
}

const HERE = '<<<<<<< here\n';
const MIDDLE = '=======\n';

export function mergeTexts({ ancestor, here, there, thereName }: Texts): Merged {
  const [old, ours, theirs] = [linesOf(ancestor), linesOf(here), linesOf(there)];
  const sides = { ours: hunksBetween(old, ours), theirs: hunksBetween(old, theirs) };
  const parts: string[] = [];
  let conflicts = 0;
  let at = 0;
  for (const { from, to, oursChanged, theirsChanged } of regions(sides)) {
    append(parts, old.slice(at, from));
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
  append(parts, old.slice(at));
  return { text: parts.join(''), conflicts };
}

interface Region {
  from: number;
  to: number;
  oursChanged: boolean;
  theirsChanged: boolean;
}

/**
 * Regions of the ancestor that were changed. Changes that overlap or touch are merged: they may concern the same line.
 */
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

/** A side's text for the lines `from` up to `to` of the ancestor. */
function stretch(lines: readonly string[], hunks: readonly Hunk[], from: number, to: number): string {
  const inside = hunks.filter((hunk) => hunk.from >= from && hunk.to <= to);
  const before = hunks.filter((hunk) => hunk.to <= from && !inside.includes(hunk));
  const shift = (some: readonly Hunk[]): number =>
    some.reduce((sum, hunk) => sum + (hunk.newTo - hunk.newFrom) - (hunk.to - hunk.from), 0);
  const start = from + shift(before);
  return lines.slice(start, to + shift(before) + shift(inside)).join('');
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Blank lines around a text belong to the file: services trim them, and editors require a final line break. */
export function framedAs(here: string, text: string): string {
  const lines = withLineFeeds(text);
  if (lines.trim() === '') return lines;
  const [before = ''] = /^\n*/.exec(here) ?? [];
  const [after = ''] = /\n*$/.exec(here) ?? [];
  return (lines.startsWith('\n') ? '' : before) + lines + (lines.endsWith('\n') ? '' : after);
}
