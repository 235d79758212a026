/** The words, the tags and the attributes of HTML, with their places: the tokenizer that the sanitiser uses too. */
import { createRequire } from 'node:module';
import type * as EntitiesPackage from 'entities';
import type * as ParserPackage from 'htmlparser2';
import { once } from '../values/once.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Its range is that of the value, without quotes. */
interface HtmlAttribute extends Range {
  readonly name: string;
  /** The decoded characters. */
  readonly value: string;
}

export interface HtmlTag extends Range {
  readonly type: 'tag';
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: readonly HtmlAttribute[];
}

interface HtmlWords extends Range {
  readonly type: 'text';
  /** The decoded characters. */
  readonly text: string;
}

/** The start of a tag or a comment that never ends: a browser shows it, and what follows, as text. */
interface UnfinishedHtml extends Range {
  readonly type: 'unfinished';
  /** `<div`, `<!--` */
  readonly written: string;
}

type HtmlPart = HtmlTag | HtmlWords | UnfinishedHtml;

/** Loaded by the first text with HTML. */
const htmlparser = once(() => createRequire(import.meta.url)('htmlparser2') as typeof ParserPackage);
/** Loaded by the first text with a reference. */
const entities = once(() => createRequire(import.meta.url)('entities') as typeof EntitiesPackage);

/** The start of a tag, a comment, a declaration or an instruction. */
const BEGINNING = /<(?:!--|[!?/]?[a-z][^\s/>"'<]{0,40}|[!?])/iy;

export function htmlParts(html: string): readonly HtmlPart[] {
  const parts: HtmlPart[] = [];
  let at = 0;
  let tag = { name: '', start: 0, attributes: [] as HtmlAttribute[] };
  let attribute = { name: '', start: 0, end: 0 };
  const add = (part: HtmlPart): void => {
    parts.push(part);
    at = part.end;
  };
  const addText = (start: number, end: number): void =>
    add({ type: 'text', text: decodeReferences(html.slice(start, end)), start, end });
  const addTag = (end: number, isClosing = false): void => add({ type: 'tag', ...tag, isClosing, end });
  const nothing = (): void => {};
  // Without its `>`, it goes on to the end of the text.
  const hide = (_: number, end: number): void => {
    if (end < html.length) at = end + 1;
  };
  const { Tokenizer } = htmlparser();
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => {
        // Of the last tag, if it has no end.
        if (start !== at) return;
        const goesOn = parts.at(-1)?.type === 'text' && parts.at(-1)!.end === start;
        addText(goesOn ? parts.pop()!.start : start, end);
      },
      onopentagname: (start, end) => {
        tag = { name: html.slice(start, end).toLowerCase(), start: start - 1, attributes: [] };
      },
      onattribname: (start, end) => {
        attribute = { name: html.slice(start, end).toLowerCase(), start: end, end };
      },
      onattribdata: (start, end) => {
        attribute = { ...attribute, start, end };
      },
      onattribend: () => {
        tag.attributes.push({ ...attribute, value: decodeReferences(html.slice(attribute.start, attribute.end)) });
      },
      onopentagend: (end) => addTag(end + 1),
      onselfclosingtag: (end) => addTag(end + 1),
      onclosetag: (start, end) => {
        tag = { name: html.slice(start, end).toLowerCase(), start: html.lastIndexOf('<', start), attributes: [] };
        const close = html.indexOf('>', end);
        if (close !== -1) addTag(close + 1, true);
      },
      oncomment: hide,
      oncdata: hide,
      ondeclaration: hide,
      onprocessinginstruction: hide,
      onattribentity: nothing,
      ontextentity: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  BEGINNING.lastIndex = at;
  const [written] = at < html.length ? (BEGINNING.exec(html) ?? []) : [];
  if (written !== undefined) add({ type: 'unfinished', written, start: at, end: at + written.length });
  if (at < html.length) addText(at, html.length);
  return parts;
}

/**
 * Decodes character references that end with a semicolon. Others stay as written, so code that writes the result into HTML
 * must escape every ampersand: a browser then sees exactly what was checked here.
 */
export const decodeReferences = (html: string): string =>
  // As in most URLs with an ampersand, nothing ends a reference.
  html.includes('&') && html.includes(';') ? entities().decodeHTMLStrict(html) : html;

/** Block-level elements. An inline element is part of a Markdown paragraph. */
const BLOCKS =
  'address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|' +
  'head|header|hr|html|iframe|legend|li|main|menu|nav|ol|p|pre|script|search|section|style|summary|table|tbody|td|tfoot|' +
  'th|thead|tr|ul';
const BLOCK = new RegExp(`^\\s*<(?:/?(?:${BLOCKS})(?:[\\s/>]|$)|!doctype\\b)`, 'i');
/** Markdown would parse it as code. */
const INDENTED_TAG = /^(?: {4}|\t)\s*<\/?[a-z]/i;
const COMMENTS = /<!--[\s\S]*?-->/g;

/**
 * True if a text is HTML as a whole rather than Markdown with some HTML in it: each of its paragraphs then starts with
 * a block element. Markdown would parse indented HTML after an empty line as code.
 */
export function isHtmlText(text: string): boolean {
  if (!/^\s*</.test(text)) return false;
  const parts = text
    .replace(COMMENTS, '')
    .split(/\n[ \t\r]*\n/)
    .filter((part) => part.trim() !== '');
  return BLOCK.test(parts[0] ?? '') && parts.every((part) => BLOCK.test(part) || INDENTED_TAG.test(part));
}
