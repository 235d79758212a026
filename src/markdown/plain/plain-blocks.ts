/**
 * The blocks of a plain text, without marked's patterns: paragraphs, headings, fenced code, rules, quotes, lists whose
 * items have one line, and tables with a bar at both ends of each row. They equal marked's tokens. At the first block
 * that may be anything else, the rest of the text is left to marked.
 */
import type { Token, Tokens } from 'marked';
import * as char from './characters.ts';
import { isHeading, lineStart } from './line-start.ts';

/** A sentence is read after all blocks, as marked does it: it may refer to what a later block defines. */
export interface Sentence {
  readonly text: string;
  /** The token that gets its spans. */
  readonly owner: { tokens?: Token[] | undefined };
}

export interface Blocks {
  readonly tokens: Token[];
  readonly sentences: Sentence[];
}

/** Footnotes affect other blocks. After the other characters, a line ends for some patterns only. */
const NOT_PLAIN = ['[^', '\r', '\u2028', '\u2029'];

/** Adds the blocks of a text, and returns the position of the first one that is left to marked. */
export function addPlainBlocks(text: string, blocks: Blocks): number {
  return NOT_PLAIN.some((each) => text.includes(each)) ? 0 : addBlocks(text, blocks);
}

function addBlocks(text: string, blocks: Blocks): number {
  let at = 0;
  while (at < text.length) {
    const end = addBlock(text, at, blocks);
    if (end === undefined) return at;
    at = end;
  }
  return at;
}

/** Adds the block at this position and returns its end. Undefined: it may be anything. */
function addBlock(text: string, at: number, blocks: Blocks): number | undefined {
  const code = text.charCodeAt(at);
  switch (code) {
    case char.NEWLINE:
      return addSpace(text, at, blocks);
    case char.HASH:
      return isHeading(text, at) ? addHeading(text, at, blocks) : undefined;
    case char.GREATER:
      return addQuote(text, at, blocks);
    case char.PIPE:
      return addTable(text, at, blocks);
    case char.STAR:
    case char.HYPHEN:
    case char.UNDERSCORE:
      if (isPlainRule(text, at, code)) return addRule(text, at, blocks);
      break;
    case char.BACKTICK:
      if (text.startsWith('```', at)) return addCode(text, at, blocks);
      break;
    case char.OPEN_BRACKET:
      if (mayDefine(text, at)) return undefined;
      break;
    default:
  }
  const marker = markerAt(text, at);
  if (marker) return addList(text, at, marker, blocks);
  return lineStart(text, at) === 'words' ? addParagraph(text, at, blocks) : undefined;
}

/** True if a definition may begin with this bracket: `[label]: destination`. */
function mayDefine(text: string, at: number): boolean {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === char.BACKSLASH) return true;
    if (code === char.OPEN_BRACKET) return false;
    if (code === char.CLOSE_BRACKET) return text.charCodeAt(end + 1) === char.COLON;
  }
  return false;
}

/** They are replaced when the sentence is read. */
const NO_SPANS: Token[] = [];

function addSentence<Owner extends Sentence['owner']>(
  text: string,
  owner: Owner,
  { sentences }: Pick<Blocks, 'sentences'>,
): Owner {
  sentences.push({ text, owner });
  return owner;
}

/** One line break belongs to the block before it. */
function addSpace(text: string, at: number, { tokens }: Blocks): number | undefined {
  const end = char.endOfRun(text, char.NEWLINE, at);
  if (isIndented(text, end)) return undefined;
  const last = tokens.at(-1);
  if (end === at + 1 && last) last.raw += '\n';
  else tokens.push({ type: 'space', raw: text.slice(at, end) });
  return end;
}

/** Or a line of nothing but spaces. */
const isIndented = (text: string, at: number): boolean =>
  text.charCodeAt(at) === char.SPACE || text.charCodeAt(at) === char.TAB;

function addHeading(text: string, at: number, blocks: Blocks): number | undefined {
  const end = char.endOfLine(text, at);
  const words = char.endOfRun(text, char.HASH, at);
  const title = text.slice(words, end).trim();
  // Hashes at its end may belong to it.
  if (title.endsWith('#')) return undefined;
  const raw = text.slice(at, end);
  const heading = { type: 'heading', raw, depth: words - at, text: title, tokens: NO_SPANS } satisfies Tokens.Heading;
  blocks.tokens.push(addSentence(title, heading, blocks));
  return end;
}

