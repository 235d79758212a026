import { type CST, isAlias, isCollection, isMap, isPair, isScalar, type Node } from 'yaml';
import type { Path } from '../../values/json.ts';
import { keyName } from '../yaml-tree.ts';
import type { YamlText } from './yaml-text.ts';
import { columnOf, lineEnd, matchAt } from './text.ts';

/** The position of a value in the text, with everything that belongs to it: `key: &anchor !tag value`. */
export interface Slot {
  /** The root value, the value of a key, or an entry of a list. */
  readonly kind: 'root' | 'pair' | 'entry';
  readonly node: Node | null;
  readonly inFlow: boolean;
  /** From the key or the dash to the end of the value. */
  readonly start: number;
  readonly end: number;
  /** The column of `start`. */
  readonly column: number;
  /** The comma before it, in a flow collection. */
  readonly comma: number | undefined;
  /** The end of the colon or the dash; undefined if there is none, as in `{key}`. */
  readonly indicatorEnd: number | undefined;
  /** Anchor and tag as ` &anchor !tag`, and their end; without them, the end of the indicator. */
  readonly properties: string;
  readonly propertiesEnd: number;
  /** The value alone; empty if nothing is written. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export function rootSlot({ document, text }: YamlText): Slot {
  const node = document.contents as Node | null;
  const token = node?.srcToken;
  const start = token ? startOf(token) : text.length;
  const end = token ? endOf(token) : text.length;
  return {
    kind: 'root',
    node,
    inFlow: false,
    start,
    end,
    column: columnOf(text, start),
    comma: undefined,
    indicatorEnd: start,
    properties: '',
    propertiesEnd: start,
    valueStart: start,
    valueEnd: end,
  };
}

/** The slots of a collection's items in order; undefined if the text does not show them one by one. */
export function itemSlots(source: YamlText, collection: Slot): Slot[] | undefined {
  const { node } = collection;
  const token = node?.srcToken;
  if (!isCollection(node) || !token || !('items' in token)) return undefined;
  const items = (token.items as CST.CollectionItem[]).filter(hasContent);
  if (items.length !== node.items.length) return undefined;
  return items.map((item, index) => {
    const child: unknown = node.items[index];
    const inFlow = node.flow === true;
    return isPair(child)
      ? itemSlot(source, item, { kind: 'pair', node: child.value as Node | null, inFlow })
      : itemSlot(source, item, { kind: 'entry', node: child as Node | null, inFlow });
  });
}

function itemSlot(
  { text }: YamlText,
  item: CST.CollectionItem,
  { kind, node, inFlow }: Pick<Slot, 'kind' | 'node' | 'inFlow'>,
): Slot {
  const before = kind === 'pair' ? (item.sep ?? []) : item.start;
  const indicator = before.findIndex(({ type }) => type === 'map-value-ind' || type === 'seq-item-ind');
  const properties = before.slice(indicator + 1).filter(({ type }) => type === 'anchor' || type === 'tag');
  const start = startOfItem(item);
  const end = endOfItem(item);
  const listed = kind === 'entry' && inFlow;
  const indicatorToken = before[indicator];
  const indicatorEnd = indicatorToken ? endOf(indicatorToken) : listed ? start : undefined;
  const lastProperty = properties.at(-1);
  const propertiesEnd = lastProperty ? endOf(lastProperty) : (indicatorEnd ?? end);
  // `[key: value]` is an entry without its own braces: all of it is the value.
  const value = listed && item.key ? item.key : item.value;
  return {
    kind,
    node,
    inFlow,
    start,
    end,
    column: columnOf(text, start),
    comma: item.start.find(({ type }) => type === 'comma')?.offset,
    indicatorEnd,
    properties: properties.map(({ source }) => ` ${source}`).join(''),
    propertiesEnd,
    valueStart: value ? startOf(value) : propertiesEnd,
    valueEnd: value ? end : propertiesEnd,
  };
}

/** The slots along a path, starting at the root. It ends early at an alias, which has no items. */
export function slotsAlong(source: YamlText, path: Path): Slot[] | undefined {
  let slot = rootSlot(source);
  const slots = [slot];
  for (const step of path) {
    if (isAlias(slot.node)) return slots;
    const next = itemSlots(source, slot)?.[indexOf(slot.node, step)];
    if (!next) return undefined;
    slot = next;
    slots.push(slot);
  }
  return slots;
}

export function slotAt(source: YamlText, path: Path): Slot | undefined {
  const slots = slotsAlong(source, path);
  return slots?.length === path.length + 1 ? slots.at(-1) : undefined;
}

/** The index of a key or entry among a collection's items; -1 for a missing key. */
export function indexOf(collection: Node | null, step: string | number): number {
  if (!isMap(collection)) return Number(step);
  return collection.items.findIndex(({ key }) => isScalar(key) && keyName(key) === String(step));
}

/**
 * The end of the last line that belongs to an item of a block collection. Includes the comment after its value, and the
 * comments below it that are indented deeper than the item, since they are inside its value.
 */
export function endOfLines(text: string, slot: Slot): number {
  const end = lineEnd(text, slot.end);
  if (slot.kind === 'root') return end;
  return end + matchAt(text, end, new RegExp(`(?:\\s*\\n {${slot.column + 1},}#[^\\r\\n]*)*`, 'y')).length;
}

export function isBlockCollection(node: Node | null): boolean {
  return isCollection(node) && node.srcToken !== undefined && node.srcToken.type !== 'flow-collection';
}

/**
 * The start and end of the `yaml` package's tokens. Its nodes have ranges too, but those of block collections extend
 * over comments and blank lines, and do not give the position of a dash, a colon or a comma.
 */
type Item = CST.CollectionItem;

export function startOf(token: CST.Token): number {
  const first = token.type === 'block-map' || token.type === 'block-seq' ? token.items.find(hasContent) : undefined;
  return first ? startOfItem(first) : token.offset;
}

/** The end of a token's own characters, without a following comment or line break. */
export function endOf(token: CST.Token): number {
  switch (token.type) {
    case 'block-map':
    case 'block-seq': {
      const last = token.items.findLast(hasContent);
      return last ? endOfItem(last) : token.offset;
    }
    case 'flow-collection':
      return endOfAll(
        token.end.filter(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end'),
        token.offset,
      );
    case 'block-scalar': {
      const lineBreak = /\r?\n$/.exec(token.source)?.[0] ?? '';
      return endOfAll(token.props, token.offset) + token.source.length - lineBreak.length;
    }
    default:
      return token.offset + ('source' in token ? token.source.length : 0);
  }
}

function startOfItem(item: Item): number {
  const mark = item.start.find(isMark) ?? item.key ?? item.sep?.find(isMark) ?? item.value;
  return mark ? startOf(mark) : 0;
}

function endOfItem(item: Item): number {
  const mark = item.value ?? item.sep?.findLast(isMark) ?? item.key ?? item.start.findLast(isMark);
  return mark ? endOf(mark) : 0;
}

/** The parser treats trailing comments, and a trailing comma, as separate items. */
export function hasContent(item: Item): boolean {
  return Boolean(item.key ?? item.value) || [...item.start, ...(item.sep ?? [])].some(isMark);
}

/** Anything other than a space, a comment or a comma. */
function isMark({ type }: CST.Token): boolean {
  return type !== 'space' && type !== 'newline' && type !== 'comment' && type !== 'comma';
}

function endOfAll(tokens: readonly CST.Token[], otherwise: number): number {
  const last = tokens.at(-1);
  return last ? endOf(last) : otherwise;
}
