/**
 * A strict subset of XML 1.0 that every parser reads in the same way. Anything that browsers would repair, guess or look
 * up elsewhere (external and nested entities, names and spaces outside ASCII, another encoding) is `broken` here. Each
 * pattern is tried at one position only, so no text can make it slow.
 */
export interface XmlAttribute {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly value: string;
  /** The same attribute with the entities of the DOCTYPE written out, if it has any. */
  readonly expanded?: string;
}

export type XmlToken = { readonly start: number; readonly end: number } & (
  | {
      readonly type: 'open';
      readonly name: string;
      readonly attributes: readonly XmlAttribute[];
      readonly isEmpty: boolean;
    }
  | { readonly type: 'close'; readonly name: string }
  | { readonly type: 'text'; readonly content: string; readonly expanded?: string }
  | { readonly type: 'comment' | 'instruction'; readonly content: string }
  | { readonly type: 'doctype' }
  /** From here on it is not XML, or not in the supported subset. */
  | { readonly type: 'broken'; readonly reason: string }
);

const NAME = String.raw`[A-Za-z_][A-Za-z0-9_.\-]*(?::[A-Za-z_][A-Za-z0-9_.\-]*)?`;
const OPEN = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(String.raw`[ \t\r\n]+(${NAME})[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const OPEN_END = /[ \t\r\n]*(\/?)>/y;
const CLOSE = new RegExp(String.raw`</(${NAME})[ \t\r\n]*>`, 'y');
const TEXT = /[^<]+/y;
const COMMENT = /<!--([\s\S]*?)-->/y;
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/y;
const INSTRUCTION = /<\?([\s\S]*?)\?>/y;
const DOCTYPE = /<!DOCTYPE/iy;
const SPACES = /[ \t\r\n]+/y;
const DOCTYPE_START =
  /<!DOCTYPE[ \t\r\n]+svg(?:[ \t\r\n]+(?:PUBLIC[ \t\r\n]+(?:"[^"<&]*"|'[^'<&]*')|SYSTEM)[ \t\r\n]+(?:"[^"<&]*"|'[^'<&]*'))?[ \t\r\n]*([[>])/y;
const DOCTYPE_END = /\][ \t\r\n]*>/y;
/** A plain text: it refers to no other entity and to no file. */
const ENTITY = /<!ENTITY[ \t\r\n]+(\w+)[ \t\r\n]+(?:"([^"'<&%]*)"|'([^"'<&%]*)')[ \t\r\n]*>/y;

/** Characters that XML does not allow, not even as a reference. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

export function* readXml(source: string): Generator<XmlToken> {
  let at = source.startsWith('\ufeff') ? 1 : 0;
  const forbidden = NOT_XML.exec(source.slice(at));
  if (forbidden) return yield broken('it contains a character that XML does not allow', forbidden.index + at);
  const entities = { texts: new Map<string, string>(), left: MOST_EXPANDED };
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(source) ?? undefined;
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < source.length) {
    const start = at;
    const token = { ...readToken(take, entities), start, end: at };
    yield token;
    if (token.type === 'broken') return;
  }
}

type Take = (pattern: RegExp) => RegExpExecArray | undefined;
type WithoutPlace<T> = T extends unknown ? Omit<T, 'start' | 'end'> : never;
type Token = WithoutPlace<XmlToken>;

const NOT_WELL_FORMED: Token = { type: 'broken', reason: 'it is not well-formed XML' };

const broken = (reason: string, start: number): XmlToken => ({ type: 'broken', reason, start, end: start });

/** The plain texts that the DOCTYPE declares. */
interface Entities {
  readonly texts: Map<string, string>;
  /** How many characters may still be written out: a short file must not become an endless one. */
  left: number;
}

const MOST_EXPANDED = 1_000_000;

function expand(written: string, entities: Entities): string {
  if (entities.texts.size === 0) return written;
  return written.replace(/&(\w+);/g, (reference, name: string) => {
    const text = NAMED.has(name) ? undefined : entities.texts.get(name);
    entities.left -= text?.length ?? 0;
    return text === undefined || entities.left < 0 ? reference : text;
  });
}

function readToken(take: Take, entities: Entities): Token {
  const words = take(TEXT);
  if (words) return readText(words[0], entities);
  const open = take(OPEN);
  if (open) return readOpening(open[1]!, take, entities);
  const close = take(CLOSE);
  if (close) return { type: 'close', name: close[1]! };
  const literal = take(CDATA);
  if (literal) return { type: 'text', content: literal[1]! };
  const comment = take(COMMENT);
  // Parsers disagree about the end of a comment that contains `--`.
  if (comment) return /--|-$/.test(comment[1]!) ? NOT_WELL_FORMED : { type: 'comment', content: comment[1]! };
  const instruction = take(INSTRUCTION);
  if (instruction) return { type: 'instruction', content: instruction[1]! };
  return readDoctype(take, entities);
}

/** The DOCTYPE of a drawing, with the entities that it declares. */
function readDoctype(take: Take, entities: Entities): Token {
  const start = take(DOCTYPE_START);
  if (!start) return take(DOCTYPE) ? HIDDEN : NOT_WELL_FORMED;
  if (start[1] === '>') return { type: 'doctype' };
  while (!take(DOCTYPE_END)) {
    const entity = take(ENTITY);
    if (!entity && !take(SPACES)) return HIDDEN;
    // The first declaration of an entity applies.
    if (entity && !entities.texts.has(entity[1]!)) entities.texts.set(entity[1]!, entity[2] ?? entity[3]!);
  }
  return { type: 'doctype' };
}

const HIDDEN: Token = {
  type: 'broken',
  reason: 'it has a DOCTYPE that declares more than plain texts, which can hide anything and is not needed: delete it',
};

function readText(words: string, entities: Entities): Token {
  if (words.includes(']]>')) return NOT_WELL_FORMED;
  const expanded = expand(words, entities);
  const content = decode(expanded);
  if (typeof content !== 'string') return { type: 'broken', reason: content.problem };
  return { type: 'text', content, ...(expanded !== words && { expanded }) };
}

function readOpening(name: string, take: Take, entities: Entities): Token {
  const attributes: XmlAttribute[] = [];
  const seen = new Set<string>();
  for (let match = take(ATTRIBUTE); match; match = take(ATTRIBUTE)) {
    const written = match[2] ?? match[3]!;
    const plain = expand(written, entities);
    const value = decode(plain);
    if (typeof value !== 'string') return { type: 'broken', reason: value.problem };
    if (seen.has(match[1]!)) return { type: 'broken', reason: `it has the attribute ${match[1]} twice in one element` };
    seen.add(match[1]!);
    const place = { start: match.index, end: match.index + match[0].length };
    const expanded = match[0].slice(0, -1 - written.length) + plain + match[0].at(-1);
    attributes.push({ ...place, name: match[1]!, value, ...(plain !== written && { expanded }) });
  }
  const end = take(OPEN_END);
  return end ? { type: 'open', name, attributes, isEmpty: end[1] === '/' } : NOT_WELL_FORMED;
}

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);
const REFERENCE = /&(?:(\w+);|#0*(\d{1,7});|#x0*([0-9a-fA-F]{1,6});)?/g;

/** Every ampersand must start one of XML's five entities or a character number; any other reference is undefined. */
function decode(text: string): string | { readonly problem: string } {
  if (!text.includes('&')) return text;
  let problem: string | undefined;
  const decoded = text.replace(REFERENCE, (_, name, decimal, hex, offset) => {
    const character = name === undefined ? characterOf(decimal, hex) : NAMED.get(name);
    if (character !== undefined) return character;
    const written = /^&[#\w]{0,20};?/.exec(text.slice(offset))![0];
    problem ??= `it has \`${written}\`, which XML does not define: write the character itself, or &amp; for an ampersand`;
    return '';
  });
  return problem === undefined ? decoded : { problem };
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  if (Number.isNaN(code) || code > 0x10ffff) return undefined;
  const character = String.fromCodePoint(code);
  return NOT_XML.test(character) ? undefined : character;
}
