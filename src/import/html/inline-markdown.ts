/**
 * Sentences as Markdown. They arrive as pieces with marks (bold, a link …) rather than as a tree, so that marks can be
 * merged and spaces moved out of them: `<b>one </b><b>two</b>` is `**one two**`. What delimiters cannot mark, as in the
 * middle of a word, is marked with HTML. Characters are escaped only where Markdown would read them as its own.
 */

import type { Mark, Piece } from './piece.ts';
import { readsBack } from './reads-back.ts';

export interface InlineForm {
  readonly lineBreak: '\\\n' | '<br>' | ' ';
  /** True if the start of a line could be read as the start of a block. */
  readonly startsLines: boolean;
}

/** Empty if the pieces have no words and no pictures. */
export function inlineMarkdown(pieces: readonly Piece[], form: InlineForm): string {
  const units = merged(withCollapsedSpaces(pieces));
  const markdown = written(units, form, 'delimiters');
  const isMeant = readsBack(form.startsLines ? markdown : `# ${markdown}`, units);
  return isMeant ? markdown : written(units, form, 'html');
}

/** HTML is the notation that is never misread. */
type Notation = 'delimiters' | 'html';

function written(units: readonly Piece[], form: InlineForm, notation: Notation): string {
  const parts = partsOf(units, { form, notation });
  const markdown = parts
    .map((part, index) => (part.type === 'text' ? part.text : delimiter(parts, index, notation)))
    .join('');
  return form.startsLines ? markdown.split('\n').map(withPlainStart).join('\n') : markdown;
}

/** Spaces as browsers show them. Those at the edges of marks are moved out of these. */
function withCollapsedSpaces(pieces: readonly Piece[]): readonly Piece[] {
  const units: Piece[] = [];
  const isSpace = (unit: Piece | undefined): boolean => unit?.type === 'text' && unit.text.trim() === '';
  const isAtStart = (): boolean => units.length === 0 || units.at(-1)!.type === 'break' || isSpace(units.at(-1));
  const trimEnd = (): void => {
    while (isSpace(units.at(-1))) units.pop();
  };
  for (const piece of pieces) {
    if (piece.type === 'break') trimEnd();
    if (piece.type !== 'text') {
      units.push(piece);
      continue;
    }
    const text = piece.text.replace(/[ \t\n\f\r\u2028\u2029]+/g, ' ').replace(/\p{Cc}/gu, '');
    const words = text.trim();
    const start = text.length - text.trimStart().length;
    if (start > 0 && !isAtStart()) units.push({ ...piece, text: text.slice(0, start) });
    if (words === '') continue;
    units.push({ ...piece, text: words });
    const after = text.slice(start + words.length);
    if (after !== '') units.push({ ...piece, text: after });
  }
  trimEnd();
  const inner = units.slice(
    units.findIndex(({ type }) => type !== 'break'),
    units.findLastIndex(({ type }) => type !== 'break') + 1,
  );
  return inner.map((unit, index) => {
    if (unit.type !== 'break' && !isSpace(unit)) return unit;
    const before = inner[index - 1]?.marks ?? [];
    return { ...unit, marks: before.slice(0, sharedMarks(before, inner[index + 1]?.marks ?? [])) };
  });
}

function sharedMarks(one: readonly Mark[], other: readonly Mark[]): number {
  const end = one.findIndex((mark, index) => !isSame(mark, other[index]));
  return end === -1 ? one.length : end;
}

/** Two links beside each other are two, even if they lead to the same page. */
const isSame = (one: Mark, other: Mark | undefined): boolean =>
  one === other || (one.name === other?.name && one.close === undefined);

const haveSameMarks = (one: Piece, other: Piece): boolean =>
  one.marks.length === other.marks.length && sharedMarks(one.marks, other.marks) === one.marks.length;

/** Neighbours with the same marks as one, because escaping looks at neighbouring characters. */
function merged(units: readonly Piece[]): readonly Piece[] {
  const list: Piece[] = [];
  for (const unit of units) {
    const last = list.at(-1);
    if (last?.type === 'text' && unit.type === 'text' && haveSameMarks(last, unit))
      list[list.length - 1] = { ...last, text: last.text + unit.text };
    else list.push(unit);
  }
  return list;
}

