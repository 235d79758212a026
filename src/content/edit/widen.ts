import { isCollection, isMap, isNode, isPair, type Node } from 'yaml';
import type { Operation } from './operations.ts';
import { indexOf, slotsAlong } from './slot.ts';
import { replacements } from './replace.ts';
import { readYamlText, type YamlText } from './yaml-text.ts';

/**
 * Applies the operation to the tree instead of the text, and prints the surroundings of the value again: first the
 * innermost collection, then the outer ones. Comments survive this, spacing and quotes may not.
 */
export function* widened(source: YamlText, operation: Operation): Generator<string> {
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