const isPlainRule = (text: string, at: number, code: number): boolean => {
  const end = char.endOfRun(text, code, at);
  return end - at >= 3 && (end === text.length || text.charCodeAt(end) === char.NEWLINE);
};

function addRule(text: string, at: number, { tokens }: Blocks): number {
  const end = char.endOfLine(text, at);
  tokens.push({ type: 'hr', raw: text.slice(at, end) });
  return end;
}

function addParagraph(text: string, at: number, blocks: Blocks): number | undefined {
  let end = char.endOfLine(text, at);
  while (end + 1 < text.length && text.charCodeAt(end + 1) !== char.NEWLINE) {
    const next = lineStart(text, end + 1);
    if (next === 'unsure') return undefined;
    if (next === 'block') break;
    end = char.endOfLine(text, end + 1);
  }
  const raw = text.slice(at, end);
  const paragraph = { type: 'paragraph', raw, text: raw, tokens: NO_SPANS } satisfies Tokens.Paragraph;
  blocks.tokens.push(addSentence(raw, paragraph, blocks));
  return end;
}

function addCode(text: string, at: number, { tokens }: Blocks): number | undefined {
  const info = char.endOfRun(text, char.BACKTICK, at);
  const start = char.endOfLine(text, info);
  const lang = text.slice(info, start).trim();
  if (lang.includes('`') || lang.includes('\\')) return undefined;
  const fence = text.slice(at, info);
  for (let line = start; line < text.length; line = char.endOfLine(text, line + 1)) {
    const mark = char.endOfRun(text, char.SPACE, line + 1);
    if (mark - line > 4 || !text.startsWith(fence, mark)) continue;
    const end = char.endOfRun(text, char.SPACE, char.endOfRun(text, char.BACKTICK, mark));
    if (end < text.length && text.charCodeAt(end) !== char.NEWLINE) continue;
    tokens.push({ type: 'code', raw: text.slice(at, end), lang, text: text.slice(start + 1, line) });
    return end;
  }
  // It goes on to the end of the text.
  return undefined;
}

/** Each of its lines has the mark, and an empty line follows. */
function addQuote(text: string, at: number, blocks: Blocks): number | undefined {
  let inside = '';
  let end = at - 1;
  do {
    const line = end + 1;
    if (text.charCodeAt(line) !== char.GREATER) return undefined;
    end = char.endOfLine(text, line);
    inside +=
      (line === at ? '' : '\n') + text.slice(text.charCodeAt(line + 1) === char.SPACE ? line + 2 : line + 1, end);
  } while (end + 1 < text.length && text.charCodeAt(end + 1) !== char.NEWLINE);
  if (inside.includes('\t')) return undefined;
  const sentencesBefore = blocks.sentences.length;
  const tokens: Token[] = [];
  if (addBlocks(inside, { tokens, sentences: blocks.sentences }) < inside.length) {
    blocks.sentences.length = sentencesBefore;
    return undefined;
  }
  blocks.tokens.push({ type: 'blockquote', raw: text.slice(at, end), tokens, text: inside });
  return end;
}

/** The marker of a list item: `-`, or `12.`. */
interface Marker {
  /** The code of its last character, which all items of a list share. */
  readonly code: number;
  readonly end: number;
  readonly isOrdered: boolean;
}

/** With one space and some words after it. */
function markerAt(text: string, at: number): Marker | undefined {
  const first = text.charCodeAt(at);
  let end = at;
  if (char.isDigit(first)) {
    while (end - at < 9 && char.isDigit(text.charCodeAt(end))) end++;
    if (text.charCodeAt(end) !== char.PERIOD && text.charCodeAt(end) !== char.CLOSE_PAREN) return undefined;
  } else if (first !== char.HYPHEN && first !== char.STAR && first !== char.PLUS) return undefined;
  if (text.charCodeAt(end + 1) !== char.SPACE) return undefined;
  return { code: text.charCodeAt(end), end: end + 1, isOrdered: end > at };
}

