/** The entries of a source as readers see them: their fields, and where they are. */
import type { Span } from '../diagnostics/diagnostic.ts';
import { isEmpty } from '../values/empty.ts';
import { isObject, valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import type { JsonText } from './json-text.ts';

export interface Entry {
  readonly data: JsonObject;
  /** Of a value inside, or of the whole entry. */
  readonly span: (...path: Path) => Span;
}

export const entryOf = ({ value, spanOf }: JsonText): Entry => ({
  data: (typeof value === 'object' ? (value ?? {}) : {}) as JsonObject,
  span: (...path) => spanOf(path),
});

/** Those of a list inside. An entry that is no object is empty. */
export const entriesIn = ({ data, span }: Entry, ...path: Path): readonly Entry[] =>
  listOf(valueAt(data, path)).map((each, index) => ({
    data: isObject(each) ? each : {},
    span: (...inside) => span(...path, index, ...inside),
  }));

/** What should be a list may be its only entry. */
export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : isEmpty(value) ? [] : [value!];

/** What may have fields may also be a name alone. */
export const asObject = (value: Json | undefined): JsonObject =>
  isObject(value) ? value : typeof value === 'string' ? { name: value } : {};

/** Ids are numbers or texts. Without what no text may have. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return value.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim();
}

export const lineOf = (value: Json | undefined): string => textOf(value).replaceAll(/\s+/g, ' ');

export const withoutEmpty = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))) as JsonObject;
