import { isCollection, isMap } from 'yaml';
import type { Json } from '../../values/json.ts';
import { endOfLines, itemSlots, type Slot } from './slot.ts';
import { layoutOf, renderEntry, renderPair, SAFER_MANNERS } from './render.ts';
import { replacements } from './replace.ts';
import type { YamlText } from './yaml-text.ts';
import { lineStart, type Splice, splice, matchAt, startsLine, withoutLines, lineEnd } from './text.ts';

/** Candidate texts with a new item in a collection: under a key, at the end, or at an index. */
export function* insertions(source: YamlText, collection: Slot, step: string | number, value: Json): Generator<string> {
  const { text } = source;
  const { node } = collection;
  const slots = itemSlots(source, collection);
  if (!slots || !isCollection(node)) return;
  const key = isMap(node) ? String(step) : undefined;
  if (slots.length === 0 && text.slice(collection.valueStart + 1, collection.valueEnd - 1).trim() === '') {
    // `{}` is the only way to write an empty mapping, so it does not show the style of a filled one.
    yield* replacements(source, collection, key === undefined ? [value] : { [key]: value });
    return;
  }
  const index = key === undefined ? Number(step) : slots.length;
  const neighbours = { collection, previous: slots[index - 1], next: slots[index] };
  const flow = node.flow === true;
  const layout = layoutOf(source);
  const { column } = neighbours.previous ?? neighbours.next ?? collection;
  for (const basic of [{}, ...SAFER_MANNERS]) {
    const manner = { ...basic, flow };
    const item =
      key === undefined ? renderEntry(value, layout, column, manner) : renderPair(key, value, layout, column, manner);
    const { lineBreak } = layout;
    yield splice(text, flow ? inFlow(text, neighbours, item, lineBreak) : inBlock(text, neighbours, item, lineBreak));
  }
}

interface Neighbours {
  readonly collection: Slot;
  readonly previous: Slot | undefined;
  readonly next: Slot | undefined;
}

function inBlock(text: string, { previous, next }: Neighbours, item: string, lineBreak: string): Splice[] {
  const newLine = lineBreak + ' '.repeat((previous ?? next)?.column ?? 0);
  if (previous) return [insertAt(endOfLines(text, previous), newLine + item)];
  return next ? [insertAt(next.start, item + newLine)] : [];
}

function inFlow(text: string, { collection, previous, next }: Neighbours, item: string, lineBreak: string): Splice[] {
  if (!previous) return [next ? insertAt(next.start, `${item}, `) : insertAt(collection.valueStart + 1, item)];
  const { comma, isOwn, end } = flowLine(text, previous);
  if (!isOwn) return [insertAt(previous.end, `, ${item}`)];
  // On a separate line, like the item before it.
  const indentation = text.slice(lineStart(text, previous.start), previous.start);
  const line = lineBreak + indentation + item + (comma && ',');
  return comma ? [insertAt(end, line)] : [insertAt(previous.end, ','), insertAt(end, line)];
}

function insertAt(offset: number, text: string): Splice {
  return { start: offset, end: offset, text };
}

/**
 * Candidate texts without one item of a collection. Its own lines are removed, with the comment after its value. Comment
 * lines right above an entry of a list belong to it, in a move too. Those above a key stay: they may introduce the next
 * ones, and a leftover comment is noticed in a review while a lost one is not.
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
  if (startsLine(text, item.start)) return withoutLines(text, topOf(text, item), end);
  // The first item follows the dash of the outer list, and the next one takes its position.
  return cut(item.start, end + matchAt(text, end, /\s*/y).length);
}

function emptied(text: string, collection: Slot, item: Slot): Splice[] {
  const empty = isMap(collection.node) ? '{}' : '[]';
  if (collection.kind === 'pair' && startsLine(text, item.start)) {
    const behindKey = { start: collection.propertiesEnd, end: collection.propertiesEnd, text: ` ${empty}` };
    return [behindKey, withoutLines(text, topOf(text, item), endOfLines(text, item))];
  }
  return [{ start: item.start, end: endOfLines(text, item), text: empty }];
}

function fromFlow(text: string, collection: Slot, item: Slot, next: Slot | undefined): Splice[] {
  const { comma, isOwn, end } = flowLine(text, item);
  if (isOwn) {
    const lines = withoutLines(text, topOf(text, item), end);
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

/** Candidate texts with an entry of a list at another position: its lines move, with the comment lines right above them. */
export function* moves(source: YamlText, list: Slot, from: number, to: number): Generator<string> {
  const { text } = source;
  const slots = itemSlots(source, list);
  if (!slots || list.inFlow || (isCollection(list.node) && list.node.flow)) return;
  if (!slots.every(({ start }) => startsLine(text, start))) return;
  const { lineBreak } = layoutOf(source);
  const lines = slots.map((slot) => ({ start: topOf(text, slot), end: endOfLines(text, slot) }));
  const moved = lines[from]!;
  const others = lines.toSpliced(from, 1);
  const entry = text.slice(moved.start, moved.end);
  const [before, last] = [others[to], others.at(-1)!];
  const place = before ? insertAt(before.start, entry + lineBreak) : insertAt(last.end, lineBreak + entry);
  yield splice(text, [withoutLines(text, moved.start, moved.end), place]);
}

/** The start of an item's lines, with the comment lines right above an entry of a list. */
function topOf(text: string, { kind, start, column }: Slot): number {
  let top = lineStart(text, start);
  if (kind !== 'entry') return top;
  for (;;) {
    const above = lineStart(text, Math.max(0, top - 1));
    if (above === top || matchAt(text, above, /[ \t]*#/y).length !== column + 1) return top;
    top = above;
  }
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' };
}

interface FlowLine {
  /** With the space before it; empty if no comma follows the item. */
  readonly comma: string;
  /** True if the item shares its lines only with its comma and a comment. */
  readonly isOwn: boolean;
  readonly end: number;
}

/** The position of an item in a flow collection among its lines. */
export function flowLine(text: string, item: Slot): FlowLine {
  const comma = matchAt(text, item.end, /[ \t]*,/y);
  const afterComma = item.end + comma.length;
  const end = lineEnd(text, afterComma);
  const rest = text.slice(afterComma, end).trim();
  return { comma, isOwn: startsLine(text, item.start) && (rest === '' || rest.startsWith('#')), end };
}
