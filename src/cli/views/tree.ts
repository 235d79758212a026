/**
 * What a command says about a plan, a run or a workspace, before it is known where it is read: in a terminal, or on a page of
 * a code host. Blocks come by their risk. A page with little room drops values first, and then rows from the end.
 */
import type { Json } from '../../values/json.ts';

export interface Tree {
  /** For the heading of a page. */
  readonly command: string;
  /** The heading goes on with it: `for production`. */
  readonly about: readonly Part[];
  /** What exactly the target is. A page shows it once, because somebody may approve a plan there. */
  readonly place?: readonly Part[];
  /** The target, before the verdict in a terminal. */
  readonly subject?: string;
  readonly verdict: Row;
  readonly blocks: readonly Block[];
  readonly digest?: string | undefined;
}

/**
 * A `section` has a heading and rows. A `note`, a `warning` and what is `refused` are boxes on a page. An `aside` is dim in a
 * terminal and folded on a page. A `record` is for pages only.
 */
export interface Block {
  readonly type: 'section' | 'note' | 'warning' | 'refused' | 'aside' | 'record';
  /** Empty for rows that need no heading. */
  readonly title: string;
  /** Says what these rows mean, and what to do about them. */
  readonly note?: string | undefined;
  readonly rows: readonly Row[];
  /** A page folds more rows than this below the summary. */
  readonly open?: number;
  readonly summary?: string;
}

export interface Row {
  /** A sign for terminals, such as + for a creation. */
  readonly mark?: string;
  /** Neighbours with a label are columns in a terminal. */
  readonly label?: string;
  readonly parts: readonly Part[];
  readonly below?: readonly Row[];
  /** For a page: Markdown that is folded below the row if there is room. */
  readonly body?: string;
}

export type Look = 'name' | 'value' | 'old' | 'new' | 'removed' | 'added' | 'strong' | 'said';

/** A text that others wrote is shown as it is. In a sentence of gitcast, which is `said`, backticks enclose code. */
export type Part = string | { readonly as: Look; readonly text: string };

const looking =
  (as: Look) =>
  (text: string): Part => ({ as, text });

export const name = looking('name');
export const removed = looking('removed');
export const added = looking('added');
export const strong = looking('strong');
export const said = looking('said');

export const isNothing = (each: Json | undefined): each is undefined | null => each === undefined || each === null;

export const textOf = (each: Json): string => (typeof each === 'string' ? each : JSON.stringify(each));

/** A whole value; `old` and `new` are the two sides of a change. */
export const value = (each: Json | undefined, as: 'value' | 'old' | 'new' = 'value'): Part =>
  isNothing(each) ? '(nothing)' : { as, text: textOf(each) };

export const listed = (names: readonly string[]): readonly Part[] =>
  names.flatMap((each, index) => (index === 0 ? [name(each)] : [', ', name(each)]));

/** A block whose rows are sentences; none without them. */
export const sentences = (type: Block['type'], title: string, texts: readonly string[]): readonly Block[] =>
  texts.length === 0 ? [] : [{ type, title, rows: texts.map((text) => ({ parts: [said(text)] })) }];

/** A block, unless it would be empty. */
export const blockOf = (block: Block): readonly Block[] => (block.rows.length === 0 ? [] : [block]);

/** Without its looks. */
export const plain = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
