import { isCollection, isMap, isNode, type Node, Scalar, stringify, visit } from 'yaml';
import type { Json } from '../../values/json.ts';
import type { YamlText } from './yaml-text.ts';
import { columnOf, endOfLineIn } from './text.ts';
import { startOf } from './slot.ts';

/** The formatting of a file, as far as its text shows it, so that new parts match their surroundings. */
export interface Layout {
  readonly lineBreak: string;
  readonly indent: number;
  readonly indentSeq: boolean;
  readonly singleQuote: boolean | null;
  /** `{ a: 1 }` rather than `{a: 1}`. */
  readonly flowPadding: boolean;
}

export interface Manner {
  readonly flow?: boolean;
  /** The style of a single string; if absent, plain or as the string requires. */
  readonly style?: Scalar.Type;
  readonly blockStrings?: boolean;
  /** Writes every string in double quotes, which can express any string. */
  readonly quoteAll?: boolean;
  /** Overrides the layout's indentation. */
  readonly indent?: number | undefined;
  /** Folds longer lines if that does not change the value; 0 folds none. */
  readonly lineWidth?: number;
}

/** For the few strings that `yaml` writes in a way it does not read back. */
export const SAFER_MANNERS: readonly Manner[] = [{ blockStrings: false }, { quoteAll: true }];

export function layoutOf({ text, document }: YamlText): Layout {
  const first: { quote?: Scalar.Type; map?: number; list?: number; padding?: boolean } = {};
  visit(document, {
    Scalar(_, { type }) {
      if (type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE') first.quote ??= type;
    },
    Collection(_, { flow, items, srcToken }) {
      if (flow && items.length > 0 && srcToken) first.padding ??= text[srcToken.offset + 1] === ' ';
    },
    Pair(_, { key, value }) {
      if (!isNode(key) || !key.srcToken || !isCollection(value) || value.flow || !value.srcToken) return;
      const deeper = columnOf(text, startOf(value.srcToken)) - columnOf(text, key.srcToken.offset);
      if (isMap(value)) first.map ??= deeper;
      else first.list ??= deeper;
    },
  });
  const indent = first.map ?? (first.list || 2);
  return {
    lineBreak: endOfLineIn(text),
    indent,
    // If lists are not indented, `yaml` counts the dash and its space as part of the indentation.
    indentSeq: (first.list ?? indent) > indent - 2,
    singleQuote: first.quote === 'QUOTE_SINGLE' ? true : null,
    flowPadding: first.padding ?? false,
  };
}

/** `key: value` in a mapping, with its further lines indented for a mapping at the given column. */
export function renderPair(
  key: string,
  value: Json | Node,
  layout: Layout,
  column: number,
  manner: Manner = {},
): string {
  return render({ [key]: styled(value, manner) }, layout, column, manner);
}

/** `- value` in a list; in a flow collection only the value. */
export function renderEntry(value: Json | Node, layout: Layout, column: number, manner: Manner = {}): string {
  return render([styled(value, manner)], layout, column, manner);
}

/** The root value of a document. */
export function renderRoot(value: Json | Node, layout: Layout, column: number, manner: Manner = {}): string {
  return indented(print(styled(value, manner), layout, manner), layout, column);
}

function styled(value: Json | Node, { style }: Manner): unknown {
  if (typeof value !== 'string' || !style) return value;
  const scalar = new Scalar(value);
  scalar.type = style;
  return scalar;
}

function render(wrapped: unknown, layout: Layout, column: number, manner: Manner): string {
  const text = print(wrapped, layout, manner);
  return indented(manner.flow ? text.slice(1, -1).replaceAll(/^ | $/g, '') : text, layout, column);
}

function print(value: unknown, layout: Layout, manner: Manner): string {
  return stringify(value, {
    lineWidth: manner.lineWidth ?? 0,
    indent: manner.indent ?? layout.indent,
    indentSeq: layout.indentSeq,
    singleQuote: layout.singleQuote,
    blockQuote: manner.blockStrings ?? true,
    defaultStringType: manner.quoteAll ? 'QUOTE_DOUBLE' : 'PLAIN',
    collectionStyle: manner.flow ? 'flow' : 'any',
    flowCollectionPadding: layout.flowPadding,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
    aliasDuplicateObjects: false,
    verifyAliasOrder: false,
  }).replace(/\n$/, '');
}

function indented(text: string, { lineBreak }: Layout, column: number): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`).replaceAll('\n', lineBreak);
}
