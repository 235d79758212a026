import type { CST } from 'yaml';

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

export function startOfItem(item: Item): number {
  const mark = item.start.find(isMark) ?? item.key ?? item.sep?.find(isMark) ?? item.value;
  return mark ? startOf(mark) : 0;
}

export function endOfItem(item: Item): number {
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