function addList(text: string, at: number, first: Marker, blocks: Blocks): number | undefined {
  const items: Tokens.ListItem[] = [];
  const sentencesBefore = blocks.sentences.length;
  const giveUp = (): undefined => void (blocks.sentences.length = sentencesBefore);
  let start = at;
  let marker: Marker | undefined = first;
  for (;;) {
    if (marker?.code !== first.code || !isItem(text, marker.end + 1)) return giveUp();
    const end = char.endOfLine(text, start);
    const isLast = end + 1 >= text.length || text.charCodeAt(end + 1) === char.NEWLINE;
    const words = text.slice(marker.end + 1, end);
    items.push(itemOf(isLast ? words.trimEnd() : words, { raw: text.slice(start, isLast ? end : end + 1), blocks }));
    if (isLast) {
      if (mayGoOn(text, char.endOfRun(text, char.NEWLINE, end), first)) return giveUp();
      const raw = text.slice(at, end).trimEnd();
      items.at(-1)!.raw = items.at(-1)!.raw.trimEnd();
      const number = first.isOrdered ? Number(text.slice(at, first.end - 1)) : '';
      blocks.tokens.push({ type: 'list', raw, ordered: first.isOrdered, start: number, loose: false, items });
      return at + raw.length;
    }
    start = end + 1;
    marker = markerAt(text, start);
  }
}

function itemOf(text: string, { raw, blocks }: { readonly raw: string; readonly blocks: Blocks }): Tokens.ListItem {
  const words = { type: 'text', raw: text, text, tokens: NO_SPANS } satisfies Tokens.Text;
  const tokens = [addSentence(text, words, blocks)];
  return { type: 'list_item', raw, task: false, loose: false, text, tokens };
}

/** An item of words, without a box to check or a definition. */
const isItem = (text: string, at: number): boolean =>
  lineStart(text, at) === 'words' &&
  char.typeOf(text.charCodeAt(at)) !== 'space' &&
  !(
    text.charCodeAt(at) === char.OPEN_BRACKET &&
    (text.charCodeAt(at + 2) === char.CLOSE_BRACKET || mayDefine(text, at))
  );

/** True if the line after the empty ones may belong to the list. In a list, a line of any spaces is an empty one. */
function mayGoOn(text: string, at: number, { code, isOrdered }: Marker): boolean {
  if (at === text.length) return false;
  const first = text.charCodeAt(at);
  if (char.typeOf(first) === 'space') return true;
  if (isOrdered) return char.isDigit(first);
  const next = text.charCodeAt(at + 1);
  return (
    first === code && (next === char.SPACE || next === char.TAB || next === char.NEWLINE || at + 1 === text.length)
  );
}

/** All lines up to an empty one. */
function addTable(text: string, at: number, blocks: Blocks): number | undefined {
  let end = at - 1;
  const lines: string[] = [];
  do {
    const line = end + 1;
    end = char.endOfLine(text, line);
    lines.push(text.slice(line, end));
  } while (end + 1 < text.length && text.charCodeAt(end + 1) !== char.NEWLINE);
  const raw = text.slice(at, end);
  if (raw.includes('\\')) return undefined;
  const table = plainTable(lines, { raw, cellOf: (cell) => addSentence(cell.text, cell, blocks) });
  if (table) blocks.tokens.push(table);
  return table && end;
}

const ROW = /^\|.*\|$/;
const DELIMITERS = /^\|(?: *:?-+:? *\|)+$/;

interface TableContent {
  readonly raw: string;
  /** Adds the spans of a cell. */
  readonly cellOf: (cell: Tokens.TableCell) => Tokens.TableCell;
}

/** A table with a bar at both ends of each row, and none of them escaped. Undefined: marked must decide. */
function plainTable(lines: readonly string[], { raw, cellOf }: TableContent): Tokens.Table | undefined {
  const [head, delimiters, ...rows] = lines;
  if (delimiters === undefined || !DELIMITERS.test(delimiters) || !lines.every((line) => ROW.test(line)))
    return undefined;
  const headings = cellsOf(head!);
  const align = delimiters.slice(1, -1).split('|').map(alignmentOf);
  if (headings.length !== align.length) return undefined;
  const cells = (texts: readonly string[], header: boolean): Tokens.TableCell[] =>
    align.map((each, index) => cellOf({ text: texts[index] ?? '', tokens: [], header, align: each }));
  return {
    type: 'table',
    raw,
    header: cells(headings, true),
    align,
    rows: rows.map((row) => cells(cellsOf(row), false)),
  };
}

function cellsOf(row: string): readonly string[] {
  const cells: string[] = [];
  let start = 1;
  for (let at = 1; at < row.length; at++) {
    if (row.charCodeAt(at) !== char.PIPE) continue;
    cells.push(row.slice(start, at).trim());
    start = at + 1;
  }
  return cells;
}

function alignmentOf(delimiter: string): Tokens.TableCell['align'] {
  const dashes = delimiter.trim();
  if (dashes.endsWith(':')) return dashes.startsWith(':') ? 'center' : 'right';
  return dashes.startsWith(':') ? 'left' : null;
}
