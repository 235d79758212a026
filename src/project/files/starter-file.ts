/**
 * A new document: required fields are filled in, all others are commented out with a short description. It is made from the
 * kind's declaration, so it has every field and is valid as it is.
 */
import { stringify } from 'yaml';
import { isObject, type Json } from '../../values/json.ts';
import { fileSchema, fileShapes, isPlainText } from '../../kinds/file-form.ts';
import type { Kind } from '../../kinds/kind.ts';
import { referredShape, type JsonSchema, type Format } from '../../kinds/schema.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import { kindNamed, isKindName } from '../../kinds/registry.ts';
import { shapeExamples } from '../../kinds/shapes/shape-registry.ts';

interface NewFile {
  readonly slug: string;
  readonly timezone: string;
}

export function starterFile(kind: Kind, file: NewFile): string {
  const { properties = {}, required = [] } = fileSchema(kind);
  const names = Object.keys(properties).filter((name) => name !== kind.body && name !== '$example');
  const needed = names.filter((name) => required.includes(name) || properties[name]!.default !== undefined);
  // A document cannot be empty, so without required fields the first field of the example is written.
  const written = needed.length > 0 ? needed : Object.keys(kind.example ?? {}).slice(0, 1);
  const optional = names.filter((name) => !written.includes(name)).sort((a, b) => rank(a) - rank(b));

  const entry = (name: string, value: Json) => ({ about: about(properties[name]!, file), line: line(name, value) });
  const fields = [
    `# ${kind.title}: ${lowerFirst(kind.summary)}\n# Run gitcast explain ${kind.name} for details.`,
    ...written
      .map((name) => entry(name, writtenValue(kind, name, properties[name]!, file.slug)))
      .map(({ about, line }) => `# ${about}\n${line}`),
    '# Remove the # before a line to use it.',
    ...optional
      .map((name) => entry(name, optionalValue(kind, name, properties[name]!)))
      .map(({ about, line }) => `# ${about}\n${line.replaceAll(/^/gm, '# ')}`),
  ].join('\n\n');
  return kind.body === undefined ? `${fields}\n` : `---\n${fields}\n---\n\nWrite the text here, in **Markdown**.\n`;
}

/** Rarely needed fields come last. */
function rank(name: string): number {
  if (name.startsWith('$')) return 2;
  return name.startsWith('_') || name === 'metadata' ? 1 : 0;
}

function about({ description = '', enum: values, format }: JsonSchema, { timezone }: NewFile): string {
  if (format === 'instant') return `${description} (in ${timezone}, unless an offset such as +02:00 follows)`;
  const choice = values?.filter((value) => value !== null) ?? [];
  return choice.length > 0 && choice.length < 5 ? `${description}: ${choice.join(', ')}` : description;
}

