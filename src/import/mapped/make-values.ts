/** Values of fields: the declaration of the field decides what becomes of what a row has. */
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { formatPath, type Json, type JsonObject, type Path } from '../../values/json.ts';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { hasType, type MadeValue, type RecordMapping } from '../mapping.ts';
import { oneLine, plainToMarkdown } from '../plain-text.ts';
import { isMediaUrl } from '../source.ts';
import { linkIn } from '../web-link.ts';
import type { Reading } from './reading.ts';
import type { Row } from './rows.ts';
import { nameKey, takeValues, textOf } from './take-values.ts';

/** Several if the field is a list. */
export const makeValues = (making: MadeValue, row: Row, reading: Reading): readonly Json[] =>
  takeValues(making.call, row).flatMap((found) => converted(found, making, reading) ?? []);

/** Words of people who do not know yet. */
const PLACEHOLDER = /^(?:tba|tbd|tbc|n\/?a|none|null|nan|à confirmer|[-–—?.]+)$/i;

function converted(found: Row, { call, schema }: MadeValue, reading: Reading): Json | undefined {
  const [kind] = (schema['x-pointer'] ?? []) as readonly KindName[];
  if (call.value !== undefined && kind === undefined) return call.value;
  const text = textOf(found);
  if (text === undefined)
    return reading.report(found, 'this is a list or an object, not a text', 'write the pointer to the text in it');
  if (kind !== undefined) {
    const title = kindNamed(kind).title.toLowerCase();
    if (PLACEHOLDER.test(text)) return void reading.lose(`${title} “${text}”`);
    const id = reading.find(kind, text);
    if (call.by !== 'key') return id ?? reading.create(kind, text, found);
    return id === text ? id : reading.report(found, `there is no ${title} with the key \`${text}\``);
  }
  if (schema['x-markdown'] !== undefined)
    return call.as === 'html' ? htmlToMarkdown(text) : call.as === 'markdown' ? text : plainToMarkdown(text);
  const conversion = CONVERSIONS.find(({ isFor }) => isFor(schema));
  if (!conversion) return oneLine(text);
  const { read, what, help } = conversion;
  return read(text, schema) ?? reading.report(found, `\`${text.slice(0, 80)}\` is not ${what}`, help);
}

interface Conversion {
  readonly isFor: (schema: JsonSchema) => unknown;
  /** Undefined if it is none. */
  readonly read: (text: string, schema: JsonSchema) => Json | undefined;
  readonly what: string;
  readonly help: string;
}

const CONVERSIONS: readonly Conversion[] = [
  {
    isFor: (schema) => schema.enum ?? schema['x-known'],
    read: (text, schema) => (schema.enum ?? schema['x-known'])!.find((each) => each === nameKey(text)),
    what: 'a value of this field',
    help: 'replace it in the mapping, such as `values: { yes: published, no: draft }`',
  },
  {
    isFor: (schema) => hasType(schema, 'number') || hasType(schema, 'integer'),
    read: (text) => (/^-?\d+(?:[.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.'))) : undefined),
    what: 'a number',
    help: 'write it without separators, such as 1020',
  },
  {
    isFor: (schema) => hasType(schema, 'boolean'),
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    what: 'yes or no',
    help: 'replace it in the mapping, such as `values: { yes: true, no: false }`',
  },
  {
    isFor: ({ format }) => format,
    read: (text) => (isMediaUrl(text) ? text : linkIn(text)),
    what: 'the address of a page or a picture',
    help: 'write it in full, such as https://example.org/photo.jpg',
  },
  {
    isFor: ({ pattern }) => pattern,
    read: (text, { pattern }) => (new RegExp(pattern!).test(text) ? text : undefined),
    what: 'a value of this field',
    help: 'replace it in the mapping with `values`',
  },
];

/** The values of a part of the mapping: one, or none if it is nothing without a value that it does not have. */
export function assembled(
  written: Json,
  path: Path,
  records: RecordMapping,
  valuesOf: (making: MadeValue) => readonly Json[],
): readonly Json[] {
  const { made, lists, required } = records;
  const name = formatPath(path);
  const making = made.get(name);
  if (making) {
    const values = valuesOf(making);
    return lists.has(name) ? listOf(values) : values;
  }
  if (Array.isArray(written))
    return listOf(written.flatMap((each: Json, index) => assembled(each, [...path, index], records, valuesOf)));
  const parts = Object.entries(written as JsonObject).flatMap(([key, each]) => {
    const [value] = assembled(each, [...path, key], records, valuesOf);
    return value === undefined ? [] : [[key, value] as const];
  });
  const isWhole = (required.get(name) ?? []).every((needed) => parts.some(([key]) => key === needed));
  const whole = isWhole && parts.length > 0 ? [Object.fromEntries(parts)] : [];
  return lists.has(name) ? listOf(whole) : whole;
}

const listOf = (values: readonly Json[]): readonly Json[] =>
  values.length === 0 ? [] : [[...new Map(values.map((value) => [JSON.stringify(value), value])).values()]];
