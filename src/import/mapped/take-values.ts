/** What an expression of a mapping finds in a row, as it is there. */
import { isEmpty } from '../../values/empty.ts';
import { isObject, type Json } from '../../values/json.ts';
import { normalText } from '../../values/normal-text.ts';
import { callOf, placeholders, type Condition, type Expression, type RecordMapping } from '../mapping.ts';
import { valuesAt, type Row } from './rows.ts';

/** A name as people would recognise it, whatever its letters' case and spaces. */
export const nameKey = (name: Json): string => normalText(String(name)).toLowerCase();

export const textOf = ({ value }: Row): string | undefined =>
  typeof value === 'object' ? undefined : String(value).trim();

export function takeValues(expression: Expression, row: Row): readonly Row[] {
  const { from = [], value, template, split, values = {} } = callOf(expression);
  if (value !== undefined) return isEmpty(value) ? [] : [{ ...row, value }];
  if (template !== undefined) return filledTemplate(template, row);
  const replaced = new Map(Object.entries(values).map(([written, other]) => [nameKey(written), other]));
  return [from]
    .flat()
    .flatMap((source) => valuesAt(row, source))
    .flatMap((found) => (split === undefined ? found : partsOf(found, split)))
    .map((found) => ({ ...found, value: replaced.get(nameKey(found.value)) ?? found.value }))
    .filter((found) => !isEmpty(found.value));
}

const partsOf = (found: Row, separator: string): readonly Row[] =>
  String(textOf(found) ?? '')
    .split(separator)
    .map((part) => ({ ...found, value: part.trim() }));

function filledTemplate(template: string, row: Row): readonly Row[] {
  const found = new Map(placeholders(template).map((source) => [source, valuesAt(row, source)]));
  const [first] = [...found.values()].flat();
  const textAt = (source: string): string =>
    found
      .get(source)!
      .map(({ value }) => String(value))
      .join(', ');
  return first
    ? [{ ...first, value: template.replaceAll(/\{([^{}]+)\}/g, (_, source: string) => textAt(source)).trim() }]
    : [];
}

export const isSelected =
  ({ where, unless }: RecordMapping) =>
  (row: Row): boolean =>
    (where === undefined || isMet(where, row)) && (unless === undefined || !isMet(unless, row));

function isMet(condition: Condition, row: Row): boolean {
  if (!isObject(condition)) return [condition].flat().every((source) => valuesAt(row, source as string).length > 0);
  return Object.entries(condition).every(([source, wanted]) => {
    const accepted = new Set([wanted].flat().map((value) => nameKey(value as Json)));
    return valuesAt(row, source).some(({ value }) => accepted.has(nameKey(value)));
  });
}

/** Undefined if all its parts are empty. */
export function keyIn(row: Row, key: NonNullable<RecordMapping['key']>): string | undefined {
  const parts = [key].flat().map((source) => valuesAt(row, source).map(textOf)[0] ?? '');
  return parts.every((part) => part === '') ? undefined : parts.join(' | ');
}
