/** What the interface does not show of a kind, collected from the marks in its declaration. */
import type { Kind } from '../kinds/kind.ts';
import type { JsonSchema } from '../kinds/schema.ts';

export function gapsOf(kind: Kind): readonly string[] {
  const fields = Object.entries(kind.fields).filter(([, field]) => field.access !== 'withheld');
  const operations = kind.operations.filter((operation) => !operation.documented);
  const parameters = kind.operations
    .flatMap((operation) => operation.query)
    .filter((parameter) => !parameter.documented);
  const open = fields.flatMap(([name, field]) =>
    knownValues(field.schema).map((known) => `${name} (${known.join(', ')})`),
  );
  return [
    ...sentence(
      'Operations that only the extended profile has',
      operations.map(({ method, path }) => `${method} ${path}`),
    ),
    ...sentence('Assumed names of query parameters', unique(parameters.map(({ name }) => name))),
    ...sentence(
      'Assumed fields',
      fields.filter(([, field]) => field.assumed).map(([name]) => name),
    ),
    ...sentence(
      'Fields with an assumed inner shape',
      fields.filter(([, { schema }]) => hasAssumedShape(schema)).map(([name]) => name),
    ),
    ...sentence('Fields that may have further values', open),
  ];
}

const sentence = (what: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${what}: ${names.join(', ')}.`];

/** The interface shows the field itself, but not what is inside it. */
const hasAssumedShape = ({ 'x-assumed': assumed, properties = {} }: JsonSchema): boolean =>
  assumed === true ||
  (Object.keys(properties).length > 0 && Object.values(properties).every((each) => each['x-assumed']));

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** The known values of an open enumeration, or of the entries of a list. */
function knownValues(schema: JsonSchema): readonly (readonly string[])[] {
  const known = schema['x-known'] ?? schema.items?.['x-known'];
  return known ? [known] : [];
}
