/** Just enough XML to look at every tag of a file. Each pattern is tried at one place only, so no text makes it slow. */
import { decodeReferences } from '../../markdown/references.ts';

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
  | { readonly type: 'text' | 'comment' | 'doctype' | 'instruction'; readonly content: string }
  /** From here on it is not XML. */
  | { readonly type: 'broken' }
);

const NAME = String.raw`[\p{L}_:][\p{L}\p{N}_:.\-]*`;
const OPEN = new RegExp(`<(${NAME})`, 'uy');
const ATTRIBUTE = new RegExp(String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'uy');
const OPEN_END = /\s*(\/?)>/y;
const CLOSE = new RegExp(String.raw`</(${NAME})\s*>`, 'uy');
const TEXT = /[^<]+/y;
const COMMENT = /<!--([\s\S]*?)-->/y;
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/y;
const INSTRUCTION = /<\?([\s\S]*?)\?>/y;
const DOCTYPE = /<!DOCTYPE\s([^>[]*(?:\[[^\]]*\]\s*)?)>/iy;

export function* readXml(source: string): Generator<XmlToken> {
  const text = source.replace(/^\ufeff/, ' ');
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    const start = at;
    const token = readToken(take);
    yield { ...token, start };
    if (token.type === 'broken') return;
  }
}

type Take = (pattern: RegExp) => RegExpExecArray | undefined;
type WithoutStart<T> = T extends unknown ? Omit<T, 'start'> : never;

function readToken(take: Take): WithoutStart<XmlToken> {
  const words = take(TEXT);
  if (words) return { type: 'text', content: decodeReferences(words[0]) };
  const open = take(OPEN);
  if (open) return readOpening(open[1]!, take);
  const close = take(CLOSE);
  if (close) return { type: 'close', name: close[1]! };
  const literal = take(CDATA);
  if (literal) return { type: 'text', content: literal[1]! };
  for (const [type, pattern] of [
    ['comment', COMMENT],
    ['instruction', INSTRUCTION],
    ['doctype', DOCTYPE],
  ] as const) {
    const match = take(pattern);
    if (match) return { type, content: match[1]! };
  }
  return { type: 'broken' };
}

function readOpening(name: string, take: Take): WithoutStart<XmlToken> {
  const attributes: XmlAttribute[] = [];
  for (let match = take(ATTRIBUTE); match; match = take(ATTRIBUTE)) {
    attributes.push({ name: match[1]!, value: decodeReferences(match[2] ?? match[3]!) });
  }
  const end = take(OPEN_END);
  return end ? { type: 'open', name, attributes, isEmpty: end[1] === '/' } : { type: 'broken' };
}
