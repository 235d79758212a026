import { isDeepStrictEqual } from 'node:util';
import { isAlias, isNode, type Node, visit, isCollection, isMap, isPair } from 'yaml';
import { type Json, valueAt } from '../../values/json.ts';
import { insertions, moves, removals } from './items.ts';
import { type Edit, type Operation, operationsFor, perform } from './edit-operations.ts';
import { indexOf, slotAt, slotsAlong, itemSlots, type Slot, rootSlot } from './slot.ts';
import { layoutOf, renderRoot } from './render.ts';
import { replacements } from './replace.ts';
import { firstThatReads, readYamlText, type YamlText } from './yaml-text.ts';

export type { Edit } from './edit-operations.ts';

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
  const isExpected = (data: Json): boolean => isDeepStrictEqual(data, expected);
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
  else if (operation.do === 'move') yield* moves(source, slot, Number(step), operation.to);
  else yield* removals(source, slot, indexOf(slot.node, step));
}

/** A change below an alias replaces the alias: the value it repeats must not change. */
function atAlias(source: YamlText, operation: Operation, expected: Json): Operation {
  const slots = slotsAlong(source, operation.path);
  if (!slots || slots.length > operation.path.length || !isAlias(slots.at(-1)?.node)) return operation;
  const path = operation.path.slice(0, slots.length - 1);
  return { do: 'replace', path, value: valueAt(expected, path) ?? null };
}

/**
 * Replaces every alias that depends on the value to be changed with a copy. Otherwise it would follow the
 * change, or lose its value. The anchor stays, without aliases.
 */
function detachAliases(source: YamlText, operation: Operation): YamlText {
  const alias = dependentAlias(source, operation);
  if (!alias?.node) return source;
  const value = alias.node.toJS(source.document, { maxAliasCount: -1 }) as Json;
  const detached = firstThatReads(replacements(source, alias, value), (data) => isDeepStrictEqual(data, source.data));
  return detached ? detachAliases(detached, operation) : source;
}

function dependentAlias(source: YamlText, operation: Operation): Slot | undefined {
  const isInsert = operation.do === 'insert';
  const slots = slotsAlong(source, isInsert ? operation.path.slice(0, -1) : operation.path) ?? [];
  const target = isInsert ? null : (slots.at(-1)?.node ?? null);
  const changing: unknown[] = slots.map(({ node }) => node);
  if (target) visit(target, { Node: (_, node) => void changing.push(node) });
  const anchored = new Set(changing.filter((node) => isNode(node) && hasAnchor(node)));
  if (anchored.size === 0) return undefined;
  return aliasesBeneath(source, rootSlot(source), target).find(
    ({ node }) => isAlias(node) && anchored.has(node.resolve(source.document)),
  );
}

function hasAnchor(node: Node): boolean {
  return 'anchor' in node && node.anchor !== undefined;
}

function aliasesBeneath(source: YamlText, slot: Slot, except: Node | null): Slot[] {
  if (slot.node === null || slot.node === except) return [];
  if (isAlias(slot.node)) return [slot];
  return itemSlots(source, slot)?.flatMap((item) => aliasesBeneath(source, item, except)) ?? [];
}

/**
 * Applies the operation to the tree instead of the text, and prints the surroundings of the value again: first the
 * innermost collection, then the outer ones. Comments survive this, spacing and quotes may not.
 */
function* widened(source: YamlText, operation: Operation): Generator<string> {
  const draft = readYamlText(source.text);
  const slots = slotsAlong(source, operation.path.slice(0, -1));
  const drafts = draft && slotsAlong(draft, operation.path.slice(0, -1));
  const parent = drafts?.at(-1)?.node;
  if (!draft || !slots || !drafts || !parent) return;
  changeTree(draft, parent, operation);
  for (let depth = slots.length - 1; depth >= 0; depth--) {
    const [slot, changed] = [slots[depth], drafts[depth]?.node];
    if (!slot || !changed) continue;
    // Comments above the first item are outside the printed part.
    changed.commentBefore = null;
    yield* replacements(source, slot, changed);
  }
}

function changeTree({ document }: YamlText, parent: Node, operation: Operation): void {
  const step = operation.path.at(-1);
  if (!isCollection(parent) || step === undefined) return;
  const { items } = parent;
  const index = indexOf(parent, step);
  if (operation.do === 'remove') {
    items.splice(index, 1);
    return;
  }
  if (operation.do === 'move') {
    items.splice(operation.to, 0, ...items.splice(index, 1));
    return;
  }
  const value = document.createNode(operation.value, { aliasDuplicateObjects: false });
  if (operation.do === 'insert') {
    items.splice(isMap(parent) ? items.length : index, 0, isMap(parent) ? document.createPair(step, value) : value);
    return;
  }
  const item = items[index];
  const old = isPair(item) ? item.value : item;
  if (isNode(old)) Object.assign(value, { comment: old.comment, commentBefore: old.commentBefore });
  if (isPair(item)) item.value = value;
  else items[index] = value;
}
