import { isCollection, isMap } from 'yaml';
import { flowLine } from './flow-line.ts';
import { endOfLines, itemSlots, type Slot } from './slot.ts';
import type { YamlText } from './yaml-text.ts';
import { matchAt, type Splice, splice, startsLine, withoutLines } from './text.ts';

/**
 * Candidate texts without one item of a collection. Its own lines are removed, with the comment after its value.
 * Comment lines above it stay: they may describe this item or introduce the next ones, and a leftover comment is
 * noticed in a review while a lost one is not.
 */
export function* removals(source: YamlText, collection: Slot, index: number): Generator<string> {
  const { text } = source;
  const { node } = collection;
  const slots = itemSlots(source, collection);
  const item = slots?.[index];
  if (!slots || !item || !isCollection(node)) return;
  if (node.flow) yield splice(text, fromFlow(text, collection, item, slots[index + 1]));
  else if (slots.length > 1) yield splice(text, [fromBlock(text, item)]);
  else yield splice(text, emptied(text, collection, item));
}

function fromBlock(text: string, item: Slot): Splice {
  const end = endOfLines(text, item);
  if (startsLine(text, item.start)) return withoutLines(text, item.start, end);
  // The first item follows the dash of the outer list, and the next one takes its position.
  return cut(item.start, end + matchAt(text, end, /\s*/y).length);
}

function emptied(text: string, collection: Slot, item: Slot): Splice[] {
  const empty = isMap(collection.node) ? '{}' : '[]';
  if (collection.kind === 'pair' && startsLine(text, item.start)) {
    const behindKey = { start: collection.propertiesEnd, end: collection.propertiesEnd, text: ` ${empty}` };
    return [behindKey, withoutLines(text, item.start, endOfLines(text, item))];
  }
  return [{ start: item.start, end: endOfLines(text, item), text: empty }];
}

function fromFlow(text: string, collection: Slot, item: Slot, next: Slot | undefined): Splice[] {
  const { comma, isOwn, end } = flowLine(text, item);
  if (isOwn) {
    const lines = withoutLines(text, item.start, end);
    return comma || item.comma === undefined ? [lines] : [cut(item.comma, item.comma + 1), lines];
  }
  if (next?.comma !== undefined) {
    const afterComma = next.comma + 1;
    return [cut(item.start, afterComma + matchAt(text, afterComma, /[ \t]*/y).length)];
  }
  const hasCommentBefore = text.slice(item.comma, item.start).includes('#');
  if (item.comma !== undefined && !hasCommentBefore) return [cut(item.comma, item.end)];
  const [open, close] = [collection.valueStart + 1, collection.valueEnd - 1];
  const others = text.slice(open, item.start) + text.slice(item.end + comma.length, close);
  return [others.trim() === '' ? cut(open, close) : cut(item.start, item.end + comma.length)];
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' };
}
