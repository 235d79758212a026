/** The fields and the text of a page, with front matter in YAML, TOML or JSON. Code in it is never executed. */
import type { parse as parseToml } from 'smol-toml';
import { readYaml } from '../../content/yaml-tree.ts';
import { endOfString, isObject, nestsDeeper, type Json, type JsonObject } from '../../values/json.ts';

export interface FrontMatter {
  readonly data: JsonObject;
  readonly body: string;
  readonly isPresent: boolean;
}

/** A problem with its position in the text. */
export interface FieldsProblem {
  readonly problem: string;
  readonly start: number;
  readonly suggestion?: string | undefined;
}

export type ParseToml = typeof parseToml;

const OPENING = /^(---|\+\+\+)[ \t]*(\w*)[ \t]*(?:\n|$)/;

export function readFrontMatter(text: string, toml: ParseToml): FrontMatter | FieldsProblem {
  // Hugo accepts empty lines before it.
  const start = text.search(/\S|$/);
  const [opening, fence, named] = OPENING.exec(text.slice(start, start + 100)) ?? [];
  const isJson = /^\{\s*["}]/.test(text.slice(start, start + 1000));
  if (opening === undefined && !isJson) return { data: {}, body: text, isPresent: false };
  const from = start + (opening?.length ?? 0);
  const closing = fence === undefined ? undefined : closingIn(text, from, fence);
  if (fence !== undefined && !closing) {
    const suggestion = `add a line with ${fence}`;
    return { problem: 'the front matter that starts here is not closed', start, suggestion };
  }
  const end = closing?.index ?? endOfObject(text, start);
  const language = named || (fence === '+++' ? 'toml' : fence === undefined ? 'json' : 'yaml');
  const read = readFields(language, text.slice(from, end), toml);
  if ('problem' in read) return { ...read, start: read.start + from };
  // Without the rest of the line, and without empty lines below it.
  const body = text.slice(end + (closing?.[0].length ?? 0)).replace(/^(?:[ \t]*\n)+/, '');
  return { ...read, body, isPresent: true };
}

function closingIn(text: string, from: number, fence: string): RegExpExecArray | null {
  const closing = fence === '+++' ? /^\+\+\+[ \t]*$/gm : /^(?:---|\.\.\.)[ \t]*$/gm;
  closing.lastIndex = from;
  return closing.exec(text);
}

/** The fields in a text of this language, which may also be the extension of a file. */
export function readFields(
  language: string,
  text: string,
  toml: ParseToml,
): { readonly data: JsonObject } | FieldsProblem {
  const read = parse(language, text, toml);
  if ('problem' in read) return read;
  if (isObject(read.data)) return { data: read.data };
  return read.data === null ? { data: {} } : { problem: 'this is not a table of fields', start: 0 };
}

function parse(language: string, text: string, toml: ParseToml): { readonly data: Json } | FieldsProblem {
  switch (language) {
    case 'yaml':
    case 'yml': {
      const { data, problems } = readYaml(text);
      const [first] = problems;
      // A value that is only unusual, such as a very large number, is no reason to leave a page out.
      return data === null && first
        ? { problem: first.message, start: first.start, suggestion: first.suggestion }
        : { data };
    }
    case 'toml':
      try {
        return { data: plain(toml(text)) };
      } catch (error) {
        const { line = 1, column = 1, message = '' } = error as { line?: number; column?: number; message?: string };
        const before = text.split('\n').slice(0, line - 1);
        const start = before.reduce((sum, each) => sum + each.length + 1, column - 1);
        return {
          problem: `this is not valid TOML: ${/^(?:Invalid TOML document: )?([^\n]*)/.exec(message)![1]}`,
          start,
        };
      }
    case 'json':
      try {
        if (nestsDeeper(text, 100)) return { problem: 'this is nested too deeply', start: 0 };
        return { data: JSON.parse(text) as Json };
      } catch {
        return { problem: 'this is not valid JSON', start: 0 };
      }
    default:
      return {
        problem: `front matter in ${language.slice(0, 40)} would have to be executed`,
        start: 0,
        suggestion: 'write YAML between two lines of ---',
      };
  }
}

/** TOML has dates of its own. */
function plain(value: unknown): Json {
  if (value instanceof Date) return value.toISOString().replace('.000', '');
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
    : (value as Json);
}

function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Fields by name: generators and themes write `publishDate`, `publish_date` and `publishdate`. Remembers which were asked for. */
export class Fields {
  readonly #values = new Map<string, Json>();
  readonly #own = new Map<string, string>();
  readonly #asked = new Set<string>();

  constructor(data: JsonObject) {
    // The fields of themes have a table of their own in Hugo and Zola.
    const themes = [data['params'], data['extra']].filter(isObject);
    for (const [name, value] of [...themes, data].flatMap((each) => Object.entries(each))) {
      if ((name === 'params' || name === 'extra') && isObject(value)) continue;
      const key = plainName(name);
      this.#own.set(key, name);
      if (value !== null && value !== '') this.#values.set(key, value);
    }
  }

  /** The first that has a value, in the order of the names. */
  get(...names: readonly string[]): Json | undefined {
    for (const name of names) this.#asked.add(name);
    const found = names.find((name) => this.#values.has(name));
    return found === undefined ? undefined : this.#values.get(found);
  }

  text(...names: readonly string[]): string | undefined {
    const value = this.get(...names);
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined;
  }

  /** A list, or a single text. */
  texts(...names: readonly string[]): readonly string[] {
    return names.flatMap((name) => {
      const value = this.get(name);
      return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
    });
  }

  /** YAML 1.1, which Jekyll and Hugo read, also has `yes` and `on`. */
  flag(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === true || /^(?:true|yes|on)$/i.test(String(value))) return true;
    return value === false || /^(?:false|no|off)$/i.test(String(value)) ? false : undefined;
  }

  /** As written in the file. */
  writtenName(name: string): string {
    return this.#own.get(name) ?? name;
  }

  /** The names of all fields with a value that nobody asked for. */
  unasked(): readonly string[] {
    return [...this.#values.keys()].filter((name) => !this.#asked.has(name)).map((name) => this.writtenName(name));
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');
