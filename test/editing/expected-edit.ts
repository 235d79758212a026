/** What an edit of one value may change, in the values of a document and in the lines of its file. */
import type { Operation } from '../../src/editing/protocol.ts';
import { hunksBetween, linesOf } from '../../src/values/hunks.ts';
import { isObject, valueAt, withValueAt, type Json, type JsonObject } from '../../src/values/json.ts';

/** The values of a document after an operation on one of them. */
export function valuesAfter(values: JsonObject, operation: Operation): JsonObject {
  const { path } = operation;
  if (operation.do === 'set') return withValueAt(values, path, operation.value);
  const list = valueAt(values, path.slice(0, -1)) as readonly Json[];
  const index = Number(path.at(-1));
  const rest = operation.do === 'insert' ? list : list.toSpliced(index, 1);
  const changed =
    operation.do === 'remove'
      ? rest
      : rest.toSpliced(
          operation.do === 'move' ? operation.to : index,
          0,
          operation.do === 'insert' ? operation.value : list[index]!,
        );
  return withValueAt(values, path.slice(0, -1), changed);
}

/**
 * The changed lines that contain nothing of the value, and no key on the way to it: what is written in one line is changed
 * in that line.
 */
export function strayLines(text: string, now: string, values: JsonObject, operation: Operation): readonly string[] {
  const [old, next] = [linesOf(text), linesOf(now)];
  // A diff may show that its neighbour was moved.
  const place = operation.do === 'move' ? operation.path.slice(0, -1) : operation.path;
  const subject = [valueAt(values, place) ?? '', ...('value' in operation ? [operation.value] : [])];
  const keys = operation.path.filter((step) => typeof step === 'string').map((key) => `${key}:`);
  const words = [...keys, ...subject.flatMap(wordsOf)];
  return hunksBetween(old, next)
    .map(({ from, to, newFrom, newTo }) => ({ before: old.slice(from, to), after: next.slice(newFrom, newTo) }))
    .filter(({ before, after }) => before.length !== 1 || after.length !== 1 || !isPart(before[0]!, after[0]!))
    .flatMap(({ before, after }) => [...before, ...after])
    .filter((line) => line.trim() !== '' && !words.some((word) => line.includes(word)));
}

/** True if one line is the other one with something added in one place. */
function isPart(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  return long.endsWith(short.slice(start));
}

function wordsOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? ['[]'] : value.flatMap(wordsOf);
  if (isObject(value)) return Object.entries(value).flatMap(([key, child]) => [key, ...wordsOf(child)]);
  if (value === '') return ['""'];
  const lines = String(value)
    .split('\n')
    .map((line) => line.trim());
  return [...lines, ...String(value).split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== '');
}
