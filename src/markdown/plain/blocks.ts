/**
 * The blocks of a plain text, without marked's patterns: paragraphs, headings, fenced code, rules, quotes, lists whose
 * items have one line, and tables with a bar at both ends of each row. They equal marked's tokens. At the first block
 * that may be anything else, the rest of the text is left to marked.
 */
import type { Token, Tokens } from 'marked';
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  endOfLine,
  endOfRun,
  GREATER,
  HASH,
  HYPHEN,
  isDigit,
  NEWLINE,
  OPEN_BRACKET,
  PERIOD,
  PIPE,
  PLUS,
  SPACE,
  STAR,
  TAB,
  typeOf,
  UNDERSCORE,
} from './characters.ts';
import { isHeading, lineStart } from './line-start.ts';
import { plainTable } from './table.ts';

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
    case NEWLINE:
      return addSpace(text, at, blocks);
    case HASH:
      return isHeading(text, at) ? addHeading(text, at, blocks) : undefined;
    case GREATER:
      return addQuote(text, at, blocks);
    case PIPE:
      return addTable(text, at, blocks);
    case STAR:
    case HYPHEN:
    case UNDERSCORE:
      if (isPlainRule(text, at, code)) return addRule(text, at, blocks);
      break;
    case BACKTICK:
      if (text.startsWith('```', at)) return addCode(text, at, blocks);
      break;
    case OPEN_BRACKET:
      if (mayDefine(text, at)) return undefined;
      break;
    default:
  }
  const marker = markerAt(text, at);
  if (marker) return addList(text, at, { marker, blocks });
  return lineStart(text, at) === 'words' ? addParagraph(text, at, blocks) : undefined;
}

/** True if a definition may begin with this bracket: `[label]: destination`. */
function mayDefine(text: string, at: number): boolean {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === BACKSLASH) return true;
    if (code === OPEN_BRACKET) return false;
    if (code === CLOSE_BRACKET) return text.charCodeAt(end + 1) === COLON;
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
  const end = endOfRun(text, NEWLINE, at);
  if (isIndented(text, end)) return undefined;
  const last = tokens.at(-1);
  if (end === at + 1 && last) last.raw += '\n';
  else tokens.push({ type: 'space', raw: text.slice(at, end) });
  return end;
}

/** Or a line of nothing but spaces. */
const isIndented = (text: string, at: number): boolean => text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB;

function addHeading(text: string, at: number, blocks: Blocks): number | undefined {
  const end = endOfLine(text, at);
  const words = endOfRun(text, HASH, at);
  const title = text.slice(words, end).trim();
  // Hashes at its end may belong to it.
  if (title.endsWith('#')) return undefined;
  const raw = text.slice(at, end);
  const heading = { type: 'heading', raw, depth: words - at, text: title, tokens: NO_SPANS } satisfies Tokens.Heading;
  blocks.tokens.push(addSentence(title, heading, blocks));
  return end;
}

const isPlainRule = (text: string, at: number, code: number): boolean => {
  const end = endOfRun(text, code, at);
  return end - at >= 3 && (end === text.length || text.charCodeAt(end) === NEWLINE);
};

function addRule(text: string, at: number, { tokens }: Blocks): number {
  const end = endOfLine(text, at);
  tokens.push({ type: 'hr', raw: text.slice(at, end) });
  return end;
}

function addParagraph(text: string, at: number, blocks: Blocks): number | undefined {
  let end = endOfLine(text, at);
  while (end + 1 < text.length && text.charCodeAt(end + 1) !== NEWLINE) {
    const next = lineStart(text, end + 1);
    if (next === 'unsure') return undefined;
    if (next === 'block') break;
    end = endOfLine(text, end + 1);
  }
  const raw = text.slice(at, end);
  const paragraph = { type: 'paragraph', raw, text: raw, tokens: NO_SPANS } satisfies Tokens.Paragraph;
  blocks.tokens.push(addSentence(raw, paragraph, blocks));
  return end;
}

