import { assertNever } from '../diagnostics/errors.ts';
import { SLUG_PATTERN } from '../kinds/file-form.ts';
import { isKindName, kindNamed } from '../kinds/registry.ts';
import { referredShape, type Format, type JsonSchema } from '../kinds/schema.ts';
import { shapeSchema } from '../kinds/shapes/shape-registry.ts';

/** Describes what may be written for a value. `null` is not mentioned: it clears any field that is not required. */
export function describeType(schema: JsonSchema): string {
  if (schema['x-sensitive']) return 'a credential, written as { $env: NAME }';
  if (schema['x-pointer']) return `address of ${anyOne(schema['x-pointer'])}, or its id`;
  if (schema['x-media']) return describeMedia(schema);
  if (schema.$ref !== undefined) return describeShape(referredShape(schema.$ref));
  if (schema.anyOf?.[0]) return describeType(schema.anyOf[0]);
  if (schema.oneOf) return `one of ${schema.oneOf.map(describeType).join(', ')}`;
  if (schema.const !== undefined) return `the word ${schema.const}`;
  if (schema.enum) return `one of ${schema.enum.filter((value) => value !== null).join(', ')}`;
  return byType(schema);
}

/** A shape is referred to by its name, except one that is clearer when described directly. */
function describeShape(name: string): string {
  const schema = shapeSchema(name);
  return schema['x-media'] ? describeType(schema) : name;
}

function byType(schema: JsonSchema): string {
  const type = mainType(schema);
  switch (type) {
    case 'string':
      return describeText(schema);
    case 'integer':
      return `whole number${between(schema.minimum, schema.maximum)}`;
    case 'number':
      return `number${between(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return describeList(schema);
    case 'object':
      return describeObject(schema);
    case undefined:
      return 'anything';
    default:
      return assertNever(type);
  }
}

const mainType = ({ type }: JsonSchema) => [type ?? []].flat().find((name) => name !== 'null');

function describeMedia({ type }: JsonSchema): string {
  const types = [type ?? []].flat();
  if (!types.includes('object')) return 'media/<file> or a URL';
  const one = 'media/<file>, a URL, or an object with url, alt and type';
  return types.includes('array') ? `${one}; or a list of these` : one;
}

const FORMATS: Readonly<Record<Format, string>> = {
  instant: 'date and time (ISO 8601)',
  'object-id': 'id (24 hexadecimal characters)',
  'web-url': 'URL (http or https)',
  'https-url': 'URL (https only)',
  link: 'URL (http, https, mailto or tel)',
  email: 'email address',
};

function describeText(schema: JsonSchema): string {
  if (schema['x-day']) return `${FORMATS.instant}, or a date, which starts at midnight`;
  if (schema.format) return FORMATS[schema.format];
  if (schema.pattern?.startsWith('^#')) return 'colour (#rgb, #rgba, #rrggbb or #rrggbbaa)';
  if (schema.pattern === SLUG_PATTERN) return 'slug (lower-case letters, digits and hyphens, at most 96)';
  if (schema.pattern !== undefined) return `text that matches ${schema.pattern}`;
  if (schema['x-known']) return `text, such as ${schema['x-known'].join(', ')}`;
  const words = schema['x-markdown'] ? 'Markdown text' : 'text';
  const limits = between(schema.minLength, schema.maxLength);
  const isOne = (schema.maxLength ?? schema.minLength) === 1;
  return limits === '' ? words : `${words}${limits} ${isOne ? 'character' : 'characters'}`;
}

function between(least?: number, most?: number): string {
  const isBounded = most !== undefined && most < Number.MAX_SAFE_INTEGER;
  if (least !== undefined && isBounded) return least === most ? `, exactly ${least}` : `, ${least} to ${most}`;
  if (isBounded) return `, at most ${most}`;
  return least === undefined ? '' : `, at least ${least}`;
}

function describeList({ items = {} }: JsonSchema): string {
  const each = describeType(items);
  if (each === 'anything') return 'list';
  return items.$ref !== undefined && each === referredShape(items.$ref)
    ? `list of ${each}`
    : `list; each entry: ${each}`;
}

function describeObject({ properties, additionalProperties }: JsonSchema): string {
  const names = Object.keys(properties ?? {});
  if (names.length > 0) return `object with ${names.join(', ')}`;
  return typeof additionalProperties === 'object'
    ? `object; each value: ${describeType(additionalProperties)}`
    : 'any object';
}

const anyOne = (kinds: readonly string[]): string =>
  kinds.map((name) => one(isKindName(name) ? kindNamed(name).title : name)).join(' or ');

/** The name of a kind within a sentence. `Media` is a plural, so it is counted in files. */
const noun = (title: string): string => (title === 'Media' ? 'media file' : title.toLowerCase());

/** `an event`, `a place`. */
export const one = (title: string): string => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${noun(title)}`;

/** `events`, `categories`. */
export const many = (title: string): string => `${noun(title)}s`.replace(/ys$/, 'ies');
