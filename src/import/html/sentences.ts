/** Words, marks and links in Markdown. What Markdown's own signs would not mean in their place is written as HTML. */
import { attribute, markdownTarget } from './links.ts';

/** The part of the DOM that rules need. */
export interface DomElement {
  readonly nodeName: string;
  readonly nodeType: number;
  readonly textContent: string;
  readonly outerHTML: string;
  readonly parentNode: DomElement;
  readonly previousSibling: DomElement | null;
  readonly nextSibling: DomElement | null;
  readonly children: ArrayLike<DomElement>;
  readonly flankingWhitespace?: { readonly leading: string; readonly trailing: string };
  readonly getAttribute: (name: string) => string | null;
  readonly hasAttribute: (name: string) => boolean;
  readonly closest: (selector: string) => DomElement | null;
  readonly querySelectorAll: (selector: string) => ArrayLike<DomElement>;
}

const WORD = /[\p{L}\p{N}]/u;
/** Beside these characters, and the edges of lines, a sign ends or starts marked words of whatever characters. */
const BESIDE_WORDS = /^[\s.,;:!?()"']*$/;
const isBlank = (character: string): boolean => character.trim() === '';

const URL_OR_SPECIAL = /(?:https?:\/\/|www\.)[^\s<]+|[\\`*_~[\]<&]/gi;
/** The start of a heading, a list, a quote, code, a table, a line, a task or an admonition. */
const BLOCK_START =
  /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|(?=[:|\s]*-)[-:|][-:|\s]*$|=+\s*$|\||\[(?:[ x]|!\w+)\](?=\s|$))/i;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/** Characters are escaped where Markdown could read them as its own, and stay as they are in most sentences. */
export function escapeWords(text: string): string {
  const escaped = text.replace(URL_OR_SPECIAL, (found, at: number) => {
    if (found.length > 1) return escapeUrl(found);
    return isSpecial[found]!(text[at - 1] ?? '', text.slice(at + 1, at + 40)) ? escapedCharacter(found) : found;
  });
  return BLOCK_START.test(text) ? `\\${escaped.replace(/^\\/, '')}` : escaped.replace(NUMBERED, String.raw`$1\$2`);
}

const escapedCharacter = (character: string): string => (character === '&' ? '&amp;' : `\\${character}`);

/** Markdown makes a link of it, and reads no escapes inside: with any, it must not be one. */
function escapeUrl(url: string): string {
  if (!/[\\`*[\]]/.test(url)) return url;
  const end = url.search(/[:.]/);
  return `${url.slice(0, end)}\\${url[end]}${escapeWords(url.slice(end + 1))}`;
}

const isBesideWords = (before: string, after: string): boolean =>
  before === '' || after === '' || !isBlank(before) || !isBlank(after[0]!);

/** By the character before it and the text after it. */
const isSpecial: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  '\\': (_, after) => !/^[\p{L}\p{N}]/u.test(after),
  '`': () => true,
  '*': isBesideWords,
  '~': isBesideWords,
  _: (before, after) => !WORD.test(before) || !/^[\p{L}\p{N}]/u.test(after),
  '[': (_, after) => after.startsWith('^') || !after.includes(']'),
  ']': (_, after) => /^[([:]/.test(after),
  '<': (_, after) => /^[a-z/!?]/i.test(after),
  '&': (_, after) => /^#?\w{1,31};/.test(after),
};

const SIGNS: Readonly<Record<string, string>> = { STRONG: '*', EM: '_', DEL: '~', A: '[', CODE: '`' };

/** The elements that stay HTML in a sentence. */
export const HTML_MARKS = 'sub sup kbd mark ins u q ruby rt rp abbr';
const HTML_NAMES = new Set(HTML_MARKS.toUpperCase().split(' '));

/** The character beside a mark, on its outside. Signs stand for other marks. */
function neighbour(node: DomElement, side: 'previousSibling' | 'nextSibling'): string {
  const beside = node[side];
  const { nodeName } = beside ?? node.parentNode;
  const text = beside?.textContent ?? '';
  const nearest = (side === 'nextSibling' ? Array.from(text.slice(0, 2))[0] : Array.from(text.slice(-2)).at(-1)) ?? '';
  if (beside?.nodeType === 3 || (text !== '' && isBlank(nearest))) return nearest;
  return SIGNS[nodeName] ?? (HTML_NAMES.has(nodeName) || nodeName === 'IMG' ? '>' : '');
}

/** Bold, emphasised or deleted words, with the first of these signs that every program reads as such in this place. */
export function marked(content: string, node: DomElement, signs: readonly string[]): string {
  if (content.trim() === '') return content;
  const { leading = '', trailing = '' } = node.flankingWhitespace ?? {};
  const outside = [
    leading === '' ? neighbour(node, 'previousSibling') : ' ',
    trailing === '' ? neighbour(node, 'nextSibling') : ' ',
  ];
  const inside = [
    String.fromCodePoint(content.codePointAt(0)!),
    /\\.$/s.test(content) ? '\\' : Array.from(content.slice(-2)).at(-1)!,
  ];
  const isRead = inside.every((character, end) => WORD.test(character) || BESIDE_WORDS.test(outside[end]!));
  // `***` could be read in two ways, and `_` in a word is a part of the word.
  const isClear = (sign: string): boolean =>
    ![...outside, ...inside].includes(sign[0]!) &&
    !(sign === '*' && (/[*_]/.test(content) || node.closest('strong'))) &&
    !(sign === '_' && outside.some((character) => WORD.test(character)));
  const sign = isRead ? signs.find(isClear) : undefined;
  return sign === undefined ? asHtml(node.nodeName.toLowerCase(), content) : sign + content + sign;
}

export const asHtml = (name: string, content: string, attributes = ''): string =>
  content.trim() === '' ? content : `<${name}${attributes}>${content}</${name}>`;

/** With more backticks around it than it has inside. */
export function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1);
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return code.trim() === '' ? '' : fence + space + code + space + fence;
}

export function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

export function link(content: string, node: DomElement): string {
  const href = node.getAttribute('href') ?? '';
  const title = node.getAttribute('title') ?? undefined;
  if (content.trim() === '') return content;
  if (node.textContent === href && /^https?:[^\s<>]+$/.test(href)) return `<${href}>`;
  // With an exclamation mark before it, it would be a picture; with such characters inside, it could be no link.
  const isUnclear = /[\\`]|\]\(/.test(node.textContent) || (/[[\]]/.test(node.textContent) && /!\[|`/.test(content));
  if (isUnclear || neighbour(node, 'previousSibling') === '!')
    return asHtml('a', content, attribute('href', href) + attribute('title', title));
  const words = content.includes('![') ? content : content.replace(/(?<!\\)[[\]]/g, String.raw`\$&`);
  return `[${words}]${markdownTarget(href, title)}`;
}
