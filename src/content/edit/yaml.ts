import { isDeepStrictEqual } from 'node:util';
import { isAlias, isNode, type Node, visit, isCollection, isMap, isPair } from 'yaml';
import { UserError } from '../../diagnostics/errors.ts';
import { formatPath, type Json, valueAt } from '../../values/json.ts';
import { insertions, moves, removals } from './items.ts';
import { type Edit, type Operation, operationsFor, perform } from './edit-operations.ts';
import { indexOf, slotAt, slotsAlong, itemSlots, type Slot, rootSlot } from './slot.ts';
import { replacements } from './replace.ts';
import { firstThatReads, readYamlText, type YamlText } from './yaml-text.ts';

export type { Edit } from './edit-operations.ts';

/**
 * Changes values in a YAML text and leaves every other byte unchanged.
 *
 * The hard part is that YAML has countless ways to write a value. So nothing here depends on having thought of all of
 * them. For each step we know the resulting data. Candidate texts are generated, starting with the closest to the old
 * text (a few characters replaced), then wider ones (a collection printed again), and the first one that is read as exactly
 * the expected data is used. A mistake in the clever part costs the formatting of a collection, never data and never the
 * rest of the file: then the edit is refused.
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
  if (result) return result;
  throw new UserError(`${formatPath(operation.path)} cannot be changed without rewriting the whole file`, {
    suggestion: 'change it in a text editor',
  });
}

function* candidates(source: YamlText, asked: Operation, expected: Json): Generator<string> {
  const operation = atAlias(source, asked, expected);
  const detached = detachAliases(source, operation);
  yield* spliced(detached, operation);
  yield* widened(detached, operation);
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
  const isInList = operation.do === 'insert' || operation.do === 'move';
  const slots = slotsAlong(source, isInList ? operation.path.slice(0, -1) : operation.path) ?? [];
  const target = isInList ? null : (slots.at(-1)?.node ?? null);
  const changing: unknown[] = slots.map(({ node }) => node);
  if (target) visit(target, { Node: (_, node) => void changing.push(node) });
  const dependent = aliasTo(changing, aliasesBeneath(source, rootSlot(source), target), source);
  return dependent ?? (operation.do === 'move' ? crossedAlias(source, operation) : undefined);
}

/** An alias in a list whose anchor would be below it after the move. */
function crossedAlias(source: YamlText, { path, to }: Extract<Operation, { do: 'move' }>): Slot | undefined {
  const list = slotAt(source, path.slice(0, -1));
  const entries = (list && itemSlots(source, list)) ?? [];
  const from = Number(path.at(-1));
  const [above, below] =
    to < from
      ? [entries.slice(to, from), entries.slice(from, from + 1)]
      : [entries.slice(from, from + 1), entries.slice(from + 1, to + 1)];
  const anchors: unknown[] = [];
  for (const { node } of above) if (node) visit(node, { Node: (_, each) => void anchors.push(each) });
  return aliasTo(
    anchors,
    below.flatMap((slot) => aliasesBeneath(source, slot, null)),
    source,
  );
}

function aliasTo(nodes: readonly unknown[], aliases: readonly Slot[], source: YamlText): Slot | undefined {
  const anchored = new Set(nodes.filter((node) => isNode(node) && hasAnchor(node)));
  if (anchored.size === 0) return undefined;
  return aliases.find(({ node }) => isAlias(node) && anchored.has(node.resolve(source.document)));
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
 * innermost collection, then the outer ones, but not the whole file. Comments survive this, spacing and quotes may not.
 */
function* widened(source: YamlText, operation: Operation): Generator<string> {
  const draft = readYamlText(source.text);
  const slots = slotsAlong(source, operation.path.slice(0, -1));
  const drafts = draft && slotsAlong(draft, operation.path.slice(0, -1));
  const parent = drafts?.at(-1)?.node;
  if (!draft || !slots || !drafts || !parent) return;
  changeTree(draft, parent, operation);
  for (let depth = slots.length - 1; depth > 0; depth--) {
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