interface Part {
  readonly type: 'text' | 'open' | 'close';
  readonly text: string;
  readonly mark: Mark;
  /** The index of the other end of a mark. */
  partner: number;
}

const NO_MARK: Mark = { name: '' };

interface Writing {
  readonly form: InlineForm;
  readonly notation: Notation;
}

/** The text in Markdown, and the places where marks start and end. */
function partsOf(units: readonly Piece[], { form, notation }: Writing): readonly Part[] {
  const parts: Part[] = [];
  const open: Part[] = [];
  const escapes = createEscapes(units);
  const closeTo = (count: number): void => {
    while (open.length > count) {
      const { mark, partner } = open.pop()!;
      parts[partner]!.partner = parts.length;
      parts.push({ type: 'close', text: '', mark, partner });
    }
  };
  for (const [index, unit] of units.entries()) {
    const isCode = notation === 'delimiters' && unit.marks.some(({ name }) => name === 'code');
    const marks = isCode ? unit.marks.filter(({ name }) => name !== 'code') : unit.marks;
    const around = open.map(({ mark }) => mark);
    closeTo(sharedMarks(around, marks));
    for (const mark of marks.slice(open.length)) {
      const part: Part = { type: 'open', text: '', mark, partner: parts.length };
      open.push({ ...part });
      parts.push(part);
    }
    const isInLink = marks.some(({ name }) => name === 'a');
    const next = units[index + 1];
    const startsLink = !isInLink && (next?.marks.some(({ name }) => name === 'a') ?? false);
    const textOf = (): string => {
      if (unit.type !== 'text') return unit.type === 'break' ? form.lineBreak : unit.text;
      if (notation === 'html') return withReferences(unit.text);
      return isCode ? codeSpan(unit.text) : escapes(unit.text, { isInLink, startsLink });
    };
    parts.push({ type: 'text', text: textOf(), mark: NO_MARK, partner: -1 });
  }
  closeTo(0);
  return parts;
}

const withReferences = (text: string): string =>
  text.replace(/[\\`*_~[\]<&!|@:]/g, (character) => `&#${character.codePointAt(0)};`);

/** With more backticks around it than it has inside. */
export function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code, '`') + 1);
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return fence + space + code + space + fence;
}

