/** The places where two sequences differ: lines of a text or words of a sentence. */
import { diffArrays } from 'diff/lib/diff/array.js';

/** Items `from` up to `to` of the old sequence became items `newFrom` up to `newTo` of the new one. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** The lines of a text, each with its line break. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Sequences that differ in more items than this count as one change: the search time grows with its square. */
const MOST_DIFFERENCES = 1000;

export function hunksBetween(old: readonly string[], now: readonly string[]): readonly Hunk[] {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const middle = { from: head, to: old.length - tail, newFrom: head, newTo: now.length - tail };
  if (middle.from === middle.to && middle.newFrom === middle.newTo) return [];
  return hunksWithin(middle, old, now) ?? [middle];
}

/** Undefined if the sequences differ too much to look for common items. */
function hunksWithin({ from, to, newFrom, newTo }: Hunk, old: readonly string[], now: readonly string[]) {
  const changes = diffArrays(old.slice(from, to), now.slice(newFrom, newTo), { maxEditLength: MOST_DIFFERENCES });
  if (!changes) return undefined;
  const hunks: Hunk[] = [];
  let [at, newAt] = [from, newFrom];
  for (const { added, removed, count } of changes) {
    const [start, newStart] = [at, newAt];
    if (!added) at += count;
    if (!removed) newAt += count;
    if (!added && !removed) continue;
    const last = hunks.at(-1);
    // A removal and the addition in its place are one hunk.
    const touches = last?.to === start && last.newTo === newStart;
    const begin = touches ? hunks.pop()! : { from: start, newFrom: newStart };
    hunks.push({ from: begin.from, to: at, newFrom: begin.newFrom, newTo: newAt });
  }
  return hunks;
}

const CONTEXT = 2;

/** The lines that change, with a few around them, as `diff -u` writes them; empty for equal texts. */
export function diffBetween(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = hunksBetween(old, now).flatMap(({ from, to, newFrom, newTo }) => [
    `@@ -${from + 1},${to - from} +${newFrom + 1},${newTo - newFrom} @@`,
    ...old.slice(Math.max(0, from - CONTEXT), from).map((line) => ` ${line}`),
    ...old.slice(from, to).map((line) => `-${line}`),
    ...now.slice(newFrom, newTo).map((line) => `+${line}`),
    ...old.slice(to, to + CONTEXT).map((line) => ` ${line}`),
  ]);
  return lines.map((line) => `${line.replace(/\r?\n$/, '')}\n`).join('');
}
