/** Just enough HTML to find its words, its tags and their attributes. Each pattern is tried at one position only. */
import { decodeReferences } from './references.ts';

export interface HtmlAttribute {
  readonly name: string;
  /** The decoded characters. */
  readonly value: string;
  /** The start of the value, without quotes. */
  readonly start: number;
  readonly end: number;
}

export interface HtmlTag {
  readonly type: 'tag';
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: readonly HtmlAttribute[];
  readonly start: number;
  readonly end: number;
}

export interface HtmlWords {
  readonly type: 'text';
  /** The decoded characters. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The start of a tag or a comment that never ends: a browser shows it, and what follows, as text. */
export interface UnfinishedHtml {
  readonly type: 'unfinished';
  /** `<div`, `<!--` */
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

export type HtmlPart = HtmlTag | HtmlWords | UnfinishedHtml;

const TAG = /<(\/?)([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/dy;
const TAG_END = /[\s/]*>/y;
/** The possible start of a tag, a comment, a declaration or an instruction. */
const BEGINNING = /<(?:!--|[!?/]?[a-z][^\s/>"'<]{0,40}|[!?])/iy;
/** Inside these elements, `<` is an ordinary character. */
const LITERAL = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);

export function* htmlParts(html: string): Generator<HtmlPart> {
  const hiddenEnd = createHiddenEnd(html);
  let written = 0;
  const textUpTo = function* (end: number): Generator<HtmlPart> {
    if (end > written) yield { type: 'text', text: decodeReferences(html.slice(written, end)), start: written, end };
  };
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const hidden = hiddenEnd(at);
    const tag = hidden === undefined ? tagAt(html, at) : undefined;
    const beginning = hidden === undefined && !tag ? matchAt(BEGINNING, html, at)?.[0] : undefined;
    if (hidden === undefined && !tag && beginning === undefined) {
      at++;
      continue;
    }
    yield* textUpTo(at);
    if (tag) yield tag;
    const end = tag?.end ?? hidden ?? at + beginning!.length;
    if (beginning !== undefined) yield { type: 'unfinished', written: beginning, start: at, end };
    at = written = end;
    const close = tag && !tag.isClosing && LITERAL.has(tag.name) ? closingOf(tag.name, html, at) : -1;
    if (close > at) {
      yield { type: 'text', text: html.slice(at, close), start: at, end: close };
      at = written = close;
    }
  }
  yield* textUpTo(html.length);
}

/** The end of a comment, a declaration or an instruction. After one failed search it does not search again. */
function createHiddenEnd(html: string): (start: number) => number | undefined {
  const missing = new Set<string>();
  const after = (mark: string, from: number): number | undefined => {
    const at = missing.has(mark) ? -1 : html.indexOf(mark, from);
    if (at === -1) missing.add(mark);
    return at === -1 ? undefined : at + mark.length;
  };
  return (start) => {
    if (!/[!?]/.test(html[start + 1] ?? '')) return undefined;
    if (!html.startsWith('<!--', start)) return after('>', start);
    const empty = matchAt(EMPTY_COMMENT, html, start);
    return empty ? start + empty[0].length : after('-->', start + 4);
  };
}

const EMPTY_COMMENT = /<!---?>/y;

function tagAt(html: string, start: number): HtmlTag | undefined {
  const open = matchAt(TAG, html, start);
  if (!open) return undefined;
  let end = start + open[0].length;
  const attributes: HtmlAttribute[] = [];
  for (let found = matchAt(ATTRIBUTE, html, end); found; found = matchAt(ATTRIBUTE, html, end)) {
    const group = [2, 3, 4].find((each) => found![each] !== undefined);
    const [from, to] = group === undefined ? [end, end] : found.indices![group]!;
    const value = group === undefined ? '' : decodeReferences(found[group]!);
    attributes.push({ name: found[1]!.toLowerCase(), value, start: from, end: to });
    end += found[0].length;
  }
  const closed = matchAt(TAG_END, html, end);
  if (!closed) return undefined;
  const name = open[2]!.toLowerCase();
  return { type: 'tag', name, isClosing: open[1] !== '', attributes, start, end: end + closed[0].length };
}

const closingOf = (name: string, html: string, from: number): number => {
  const found = new RegExp(`</${name}[\\s/>]`, 'i').exec(html.slice(from));
  return found ? from + found.index : -1;
};

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
