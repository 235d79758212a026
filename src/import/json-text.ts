/** JSON of a source, with the position of every value. */
import { Source as PositionedText } from '../content/source.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { endOfString, nestsDeeper, type Json, type Path } from '../values/json.ts';
import { onceEach } from '../values/once-each.ts';
import type { SourceFile } from './source.ts';

export interface JsonText {
  readonly value: Json;
  /** The span of a value, or of the nearest enclosing value that exists. */
  readonly spanOf: (path: Path) => Span;
}

/** A file without line breaks is one line, and showing a part of it for each problem would take minutes. */
const LONGEST_SHOWN = 5000;

/** More than any format has, and few enough for recursive code. */
const MOST_LEVELS = 100;

export function readJsonText(file: SourceFile): JsonText {
  const text = file.text();
  const positioned = new PositionedText(file.shown, text);
  if (nestsDeeper(text, MOST_LEVELS))
    throw new UserError(`${file.shown} is nested deeper than ${MOST_LEVELS} levels`, { suggestion: EXPORT_AGAIN });
  const membersFrom = onceEach((start: number) => members(text, start));
  return {
    value: parsed(text, positioned),
    spanOf: (path) => {
      let range: Range = [skipSpace(text, 0), text.length];
      for (const step of path) {
        const member = membersFrom(range[0]).get(String(step));
        if (!member) break;
        range = member;
      }
      const span = positioned.span(...range);
      return span.lineText.length > LONGEST_SHOWN ? { ...span, lineText: '' } : span;
    },
  };
}

const EXPORT_AGAIN = 'export it again, and check that the download is complete';

function parsed(text: string, positioned: PositionedText): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const position = Number(/at position (\d+)/.exec(String(error))?.[1] ?? text.length);
    const { file, line, column } = positioned.span(Math.min(position, text.length), position + 1);
    const problem = text.trim() === '' ? 'is empty' : `is not valid JSON at line ${line}, column ${column}`;
    throw new UserError(`${file} ${problem}`, { suggestion: EXPORT_AGAIN });
  }
}

type Range = readonly [start: number, end: number];

/** The members of the object or list that starts there, without those inside them. For well-formed JSON. */
function members(text: string, start: number): ReadonlyMap<string, Range> {
  const found = new Map<string, Range>();
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return found;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
    let key = String(index);
    if (isObject) {
      const end = endOfString(text, at);
      key = JSON.parse(text.slice(at, end + 1)) as string;
      at = skipSpace(text, skipSpace(text, end + 1) + 1);
    }
    const end = endOfValue(text, at);
    // As `JSON.parse` does, the last of two members with one name counts.
    found.set(key, [at, end]);
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \n\r\t'.includes(text[at]!)) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) + 1;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (depth > 0 || !', \n\r\t'.includes(character)) continue;
    if (depth <= 0) return depth === 0 && '}]'.includes(character) ? at + 1 : at;
  }
  return text.length;
}
