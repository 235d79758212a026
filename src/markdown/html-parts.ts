/** Just enough HTML to find its words, its tags and their attributes. Each pattern is tried at one position only. */

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

/** The names of the characters from U+00A0 on, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const NAMED = new Map([
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    OElig: 'Œ',
    oelig: 'œ',
    euro: '€',
    trade: '™',
  }),
  ...Object.entries({ ndash: '–', mdash: '—', hellip: '…', bull: '•', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
]);

/**
 * Decodes the character references that authors use. Others stay as written, so code that writes the result into HTML
 * must escape every ampersand: a browser then sees exactly what was checked here.
 */
export function decodeReferences(html: string): string {
  // As in most URLs with an ampersand, nothing ends a reference.
  if (!html.includes('&') || !html.includes(';')) return html;
  return html.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

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