export function longestRun(text: string, character: string): number {
  let longest = 0;
  for (const run of text.match(new RegExp(`${character}+`, 'g')) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

const DELIMITERS: Readonly<Record<string, string>> = { strong: '**', em: '*', del: '~~' };

/** The notation of a mark at one of its ends: the same decision at both. */
function delimiter(parts: readonly Part[], index: number, notation: Notation): string {
  const { type, partner, mark } = parts[index]!;
  const isOpen = type === 'open';
  const asHtml = isOpen ? (mark.tag ?? `<${mark.name}>`) : `</${mark.name}>`;
  if (notation === 'html') return asHtml;
  const own = isOpen ? mark.open : mark.close;
  const [start, end] = isOpen ? [index, partner] : [partner, index];
  return own ?? workingDelimiter(parts, { name: mark.name, start, end }) ?? asHtml;
}

interface Marked {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The delimiter that Markdown reads as one at both ends, given the characters around them. */
function workingDelimiter(parts: readonly Part[], { name, start, end }: Marked): string | undefined {
  if (!(name in DELIMITERS)) return undefined;
  const opening = { before: endOf(parts[start - 1]), after: startOf(parts[start + 1]) };
  const closing = { before: endOf(parts[end - 1]), after: startOf(parts[end + 1]) };
  const touches = [start - 1, start + 1, end - 1, end + 1].some((at) => {
    const { mark, type } = parts[at] ?? { mark: NO_MARK, type: 'text' };
    return type !== 'text' && (mark.name === 'strong' || mark.name === 'em');
  });
  const isReadable = opensWord(opening) && closesWord(closing);
  if (!isReadable) return undefined;
  if (name !== 'em' || !touches) return DELIMITERS[name];
  // `***` could be read in two ways.
  const standsAlone = !WORD.test(opening.before) && !WORD.test(closing.after);
  return standsAlone ? '_' : undefined;
}

interface Around {
  readonly before: string;
  readonly after: string;
}

const WORD = /[\p{L}\p{N}]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const isBlank = (character: string): boolean => character.trim() === '';

/** CommonMark's left-flanking and right-flanking delimiter runs. */
const opensWord = ({ before, after }: Around): boolean =>
  !isBlank(after) && (!PUNCTUATION.test(after) || isBlank(before) || PUNCTUATION.test(before));
const closesWord = ({ before, after }: Around): boolean =>
  !isBlank(before) && (!PUNCTUATION.test(before) || isBlank(after) || PUNCTUATION.test(after));

/** Every notation of a mark starts and ends with punctuation. */
const startOf = (part: Part | undefined): string =>
  part === undefined ? '' : part.type === 'text' ? String.fromCodePoint(part.text.codePointAt(0) ?? 32) : '*';
const endOf = (part: Part | undefined): string =>
  part === undefined ? '' : part.type === 'text' ? (Array.from(part.text.slice(-2)).at(-1) ?? '') : '*';

interface EscapedPlace {
  readonly isInLink: boolean;
  /** True if a link follows directly. */
  readonly startsLink: boolean;
}

const URL_OR_SPECIAL = /(?:https?:\/\/|www\.)[^\s<]+|[\\`*_~[\]<&!]/gi;
const REFERENCE = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});/i;

function createEscapes(units: readonly Piece[]): (text: string, place: EscapedPlace) => string {
  const texts = units.filter(({ type }) => type === 'text').map(({ text }) => text);
  const marks = new Set(units.flatMap((unit) => unit.marks.map(({ name }) => name)));
  const isRepeated = (character: string): boolean => {
    let count = 0;
    for (const text of texts) {
      for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1))
        if (++count > 1) return true;
    }
    return false;
  };
  const hasEmphasis = marks.has('em') || marks.has('strong');
  // A single one of these has no meaning.
  const active = {
    '*': hasEmphasis || isRepeated('*'),
    _: hasEmphasis || isRepeated('_'),
    '~': marks.has('del') || isRepeated('~'),
    '`': marks.has('code') || isRepeated('`'),
  };

  const isSpecial = (text: string, at: number, { isInLink, startsLink }: EscapedPlace): boolean => {
    const [before, character, after] = [text[at - 1] ?? '', text[at]!, text[at + 1] ?? ''];
    const isLast = at === text.length - 1;
    switch (character) {
      case '\\':
        return isLast || /[!-/:-@[-`{-~]/.test(after);
      case '`':
        return isInLink || active['`'];
      case '*':
      case '~':
        return active[character] && !(before !== '' && isBlank(before) && !isLast && isBlank(after));
      case '_':
        return active._ && !(WORD.test(before) && WORD.test(after));
      case '[':
        return isInLink;
      case ']':
        return isInLink || after === '(';
      case '!':
        return isLast && startsLink;
      case '<':
        return /[a-z/!?]/i.test(after);
      default:
        return REFERENCE.test(text.slice(at, at + 40));
    }
  };

  const escape = (text: string, place: EscapedPlace): string =>
    text.replace(URL_OR_SPECIAL, (found, at: number) => {
      if (found.length > 1) return escapedUrl(found, place);
      if (!isSpecial(text, at, place)) return found;
      return found === '&' ? '&amp;' : `\\${found}`;
    });

  /** Markdown makes a link of it, and reads no escapes inside: with any, it must not be one. */
  const escapedUrl = (url: string, place: EscapedPlace): string => {
    if (!/[\\`*[\]!]/.test(url)) return url;
    const end = url.search(/[:.]/);
    return `${url.slice(0, end)}\\${url[end]}${escape(url.slice(end + 1), place)}`;
  };
  return escape;
}

/** The start of a heading, a list, a quote, code, a table, a line, a definition, a task or an admonition. */
const BLOCK_START =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|[-:|][-:|\s]*$|=+\s*$|\||`{3}|~{3}|\[[^\]]*\]:|\[(?:[ x]|!\w+)\](?=\s|$))/i;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

const withPlainStart = (line: string): string =>
  BLOCK_START.test(line) ? `\\${line}` : line.replace(NUMBERED, String.raw`$1\$2`);
