/** Random requests to every operation of the OpenAPI document. */
import * as fc from 'fast-check';
import type { Json } from '../../src/values/json.ts';
import { anything, SchemaValues, type Schema } from './schema-values.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** A part of a path: the index of an existing one, or a text. */
type Part = number | string;

export interface RandomRequest {
  readonly operationId: string;
  readonly method: string;
  readonly template: string;
  readonly path: Readonly<Record<string, Part>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function randomRequests(document: OpenapiDocument): fc.Arbitrary<RandomRequest> {
  const { schemas } = document.components;
  const right = new SchemaValues(schemas, { strays: false });
  const strays = new SchemaValues(schemas, { strays: true });
  const valuesOf = (schema: Schema) =>
    fc.oneof({ weight: 2, arbitrary: right.of(schema) }, { weight: 1, arbitrary: strays.of(schema) });
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method: method.toUpperCase(), operation })),
  );
  return fc.oneof(
    ...operations.map(({ template, method, operation }): fc.Arbitrary<RandomRequest> => {
      const parameters = operation.parameters.map((each) =>
        each.$ref === undefined ? each : document.components.parameters[each.$ref.split('/').at(-1)!]!,
      );
      const named = (place: Parameter['in']) => parameters.filter((each) => each.in === place);
      const body = operation.requestBody?.content['application/json'].schema;
      return fc.record(
        {
          operationId: fc.constant(operation.operationId),
          method: fc.constant(method),
          template: fc.constant(template),
          path: fc.record(Object.fromEntries(named('path').map(({ name, schema }) => [name, part(valuesOf(schema))]))),
          query: optional(named('query').map(({ name, schema }) => [name, queryText(valuesOf(schema))])),
          headers: headers(named('header').map(({ name }) => name)),
          ...(body && { body: bodyText(valuesOf(body)) }),
        },
        { noNullPrototype: true },
      ) as fc.Arbitrary<RandomRequest>;
    }),
  );
}

type Texts = fc.Arbitrary<Record<string, string>>;

const optional = (entries: readonly (readonly [string, fc.Arbitrary<string>])[]): Texts =>
  fc.record(Object.fromEntries(entries), { requiredKeys: [], noNullPrototype: true }) as Texts;

const part = (values: fc.Arbitrary<Json>): fc.Arbitrary<Part> =>
  fc.oneof({ weight: 40, arbitrary: fc.nat(1000) }, { weight: 1, arbitrary: values.map(String).filter(fits) });

/** A URL cannot express these; an empty part would be a different path. */
const fits = (value: string): boolean => value.isWellFormed() && !['', '.', '..'].includes(value);

const queryText = (values: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 4, arbitrary: values.map(written) },
      { weight: 1, arbitrary: anything.map((value) => JSON.stringify(value)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('[{"title":{"$in":["x"]}}]', '{"title":"asc"}', '[{"a.b":{"$gt":null}}]', '['),
      },
    )
    .filter((value) => value.isWellFormed());

const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const HEADER_VALUES = ['"1"', '*', 'W/"1"', '', 'one', 'two', '"', 'x'.repeat(300)];

/** Nearly always a key, and rarely one of the headers that change the meaning of a request. */
function headers(names: readonly string[]): Texts {
  const special = names.map((name) => [name, fc.constantFrom(...HEADER_VALUES)] as const);
  const rare = fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ credential: '' }, { credential: 'wrong' }, { 'Content-Type': 'text/plain' }),
    },
  ) as Texts;
  const some = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: optional(special) },
  ) as Texts;
  return fc.tuple(some, rare).map(([first, second]) => ({ ...first, ...second }));
}

const bodyText = (values: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: values.map((value) => JSON.stringify(value)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('', '{', 'null', '[]', '{"title":1e999}', '{"__proto__":{}}', '{"a":1,"a":2}'),
    },
    { weight: 1, arbitrary: fc.constantFrom('['.repeat(5000), `{"title":"${'x'.repeat(70_000)}"}`) },
  );