function addCode(text: string, at: number, { tokens }: Blocks): number | undefined {
  const info = endOfRun(text, BACKTICK, at);
  const start = endOfLine(text, info);
  const lang = text.slice(info, start).trim();
  if (lang.includes('`') || lang.includes('\\')) return undefined;
  const fence = text.slice(at, info);
  for (let line = start; line < text.length; line = endOfLine(text, line + 1)) {
    const mark = endOfRun(text, SPACE, line + 1);
    if (mark - line > 4 || !text.startsWith(fence, mark)) continue;
    const end = endOfRun(text, SPACE, endOfRun(text, BACKTICK, mark));
    if (end < text.length && text.charCodeAt(end) !== NEWLINE) continue;
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
    if (text.charCodeAt(line) !== GREATER) return undefined;
    end = endOfLine(text, line);
    inside += (line === at ? '' : '\n') + text.slice(text.charCodeAt(line + 1) === SPACE ? line + 2 : line + 1, end);
  } while (end + 1 < text.length && text.charCodeAt(end + 1) !== NEWLINE);
  if (inside.includes('\t')) return undefined;
  const known = blocks.sentences.length;
  const tokens: Token[] = [];
  if (addBlocks(inside, { tokens, sentences: blocks.sentences }) < inside.length) {
    blocks.sentences.length = known;
    return undefined;
  }
  blocks.tokens.push({ type: 'blockquote', raw: text.slice(at, end), tokens, text: inside });
  return end;
}

/** Of a list item: `-`, or `12.`. */
interface Marker {
  /** Of its last character, which all items of a list share. */
  readonly code: number;
  readonly end: number;
  readonly isOrdered: boolean;
}

/** With one space and some words after it. */
function markerAt(text: string, at: number): Marker | undefined {
  const first = text.charCodeAt(at);
  let end = at;
  if (isDigit(first)) {
    while (end - at < 9 && isDigit(text.charCodeAt(end))) end++;
    if (text.charCodeAt(end) !== PERIOD && text.charCodeAt(end) !== CLOSE_PAREN) return undefined;
  } else if (first !== HYPHEN && first !== STAR && first !== PLUS) return undefined;
  if (text.charCodeAt(end + 1) !== SPACE) return undefined;
  return { code: text.charCodeAt(end), end: end + 1, isOrdered: end > at };
}

interface ListStart {
  readonly marker: Marker;
  readonly blocks: Blocks;
}

function addList(text: string, at: number, { marker: first, blocks }: ListStart): number | undefined {
  const items: Tokens.ListItem[] = [];
  const known = blocks.sentences.length;
  const giveUp = (): undefined => void (blocks.sentences.length = known);
  let start = at;
  let marker: Marker | undefined = first;
  for (;;) {
    if (marker?.code !== first.code || !isItem(text, marker.end + 1)) return giveUp();
    const end = endOfLine(text, start);
    const isLast = end + 1 >= text.length || text.charCodeAt(end + 1) === NEWLINE;
    const words = text.slice(marker.end + 1, end);
    items.push(itemOf(isLast ? words.trimEnd() : words, { raw: text.slice(start, isLast ? end : end + 1), blocks }));
    if (isLast) {
      if (mayGoOn(text, endOfRun(text, NEWLINE, end), first)) return giveUp();
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
  typeOf(text.charCodeAt(at)) !== 'space' &&
  !(text.charCodeAt(at) === OPEN_BRACKET && (text.charCodeAt(at + 2) === CLOSE_BRACKET || mayDefine(text, at)));

/** True if the line after the empty ones may belong to the list. In a list, a line of any spaces is an empty one. */
function mayGoOn(text: string, at: number, { code, isOrdered }: Marker): boolean {
  if (at === text.length) return false;
  const first = text.charCodeAt(at);
  if (typeOf(first) === 'space') return true;
  if (isOrdered) return isDigit(first);
  const next = text.charCodeAt(at + 1);
  return first === code && (next === SPACE || next === TAB || next === NEWLINE || at + 1 === text.length);
}

/** All lines up to an empty one. */
function addTable(text: string, at: number, blocks: Blocks): number | undefined {
  let end = at - 1;
  const lines: string[] = [];
  do {
    const line = end + 1;
    end = endOfLine(text, line);
    lines.push(text.slice(line, end));
  } while (end + 1 < text.length && text.charCodeAt(end + 1) !== NEWLINE);
  const raw = text.slice(at, end);
  if (raw.includes('\\')) return undefined;
  const table = plainTable(lines, { raw, cellOf: (cell) => addSentence(cell.text, cell, blocks) });
  if (table) blocks.tokens.push(table);
  return table && end;
}
