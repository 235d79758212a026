/** JSON of a source, with the position of every value. */
import { Source as PositionedText } from '../content/source.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { endOfString, nestsDeeper, type Json, type Path } from '../values/json.ts';
import { once } from '../values/once.ts';
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
  const root = once(() => rangesIn(text));
  return {
    value: parsed(text, positioned),
    spanOf: (path) => {
      let range = root();
      for (const step of path) {
        const member = range.members?.get(String(step));
        if (!member) break;
        range = member;
      }
      const span = positioned.span(range.start, range.end);
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

/** Where a value is, and where its members or elements are. */
interface ValueRange {
  readonly start: number;
  readonly end: number;
  readonly members?: ReadonlyMap<string, ValueRange>;
}

/** For well-formed JSON. As `JSON.parse` does, the last of two members with one name counts. */
function rangesIn(text: string): ValueRange {
  const skip = (form: RegExp, from: number): number => {
    form.lastIndex = from;
    return from + (form.exec(text)?.[0].length ?? 0);
  };
  const valueFrom = (from: number): ValueRange => {
    const start = skip(SPACE, from);
    const isObject = text[start] === '{';
    if (text[start] === '"') return { start, end: endOfString(text, start) + 1 };
    if (!isObject && text[start] !== '[') return { start, end: skip(WORD, start) };
    const members = new Map<string, ValueRange>();
    let at = skip(SPACE, start + 1);
    for (let index = 0; !'}]'.includes(text[at]!); index++) {
      const endOfKey = isObject ? endOfString(text, at) + 1 : at;
      const key = isObject ? (JSON.parse(text.slice(at, endOfKey)) as string) : String(index);
      const value = valueFrom(isObject ? skip(SPACE, endOfKey) + 1 : at);
      members.set(key, value);
      at = skip(SEPARATOR, value.end);
    }
    return { start, end: at + 1, members };
  };
  return valueFrom(0);
}

const [SPACE, SEPARATOR, WORD] = [/\s*/y, /[\s,]*/y, /[^\s,\]}]*/y];
