import { isAlias } from 'yaml';
import { type Json, valueAt } from '../../values/json.ts';
import { detachAliases } from './aliases.ts';
import { insertions } from './insert.ts';
import { type Edit, type Operation, operationsFor, perform, sameData } from './operations.ts';
import { indexOf, slotAt, slotsAlong } from './slot.ts';
import { layoutOf, renderRoot } from './render.ts';
import { removals } from './remove.ts';
import { replacements } from './replace.ts';
import { firstThatReads, readYamlText, type YamlText } from './yaml-text.ts';
import { widened } from './widen.ts';

export type { Edit } from './operations.ts';

/**
 * Changes values in a YAML text and leaves every other byte unchanged.
 *
 * The hard part is that YAML has countless ways to write a value. So nothing here depends on having thought of all of
 * them. For each step we know the resulting data. Candidate texts are generated, starting with the closest to the old
 * text (a few characters replaced), then wider ones (a collection printed again, the whole document), and the first one
 * that is read as exactly the expected data is used. A mistake in the clever part costs formatting, never data.
 */
export function editYaml(text: string, edits: readonly Edit[]): string {
  // Set aside, because it would shift the columns of the first line.
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const source = readYamlText(text.slice(byteOrderMark.length));
  if (!source) throw new Error('Cannot edit a text that is not valid YAML.');
  const edited = edits.reduce((current, edit) => operationsFor(current.data, edit).reduce(carryOut, current), source);
  return byteOrderMark + edited.text;
}

function carryOut(source: YamlText, operation: Operation): YamlText {
  const expected = perform(source.data, operation);
  const isExpected = (data: Json): boolean => sameData(data, expected);
  const result = firstThatReads(candidates(source, operation, expected), isExpected);
  if (!result) throw new Error(`No YAML could be written for this edit: ${JSON.stringify(operation)}`);
  return result;
}

function* candidates(source: YamlText, asked: Operation, expected: Json): Generator<string> {
  const operation = atAlias(source, asked, expected);
  const detached = detachAliases(source, operation);
  yield* spliced(detached, operation);
  yield* widened(detached, operation);
  const layout = layoutOf(source);
  yield renderRoot(expected, layout, 0, { quoteAll: true }) + layout.lineBreak;
}

function* spliced(source: YamlText, operation: Operation): Generator<string> {
  const { path } = operation;
  const slot = slotAt(source, operation.do === 'replace' ? path : path.slice(0, -1));
  const step = path.at(-1);
  if (!slot) return;
  if (operation.do === 'replace') yield* replacements(source, slot, operation.value);
  else if (step === undefined) return;
  else if (operation.do === 'insert') yield* insertions(source, slot, step, operation.value);
  else yield* removals(source, slot, indexOf(slot.node, step));
}

/** A change below an alias replaces the alias: the value it repeats must not change. */
function atAlias(source: YamlText, operation: Operation, expected: Json): Operation {
  const slots = slotsAlong(source, operation.path);
  if (!slots || slots.length > operation.path.length || !isAlias(slots.at(-1)?.node)) return operation;
  const path = operation.path.slice(0, slots.length - 1);
  return { do: 'replace', path, value: valueAt(expected, path) ?? null };
}
