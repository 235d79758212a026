/**
 * A fast path for the YAML in nearly all files: mappings and lists by indentation, text on one line or in a block,
 * comments, small brackets. Reading ten thousand files through a syntax tree costs more than all other work on them. It
 * makes no decisions of its own: anything that could be read differently, or deserves a diagnostic, is left to the
 * `yaml` package, and a property test compares the two.
 *
 * After the first part that is not plain there are no more lines, so that every loop ends.
 */
import type { Json, JsonObject } from '../values/json.ts';
import { withLineFeeds } from '../values/line-breaks.ts';
import { FORBIDDEN_KEYS, isComment, NOT_PLAIN, readPlainValue, type Plain } from './plain-value.ts';

/** Undefined if the text is not plain, whether it is valid or not. */
export function readPlainYaml(text: string): JsonObject | undefined {
  // YAML reads CRLF as LF. Tabs, lone carriage returns and other characters that some programs treat as line ends have
  // special rules.
  const lines = withLineFeeds(text);
  return UNUSUAL.test(lines) ? undefined : new PlainYaml(lines).read();
}

// oxlint-disable-next-line no-control-regex
const UNUSUAL = /[\0-\t\v-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;
/** A name, or words such as the texts that a table of translations is keyed by. */
const KEY = /^([A-Za-z_$\u00c0-\ud7ff](?:[\w$.,!?&()'/\u00a1-\ud7ff-]| (?![ #:])){0,99}):(?: +|$)/;
const ITEM = /^- +(?=[^ ])/;
const MOST_LEVELS = 30;
const NOWHERE = -1;

class PlainYaml {
  readonly #lines: readonly string[];
  #at = -1;
  #indent = 0;
  /** The content of the line after its indentation. */
  #content = '';
  #isPlain = true;
  #level = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  read(): JsonObject | undefined {
    this.#next();
    if (this.#indent === NOWHERE) return undefined;
    const map = this.#map(0);
    return this.#isPlain && this.#indent === NOWHERE ? map : undefined;
  }

  /** Moves to the next line that is neither empty nor a comment. */
  #next(): void {
    while (++this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!;
      const indent = indentOf(line);
      if (indent === line.length || line[indent] === '#') continue;
      this.#indent = indent;
      this.#content = line.slice(indent);
      return;
    }
    this.#indent = NOWHERE;
  }

  #notPlain(): null {
    this.#isPlain = false;
    this.#at = this.#lines.length;
    this.#indent = NOWHERE;
    return null;
  }

  #map(indent: number): JsonObject {
    const map: Record<string, Json> = {};
    if (++this.#level > MOST_LEVELS) this.#notPlain();
    while (this.#indent === indent) {
      const [written, name] = KEY.exec(this.#content) ?? [];
      if (written === undefined || name === undefined || FORBIDDEN_KEYS.has(name) || Object.hasOwn(map, name)) {
        this.#notPlain();
        break;
      }
      map[name] = this.#value(this.#content.slice(written.length), indent);
    }
    this.#level--;
    if (this.#indent > indent) this.#notPlain();
    return map;
  }

  #list(indent: number): readonly Json[] {
    const list: Json[] = [];
    for (;;) {
      const dash = this.#indent === indent ? ITEM.exec(this.#content)?.[0] : undefined;
      if (dash === undefined) break;
      const rest = this.#content.slice(dash.length);
      if (KEY.test(rest)) {
        this.#indent += dash.length;
        this.#content = rest;
        list.push(this.#map(this.#indent));
      } else list.push(this.#simple(rest));
    }
    if (this.#indent > indent) this.#notPlain();
    return list;
  }

  /** The value after a key, on the same line or below. */
  #value(rest: string, indent: number): Json {
    if (rest[0] === '#' && !isComment(rest, 0)) return this.#notPlain();
    if (rest === '' || rest[0] === '#') return this.#below(indent);
    return rest[0] === '>' || rest[0] === '|' ? this.#block(rest, indent) : this.#simple(rest);
  }

  #below(indent: number): Json {
    const line = this.#lines[this.#at + 1]?.trimStart() ?? '';
    this.#next();
    const isList = ITEM.test(this.#content);
    if (this.#indent > indent) return isList ? this.#list(this.#indent) : this.#map(this.#indent);
    // A list may have the same indentation as its key.
    if (this.#indent === indent && isList) return this.#list(indent);
    // It may be a value without quotes.
    return line[0] === '#' && !isComment(line, 0) ? this.#notPlain() : null;
  }

  #simple(rest: string): Json {
    return this.#taken(readPlainValue(rest));
  }

  #block(header: string, indent: number): Json {
    const block = readBlockText(header, this.#lines, { from: this.#at + 1, indent });
    if (block) this.#at = block.end - 1;
    return this.#taken(block?.text ?? NOT_PLAIN);
  }

  #taken(value: Plain): Json {
    if (value === NOT_PLAIN) return this.#notPlain();
    this.#next();
    return value;
  }
}

interface BlockStart {
  /** The line after the one with the indicator. */
  readonly from: number;
  /** The indentation of the key that it belongs to. */
  readonly indent: number;
}

interface BlockText {
  readonly text: string;
  /** The first line after it. */
  readonly end: number;
}

const HEADER = /^([>|])(-?) *$/;

/** Block texts after `|`, `|-`, `>` or `>-` in which all lines have the same indentation. */
function readBlockText(header: string, lines: readonly string[], { from, indent }: BlockStart): BlockText | undefined {
  const [, style, strip] = HEADER.exec(header) ?? [];
  const depth = indentOf(lines[from] ?? '');
  if (style === undefined || depth <= indent || depth === lines[from]!.length) return undefined;

  const found: string[] = [];
  let end = from;
  let last = from;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const own = indentOf(line);
    if (own === line.length) {
      if (own > depth) return undefined;
      found.push('');
      continue;
    }
    if (own < depth) {
      if (own > indent) return undefined;
      break;
    }
    // In a folded text, lines with deeper indentation are not folded.
    if (style === '>' && (own > depth || line.endsWith(' '))) return undefined;
    found.push(line.slice(depth));
    last = end;
  }
  // The text ends with a line break only if its last line does.
  if (strip === '' && last === lines.length - 1) return undefined;
  const kept = found.slice(0, last - from + 1);
  const text = style === '|' ? kept.join('\n') : folded(kept);
  return { text: strip === '' ? `${text}\n` : text, end };
}

/** Joins lines, and turns each empty line into a line break. */
function folded(lines: readonly string[]): string {
  let text = lines[0]!;
  let breaks = 0;
  for (const line of lines.slice(1)) {
    if (line === '') breaks += 1;
    else {
      text += (breaks === 0 ? ' ' : '\n'.repeat(breaks)) + line;
      breaks = 0;
    }
  }
  return text;
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 32) indent++;
  return indent;
}
