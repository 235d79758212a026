/** Random changes of random values of the demo, over all kinds: each diff touches only the value, and undo gives back every byte. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Operation } from '../../src/editing/protocol.ts';
import { isSame } from '../../src/values/canonical.ts';
import { isObject, valueAt, type Json, type JsonObject, type Path } from '../../src/values/json.ts';
import { runs, SEED } from '../seed.ts';
import { EditedCopy, TAB } from './edited-content.ts';
import { strayLines, valuesAfter } from './expected-edit.ts';

const EDITS = runs({ test: 120, proof: 2000 });

it('changes only the value that was edited, and all of it can be undone', () => {
  const copy = new EditedCopy();
  const before = copy.all();
  const { addresses } = copy;
  const choices = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat(5), fc.string({ unit: 'grapheme', minLength: 1 })), {
    numRuns: EDITS,
    seed: SEED,
  });
  const counts = { saved: 0, invalid: 0, refused: 0, conflict: 0 };
  for (const [document, place, way, word] of choices) {
    const address = addresses[document % addresses.length]!;
    const { values, file } = copy.open(address);
    const paths = [...editable(values)];
    const path = paths[place % paths.length]!;
    const operation = operationOn(values, path, way, word);
    const text = copy.read(file);
    const answer = copy.change(address, operation);
    counts[answer.type]++;
    const now = copy.read(file);
    if (answer.type !== 'saved') expect(now).toBe(text);
    else {
      const expected = valuesAfter(values, operation);
      expect(isSame(answer.document.values, expected), `${address} ${JSON.stringify(operation)}`).toBe(true);
      expect(strayLines(text, now, values, operation), `${address} ${JSON.stringify(operation)}\n${now}`).toEqual([]);
    }
  }
  expect(counts.saved).toBeGreaterThan(EDITS / 2);
  expect(counts.conflict).toBe(0);
  while (copy.files.turn(TAB, 'undo').type === 'undone');
  expect(copy.all()).toEqual(before);
});

/** Texts, numbers and flags, and entries of lists. */
function* editable(value: Json, path: Path = []): Generator<Path> {
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : undefined;
  if (!entries) yield path;
  else if (Array.isArray(value) || path.length === 0 || entries.length > 0)
    for (const [key, child] of entries) {
      if (Array.isArray(value)) yield [...path, key];
      yield* editable(child as Json, [...path, key]);
    }
}

function operationOn(values: JsonObject, path: Path, way: number, word: string): Operation {
  const was = valueAt(values, path)!;
  const list = valueAt(values, path.slice(0, -1));
  if (Array.isArray(list) && way > 2) {
    if (way === 3) return { do: 'remove', path, was };
    if (way === 4) return { do: 'insert', path, value: was };
    return { do: 'move', path, to: list.length - 1 - Number(path.at(-1)), was };
  }
  if (isObject(was) || Array.isArray(was)) return { do: 'insert', path, value: was };
  const value = typeof was === 'number' ? was + 1 : typeof was === 'boolean' ? !was : changedText(String(was), word);
  return { do: 'set', path, value, was };
}

/** Inside the text, so that dates, links and addresses are sometimes still valid. */
const changedText = (text: string, word: string): string =>
  /\d/.test(text) ? text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) : `${text} ${word}`;
