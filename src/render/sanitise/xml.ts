/**
 * A strict subset of XML 1.0 that every parser reads in the same way. Anything that browsers would repair, guess or look
 * up elsewhere (a DOCTYPE's entities, names and spaces outside ASCII, another encoding) is `broken` here. Each pattern is
 * tried at one position only, so no text can make it slow.
 */
export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}

export type XmlToken = { readonly start: number } & (
  | {
      readonly type: 'open';
      readonly name: string;
      readonly attributes: readonly XmlAttribute[];
      readonly isEmpty: boolean;
    }
  | { readonly type: 'close'; readonly name: string }
  | { readonly type: 'text' | 'comment' | 'instruction'; readonly content: string }
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

/** Characters that XML does not allow, not even as a reference. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

export function* readXml(source: string): Generator<XmlToken> {
  const text = source.replace(/^\ufeff/, '');
  const offset = source.length - text.length;
  const forbidden = NOT_XML.exec(text);
  if (forbidden) return yield broken('it contains a character that XML does not allow', forbidden.index + offset);
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    const start = at + offset;
    const token = { ...readToken(take), start };
    yield token;
    if (token.type === 'broken') return;
  }
}

type Take = (pattern: RegExp) => RegExpExecArray | undefined;
type WithoutStart<T> = T extends unknown ? Omit<T, 'start'> : never;
type Token = WithoutStart<XmlToken>;

const NOT_WELL_FORMED: Token = { type: 'broken', reason: 'it is not well-formed XML' };

const broken = (reason: string, start: number): XmlToken => ({ type: 'broken', reason, start });

function readToken(take: Take): Token {
  const words = take(TEXT);
  if (words) return readText(words[0]);
  const open = take(OPEN);
  if (open) return readOpening(open[1]!, take);
  const close = take(CLOSE);
  if (close) return { type: 'close', name: close[1]! };
  const literal = take(CDATA);
  if (literal) return { type: 'text', content: literal[1]! };
  const comment = take(COMMENT);
  // Parsers disagree about the end of a comment that contains `--`.
  if (comment) return /--|-$/.test(comment[1]!) ? NOT_WELL_FORMED : { type: 'comment', content: comment[1]! };
  const instruction = take(INSTRUCTION);
  if (instruction) return { type: 'instruction', content: instruction[1]! };
  if (take(DOCTYPE)) {
    return {
      type: 'broken',
      reason: 'it has a DOCTYPE, which can hide anything and is not needed: delete it',
    };
  }
  return NOT_WELL_FORMED;
}

function readText(words: string): Token {
  if (words.includes(']]>')) return NOT_WELL_FORMED;
  const content = decode(words);
  return typeof content === 'string' ? { type: 'text', content } : { type: 'broken', reason: content.problem };
}

function readOpening(name: string, take: Take): Token {
  const attributes: XmlAttribute[] = [];
  const seen = new Set<string>();
  for (let match = take(ATTRIBUTE); match; match = take(ATTRIBUTE)) {
    const value = decode(match[2] ?? match[3]!);
    if (typeof value !== 'string') return { type: 'broken', reason: value.problem };
    if (seen.has(match[1]!)) return { type: 'broken', reason: `it has the attribute ${match[1]} twice in one element` };
    seen.add(match[1]!);
    attributes.push({ name: match[1]!, value });
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
