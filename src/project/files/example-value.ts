import { assertNever } from '../../diagnostics/errors.ts';
import type { Json } from '../../values/json.ts';
import { fileShapes } from '../../kinds/file-form.ts';
import { kindNamed, isKindName } from '../../kinds/registry.ts';
import { shapeExamples } from '../../kinds/shapes/shape-registry.ts';
import { referredShape, type Format, type JsonSchema } from '../../kinds/schema.ts';

/** A value that a schema accepts and a person can start from. */
export function exampleValue(schema: JsonSchema): Json {
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

/** Of the other shapes a starter file shows every field. */
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
