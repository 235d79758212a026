/** Values on one line: quoted and unquoted strings, numbers, booleans, and small lists and mappings in brackets. */
import type { Json } from '../values/json.ts';

export const NOT_PLAIN = Symbol('not plain');
export type Plain = Json | typeof NOT_PLAIN;

/** The text that may follow a value on its line. */
const END = / *(?:$| #.*$)/y;
const DOUBLE_QUOTED = /"([^"\\]*)"/y;
const SINGLE_QUOTED = /'((?:[^']|'')*)'/y;

export function readPlainValue(text: string): Plain {
  switch (text[0]) {
    case '"':
    case "'":
    case '[':
    case '{': {
      const reader = new OneLine(text);
      const value = reader.value();
      return reader.isAtEnd() ? value : NOT_PLAIN;
    }
    default:
      return readBareText(text);
  }
}

/** Neither a YAML indicator nor the start of anything special. */
const BARE = /^(?:[A-Za-z0-9_$/.+(~\u00a1-\uffff]|-[^ -])/;

function readBareText(text: string): Plain {
  if (!BARE.test(text)) return NOT_PLAIN;
  const comment = text.indexOf(' #');
  if (comment !== -1 && !isComment(text, comment + 1)) return NOT_PLAIN;
  const bare = (comment === -1 ? text : text.slice(0, comment)).replace(/ +$/, '');
  return bare.includes(': ') || bare.endsWith(':') ? NOT_PLAIN : resolved(bare);
}

/** A `#` without a space after it may be part of the text (see unquoted-hash.ts). */
export const isComment = (text: string, hash: number): boolean => /^#\s?$|^#\s/.test(text.slice(hash, hash + 2));

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

const NUMBER = /^(?:0|-?[1-9]\d{0,14}|-?\d{1,9}\.\d{1,9})$/;
/** Everything that could be parsed as a number, and more. */
const NUMERIC = /^[-+.\d](?:[\d.]*(?:e[-+]?\d*)?|x[\da-f]*|o[0-7]*|\.?inf|\.?nan|nan|inf)$/i;

function resolved(bare: string): Plain {
  const word = WORDS.get(bare);
  if (word !== undefined) return word;
  if (NUMBER.test(bare)) return Number(bare);
  return NUMERIC.test(bare) ? NOT_PLAIN : bare;
}

/** Inside brackets. A colon may be part of a text if no space follows it, as in a time. */
const FLOW_TEXT =
  /(?:[A-Za-z0-9_$/.+\u00a1-\uffff]|-(?=[\dA-Za-z]))(?:[^ ,[\]{}:#"]|:(?=[\dA-Za-z/])| +(?=[\dA-Za-z(&\u00a1-\uffff]))*/y;
const FLOW_KEY = /([A-Za-z_$][\w$.-]{0,99}): +/y;
const BLANKS = / */y;
const MOST_LEVELS = 10;

class OneLine {
  readonly #text: string;
  #at = 0;
  #level = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#take(END) !== undefined;
  }

  value(): Plain {
    switch (this.#text[this.#at]) {
      case '"':
        return this.#take(DOUBLE_QUOTED)?.[1] ?? NOT_PLAIN;
      case "'":
        return this.#take(SINGLE_QUOTED)?.[1]!.replaceAll("''", "'") ?? NOT_PLAIN;
      case '[':
        return this.#bracketed(']', [] as Json[], (list) => this.#item(list));
      case '{':
        return this.#bracketed('}', {} as Record<string, Json>, (map) => this.#pair(map));
      default: {
        const text = this.#take(FLOW_TEXT)?.[0];
        return text === undefined ? NOT_PLAIN : resolved(text);
      }
    }
  }

  #bracketed<T extends Json>(close: string, collected: T, takeOne: (into: T) => boolean): Plain {
    if (++this.#level > MOST_LEVELS) return NOT_PLAIN;
    this.#at += 1;
    this.#take(BLANKS);
    for (let isFirst = true; this.#text[this.#at] !== close; isFirst = false) {
      if (!isFirst && !this.#comma()) return NOT_PLAIN;
      if (!takeOne(collected)) return NOT_PLAIN;
      this.#take(BLANKS);
    }
    this.#at += 1;
    this.#level -= 1;
    return collected;
  }

  #comma(): boolean {
    if (this.#text[this.#at] !== ',') return false;
    this.#at += 1;
    this.#take(BLANKS);
    return true;
  }

  #item(list: Json[]): boolean {
    const value = this.value();
    if (value === NOT_PLAIN) return false;
    list.push(value);
    return true;
  }

  #pair(map: Record<string, Json>): boolean {
    const name = this.#take(FLOW_KEY)?.[1];
    if (name === undefined || FORBIDDEN_KEYS.has(name) || Object.hasOwn(map, name)) return false;
    const value = this.value();
    if (value === NOT_PLAIN) return false;
    map[name] = value;
    return true;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }
}

/** Keys with a meaning in JavaScript: a document with one of them could change the behaviour of other code. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
