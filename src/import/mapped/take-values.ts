/** What an expression of a mapping finds in a row, as it is there. */
import type { Span } from '../../diagnostics/diagnostic.ts';
import { isEmpty } from '../../values/empty.ts';
import type { Json } from '../../values/json.ts';
import { normalText } from '../../values/normal-text.ts';
import { callIn, placeholders, type Condition, type Expression, type RecordMapping } from '../mapping.ts';

/** A row of a table or an element of a list. */
export interface Row {
  readonly at: Span;
  /** The values at a source: none if it is empty, several for a pointer with `*`. */
  readonly get: (source: string) => readonly Json[];
  readonly spanOf: (source: string) => Span;
  /** Why its values may be in the wrong columns. */
  readonly doubt?: string | undefined;
}

export const textOf = (value: Json | undefined): string | undefined =>
  value === undefined || value === null || typeof value === 'object' ? undefined : String(value);

/** A name as people would recognise it, whatever its letters' case and spaces. */
export const nameKey = (name: string): string => normalText(name).toLowerCase();

export function takeValues(expression: Expression, row: Row): readonly Json[] {
  if (typeof expression === 'string') return row.get(expression).filter((value) => !isEmpty(value));
  const call = callIn(expression);
  if (!call) return [];
  if ('value' in call) return isEmpty(call.value) ? [] : [call.value];
  if ('template' in call) return filledTemplate(call.template, row);
  if (!('from' in call)) return [];
  const { from, split, values } = call;
  const found = [from].flat().flatMap((source) => row.get(source));
  const single = split === undefined ? found : found.flatMap((value) => partsBetween(value, split));
  return (values ? single.map((value) => replacedBy(values, value)) : single).filter((value) => !isEmpty(value));
}

export const takeText = (expression: Expression | undefined, row: Row): string | undefined =>
  expression === undefined ? undefined : textOf(takeValues(expression, row)[0]);

function filledTemplate(template: string, row: Row): readonly string[] {
  const values = placeholders(template).map((source) => row.get(source).map(String).join(', '));
  if (values.every((value) => value === '')) return [];
  let index = 0;
  return [template.replaceAll(/\{[^{}]+\}/g, () => values[index++]!).trim()];
}

const partsBetween = (value: Json, separator: string): readonly Json[] =>
  typeof value === 'string' ? value.split(separator).map((part) => part.trim()) : [value];

function replacedBy(values: Readonly<Record<string, Json>>, value: Json): Json {
  const key = Object.keys(values).find((each) => nameKey(each) === nameKey(String(value)));
  return key === undefined ? value : values[key]!;
}

/** Where the value of an expression is written. */
export function spanOf(expression: Expression, row: Row): Span {
  if (typeof expression === 'string') return row.spanOf(expression);
  const call = callIn(expression);
  if (call && 'date' in call) return spanOf(call.date, row);
  const sources =
    call && 'from' in call ? [call.from].flat() : call && 'template' in call ? placeholders(call.template) : [];
  return sources[0] === undefined ? row.at : row.spanOf(sources[0]);
}

export const isSelected =
  ({ where, unless }: RecordMapping) =>
  (row: Row): boolean =>
    (where === undefined || isMet(where, row)) && (unless === undefined || !isMet(unless, row));

function isMet(condition: Condition, row: Row): boolean {
  const hasValue = (source: string): boolean => row.get(source).some((value) => !isEmpty(value));
  if (typeof condition === 'string') return hasValue(condition);
  if (Array.isArray(condition)) return condition.every(hasValue);
  return Object.entries(condition).every(([source, wanted]) => {
    const accepted = new Set([wanted].flat().map((value) => nameKey(String(value))));
    return row.get(source).some((value) => accepted.has(nameKey(String(value))));
  });
}

/** Undefined if all its parts are empty. */
export function keyIn(row: Row, key: NonNullable<RecordMapping['key']>): string | undefined {
  const parts = [key].flat().map((source) => textOf(row.get(source)[0])?.trim() ?? '');
  return parts.every((part) => part === '') ? undefined : parts.join(' | ');
}
