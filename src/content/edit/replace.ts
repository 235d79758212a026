import { isCollection, isMap, isNode, isScalar, isSeq, type Node } from 'yaml';
import { isObject, type Json } from '../../values/json.ts';
import { endOfLines, isBlockCollection, type Slot } from './slot.ts';
import { type Layout, layoutOf, type Manner, renderEntry, renderPair, renderRoot, SAFER_MANNERS } from './render.ts';
import type { YamlText } from './yaml-text.ts';
import { columnOf, commentAt, matchAt, type Splice, splice } from './text.ts';
import { largest } from '../../values/long-lists.ts';

interface Replacement {
  readonly text: string;
  readonly layout: Layout;
  readonly slot: Slot;
  readonly value: Json | Node;
  readonly manner: Manner;
}

/** Candidate texts with a different value in a slot, starting with the closest to the old text. */
export function* replacements(source: YamlText, slot: Slot, value: Json | Node): Generator<string> {
  const { text } = source;
  const layout = layoutOf(source);
  const flow = isWrittenAsFlow(slot, value);
  const wrapping = flow ? {} : wrappingOf(text, slot);
  for (const basic of [...mannersFor(slot.node, value), ...SAFER_MANNERS]) {
    const manner = { ...(basic.style && wrapping), ...basic, flow };
    const replacement = { text, layout, slot, value, manner };
    if (slot.kind === 'root') {
      yield splice(text, [inDocument(replacement)]);
      continue;
    }
    if (isBlockCollection(slot.node) && isFilled(value) && shapeOf(slot.node) === shapeOf(value)) {
      yield splice(text, [inOldSlot(replacement)]);
    }
    // An anchor stays. A tag that contradicts the new value does not.
    for (const properties of new Set([slot.properties, ''])) {
      yield splice(text, [behindIndicator(replacement, properties)]);
    }
  }
}

function isWrittenAsFlow({ node, inFlow }: Slot, value: Json | Node): boolean {
  const wasFlow = isCollection(node) && node.flow === true && node.items.length > 0;
  return inFlow || (wasFlow && shapeOf(value) !== 'scalar');
}

function mannersFor(node: Node | null, value: Json | Node): Manner[] {
  if (typeof value !== 'string' || !isScalar(node) || !node.type) return [{}];
  // A plain multi-line string has to double its line breaks, which is hard to read.
  return node.type === 'PLAIN' && value.includes('\n') ? [{}] : [{ style: node.type }, {}];
}

/** Prose that was folded to a width is folded again, and a block keeps its indentation. */
function wrappingOf(text: string, { node, valueStart, valueEnd, column }: Slot): Manner {
  const old = text.slice(valueStart, valueEnd);
  const widths = old.split(/\r?\n/).map((line) => line.length);
  const spaces = isBlockScalar(node) ? (/\n( +)\S/.exec(old)?.[1]?.length ?? 0) : 0;
  return {
    lineWidth: widths.length > 1 ? largest(widths) - column : 0,
    indent: spaces > column ? spaces - column : undefined,
  };
}

function inDocument({ text, layout, slot, value, manner }: Replacement): Splice {
  const { node, start } = slot;
  if (node) {
    const end = isBlockCollection(node) ? endOfLines(text, slot) : slot.end;
    return { start, end, text: renderRoot(value, layout, slot.column, manner) };
  }
  const rendered = renderRoot(value, layout, 0, manner);
  const onNewLine = text === '' || text.endsWith('\n');
  return { start, end: start, text: onNewLine ? rendered + layout.lineBreak : layout.lineBreak + rendered };
}

/** A list that replaces a list starts at the same position, so comments above its first item stay. */
function inOldSlot({ text, layout, slot, value, manner }: Replacement): Splice {
  const start = slot.valueStart;
  return { start, end: endOfLines(text, slot), text: renderRoot(value, layout, columnOf(text, start), manner) };
}

function behindIndicator(replacement: Replacement, properties: string): Splice {
  const { text, slot, value, manner } = replacement;
  const { node, valueStart, valueEnd, propertiesEnd, indicatorEnd } = slot;
  const rendered = renderBehindIndicator(replacement);
  const isBlock = !manner.flow && (isFilled(value) || /^ [|>]/.test(rendered));
  const wasBlock = isBlockScalar(node) || isBlockCollection(node);
  if (!isBlock && !wasBlock && properties === slot.properties) {
    const colon = indicatorEnd === undefined ? ':' : '';
    const touchesIndicator = valueStart === valueEnd && valueStart === propertiesEnd;
    return { start: valueStart, end: valueEnd, text: colon + (touchesIndicator ? rendered : rendered.slice(1)) };
  }
  // A comment on the key's line belongs to the key, and stays on that line even if the value changes.
  const firstLine = isBlock ? matchAt(rendered, 0, /[^\r\n]*/y) : rendered;
  const rest = commentsOnLine(text, slot) + rendered.slice(firstLine.length);
  const end = isBlockCollection(node) ? endOfLines(text, slot) : valueEnd + commentBehind(text, slot).length;
  const keepsSpace = !isFilled(value) && properties === slot.properties;
  if (keepsSpace && /^ +$/.test(text.slice(propertiesEnd, valueStart))) {
    return { start: valueStart, end, text: firstLine.slice(1) + rest };
  }
  return { start: indicatorEnd ?? valueStart, end, text: properties + firstLine + rest };
}

/** Includes the space or line break between the value and its colon or dash. */
function renderBehindIndicator({ layout, slot, value, manner }: Replacement): string {
  if (manner.flow) return ` ${renderEntry(value, layout, slot.column, manner)}`;
  if (slot.kind === 'pair') return renderPair('k', value, layout, slot.column, manner).replace(/^"?k"?:/, '');
  return renderEntry(value, layout, slot.column, manner).slice('-'.length);
}

function commentsOnLine(text: string, slot: Slot): string {
  const beforeValue = slot.valueStart > slot.propertiesEnd ? commentAt(text, slot.propertiesEnd) : '';
  const header = isBlockScalar(slot.node) ? matchAt(text, slot.valueStart, /[|>][-+\d]*/y) : '';
  return beforeValue + (header && commentAt(text, slot.valueStart + header.length)) + commentBehind(text, slot);
}

function commentBehind(text: string, { node, inFlow, valueEnd }: Slot): string {
  return inFlow || isBlockScalar(node) || isBlockCollection(node) ? '' : commentAt(text, valueEnd);
}

function isBlockScalar(node: Node | null): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

function shapeOf(value: Json | Node): 'mapping' | 'list' | 'scalar' {
  if (isMap(value) || (!isNode(value) && isObject(value))) return 'mapping';
  return isSeq(value) || Array.isArray(value) ? 'list' : 'scalar';
}

function isFilled(value: Json | Node): boolean {
  if (isNode(value)) return isCollection(value) && value.items.length > 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