const line = (name: string, value: Json): string =>
  stringify({ [name]: value }, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();

function writtenValue(kind: Kind, name: string, schema: JsonSchema, slug: string): Json {
  // The natural key identifies a document, so two starter files must not share it.
  const own = kind.naturalKey.flat().includes(name) ? ownValue(schema, slug) : undefined;
  return own ?? (schema.default as Json | undefined) ?? givenExample(kind, name) ?? exampleValue(schema);
}

function ownValue(schema: JsonSchema, slug: string): string | undefined {
  const values = schema['x-known'];
  if (values) return values.find((value) => value === slug.slice(slug.lastIndexOf('/') + 1));
  if (schema.format === 'https-url') return `https://example.org/${slug}`;
  return isPlainText(schema) ? upperFirst(slug.replaceAll(/[-/]/g, ' ')) : undefined;
}

function optionalValue(kind: Kind, name: string, schema: JsonSchema): Json {
  if (name === '$id') return '64b7c0ffee64b7c0ffee0001';
  // The one target that every configuration has.
  if (name === '$targets') return ['local'];
  if (name === '$aliases') return ['/2019/a-former-path/'];
  return givenExample(kind, name) ?? (isPlainText(schema) ? '…' : exampleValue(schema));
}

function givenExample(kind: Kind, name: string): Json | undefined {
  const value = kind.example?.[name] as Json | undefined;
  return value === undefined ? undefined : inLocalTime(value);
}

/** Examples have an offset; people write local time, and `site.timezone` adds the offset. */
function inLocalTime(value: Json): Json {
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT[\d:]+)[+-]\d\d:\d\d$/, '$1');
  if (Array.isArray(value)) return value.map(inLocalTime);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inLocalTime(child)]));
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A value that a schema accepts and a person can start from. */
function exampleValue(schema: JsonSchema): Json {
  const [pointed] = schema['x-pointer'] ?? [];
  if (pointed !== undefined) return addressOf(pointed);
  if (schema['x-sensitive']) return { $env: 'NAME_OF_A_VARIABLE' };
  if (schema['x-media']) return 'media/picture.jpg';
  if (schema.$ref !== undefined) return shapeExample(referredShape(schema.$ref));
  if (schema.default !== undefined) return schema.default as Json;
  if (schema.const !== undefined) return schema.const;
  const [first] = [...(schema.enum ?? []), ...(schema['x-known'] ?? [])];
  if (first !== undefined) return first;
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  return alternative ? exampleValue(alternative) : byType(schema);
}

/** A starter file shows every field of the other shapes. */
const IN_SHORT: readonly string[] = ['Block', 'Coordinates', 'FontRef', 'Icon', 'Navigator', 'Tile'];

const shapeExample = (name: string): Json =>
  IN_SHORT.includes(name) ? shapeExamples[name]! : exampleValue(fileShapes()[name] ?? {});

function byType(schema: JsonSchema): Json {
  const [type] = [schema.type ?? 'string'].flat();
  switch (type) {
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return Math.min(100, schema.maximum ?? 100);
    case 'array':
      return [exampleValue(schema.items ?? {})];
    case 'object':
      return objectExample(schema);
    case 'string':
    case 'null':
    case undefined:
      return textExample(schema);
    default:
      return assertNever(type);
  }
}

function objectExample({ properties, required, additionalProperties, 'x-key': key }: JsonSchema): Json {
  if (!properties) {
    const first = key ?? (typeof additionalProperties === 'object' ? 'fr' : 'key');
    return { [first]: exampleOfRest(additionalProperties) };
  }
  // An object without required properties is shown with its first two: enough to see how it is written.
  const names = required ?? Object.keys(properties).slice(0, 2);
  const example = Object.fromEntries(names.map((name) => [name, exampleValue(properties[name] ?? {})]));
  return 'start' in example && 'end' in example ? { ...example, end: LATER } : example;
}

const exampleOfRest = (schema: JsonSchema['additionalProperties']): Json =>
  typeof schema === 'object' ? exampleValue(schema) : 'value';

const LATER = '2027-06-18T23:00:00';

const FORMAT_EXAMPLES: Readonly<Record<Format, string>> = {
  instant: '2027-06-18T20:30:00',
  'object-id': '64b7c0ffee64b7c0ffee0001',
  'web-url': 'https://example.org/',
  'https-url': 'https://example.org/',
  link: 'https://example.org/',
  email: 'someone@example.org',
};

function textExample({ format, pattern, description }: JsonSchema): string {
  if (format) return FORMAT_EXAMPLES[format];
  if (pattern?.startsWith('^#')) return description?.startsWith('Background') ? '#fffaf2' : '#0b3c49';
  if (pattern !== undefined) return 'a-name';
  return description ?? 'Text';
}

/** A document that may not exist; the comment beside it explains what to write. */
function addressOf(kind: string): string {
  const folder = isKindName(kind) ? kindNamed(kind).folder : undefined;
  return `${folder ?? kind}/name-of-the-file`;
}
