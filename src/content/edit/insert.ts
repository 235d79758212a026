import { isCollection, isMap } from 'yaml';
import type { Json } from '../../values/json.ts';
import { flowLine } from './flow-line.ts';
import { endOfLines, itemSlots, type Slot } from './slot.ts';
import { layoutOf, renderEntry, renderPair, SAFER_MANNERS } from './render.ts';
import { replacements } from './replace.ts';
import type { YamlText } from './yaml-text.ts';
import { lineStart, type Splice, splice } from './text.ts';

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
