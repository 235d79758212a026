/** Rules for every kind. A new kind is checked once it is in the registry. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { editorSchema } from '../../src/generate/editor/editor-schemas.ts';
import { explainInside, explainKind } from '../../src/generate/explain.ts';
import { openapi } from '../../src/generate/openapi/openapi.ts';
import type { Kind } from '../../src/kinds/kind.ts';
import { SURFACE_BASE, type Operation } from '../../src/kinds/operation.ts';
import { isKindName, kinds } from '../../src/kinds/registry.ts';
import type { JsonSchema } from '../../src/kinds/schema.ts';
import { shapeExamples, shapes } from '../../src/kinds/shapes/shape-registry.ts';
import { fileShapeValidator, validatorOf, type Form } from './strict-ajv.ts';
import { BLOCK_TYPES, blockShapeName } from '../../src/kinds/shapes/block.ts';
import { problems } from '../model/harbour.ts';

const NOTHING_KNOWN = { addresses: new Map<string, readonly string[]>(), media: [] };

const reference = readFileSync(new URL('../../docs/reference.md', import.meta.url), 'utf8');
const document = openapi({ profile: 'extended', version: '0.0.0' }) as {
  paths: Record<string, Record<string, object>>;
};

const routeOf = ({ surface, method, path }: Operation): string => `${method} ${SURFACE_BASE[surface]}${path}`;

describe.each(kinds)('$name', (kind: Kind) => {
  it.each<Form>(['file', 'record', 'create', 'update'])('has a %s schema that compiles in strict mode', (form) => {
    expect(validatorOf(kind, form)).toBeTypeOf('function');
  });

  it('has an example that is a valid file, or none if it is never kept in git', () => {
    const validate = validatorOf(kind, 'file');
    if (kind.example) validate(kind.example);
    expect(kind.example === undefined).toBe(kind.folder === undefined);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('has a page, if any, that names fields of the right types', () => {
    const { page, fields } = kind;
    const schemaOf = (name: string | undefined): JsonSchema | undefined =>
      name === undefined ? undefined : fields[name]!.schema;
    const [title, text, blocks] = [page?.title, page?.text, page?.blocks].map(schemaOf);
    if (title) expect([title.type].flat()).toContain('string');
    if (text) expect(text).toHaveProperty('x-markdown');
    if (blocks) expect(blocks.items).toEqual({ $ref: '#/$defs/Block' });
    const pointers = [page?.categories, page?.programme?.where, page?.programme?.hosts, page?.pin?.map].map(schemaOf);
    for (const schema of pointers) if (schema) expect({ ...schema, ...schema.items }).toHaveProperty('x-pointer');
    if (page?.date) expect(schemaOf(page.date)).toMatchObject({ format: 'instant' });
    expect(page === undefined || kind.folder !== undefined).toBe(true);
  });

  it('has no two operations on the same route', () => {
    const routes = kind.operations.map(routeOf);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('points only at kinds that exist', () => {
    const schemas = [...Object.values(kind.fields).map((field) => field.schema), ...Object.values(kind.local ?? {})];
    expect(schemas.flatMap(pointedKinds).filter((name) => !isKindName(name))).toEqual([]);
  });

  it('has a natural key of fields that exist and can be written', () => {
    const unusable = kind.naturalKey
      .flat()
      .filter((name) => !kind.fields[name] || kind.fields[name].access !== undefined);
    expect(unusable).toEqual([]);
  });

  it('has a row and a section in the reference', () => {
    expect(reference).toContain(`| [${kind.title}](#`);
    expect(reference).toContain(`\n### ${kind.title}\n`);
    for (const operation of kind.operations) expect(reference).toContain(`\`${routeOf(operation)}\``);
  });

  it('has all of its routes in the OpenAPI document', () => {
    for (const { surface, path, method } of kind.operations) {
      expect(document.paths[SURFACE_BASE[surface] + path]).toHaveProperty(method.toLowerCase());
    }
  });

  it('accepts credentials only as names of variables in editor schemas', () => {
    const schema = editorSchema(kind, NOTHING_KNOWN) as JsonSchema;
    const fields = Object.entries(kind.fields);
    const withheld = new Set(fields.filter(([, field]) => field.access === 'withheld').map(([name]) => name));
    const credentials = fields
      .filter(([name]) => !withheld.has(name))
      .flatMap(([name, field]) => sensitivePaths(field.schema, [name]));
    expect(Object.keys(schema.properties!).filter((name) => withheld.has(name))).toEqual([]);
    expect(credentials.filter((path) => !schemaAt(schema, path)?.properties?.['$env'])).toEqual([]);
  });

  it('describes every field and every nested value', () => {
    const { fields } = explainKind(kind);
    expect(silent(fields).concat(fields.flatMap(({ inside }) => silent(inside)))).toEqual([]);
  });
});

describe('shapes', () => {
  it('point only at kinds that exist', () => {
    expect(shapes.flatMap(({ schema }) => pointedKinds(schema)).filter((name) => !isKindName(name))).toEqual([]);
  });

  it('describe themselves and every nested value', () => {
    expect(shapes.filter(({ schema }) => !schema.description)).toEqual([]);
    expect(silent(shapes.flatMap(({ schema }) => explainInside('', schema)))).toEqual([]);
  });
});

it('no two kinds share a folder, a name or a route', () => {
  const routes = kinds.flatMap((kind) => kind.operations.map(routeOf));
  const folders = kinds.flatMap((kind) => kind.folder ?? []);
  expect(new Set(routes).size).toBe(routes.length);
  expect(new Set(folders).size).toBe(folders.length);
  expect(new Set(kinds.map((kind) => kind.title)).size).toBe(kinds.length);
});

it('the documented operations are exactly those of the interface', () => {
  const documented = kinds.flatMap((kind) => kind.operations.filter((operation) => operation.documented).map(routeOf));
  expect(documented.sort()).toEqual([...ENDPOINTS].sort());
});

/** The endpoint tables of interface.md, by hand; `{id}` is the placeholder of each resource. */
const BROADCAST = '/v1/users/{userId}/broadcasts/{broadcastId}';
const ENDPOINTS = [
  'GET /v1/places',
  'POST /v1/places',
  'PUT /v1/places/{id}',
  'GET /v1/articles',
  'POST /v1/articles',
  'GET /v1/events',
  'POST /v1/events',
  'GET /v1/events/{id}',
  'PUT /v1/events/{id}',
  'DELETE /v1/events/{id}',
  'GET /v1/webhooks',
  'POST /v1/webhooks',
  `GET ${BROADCAST}`,
  `PATCH ${BROADCAST}`,
  `GET ${BROADCAST}/broadcastPages`,
  `GET ${BROADCAST}/broadcastContacts/{id}`,
  `DELETE ${BROADCAST}/broadcastArticles/{id}`,
  `PATCH ${BROADCAST}/broadcastSessions/{id}`,
  `PATCH ${BROADCAST}/workflows/{id}`,
];

const silent = (explained: readonly { readonly name: string; readonly about: string }[]) =>
  explained.filter(({ about }) => about === '');

function inner({ properties, items, additionalProperties, anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...Object.values(properties ?? {}), ...(items ? [items] : []), ...values, ...(anyOf ?? []), ...(oneOf ?? [])];
}

function pointedKinds(schema: JsonSchema): readonly string[] {
  return (schema['x-pointer'] ?? []).concat(inner(schema).flatMap(pointedKinds));
}

function sensitivePaths(schema: JsonSchema, path: readonly string[]): readonly (readonly string[])[] {
  if (schema['x-sensitive']) return [path];
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    sensitivePaths(child, [...path, name]),
  );
  return schema.items ? below.concat(sensitivePaths(schema.items, [...path, '[]'])) : below;
}

function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>(
    (current, step) => (step === '[]' ? current?.items : current?.properties?.[step]),
    schema,
  );
}

describe('the example of a shape', () => {
  it.each(shapes.map(({ name }) => name))('is valid in a file: %s', (name) => {
    const validate = fileShapeValidator(name);
    validate(shapeExamples[name]);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('has no problem in a repository whose documents and media it names', () => {
    const written = (value: unknown): string => `${JSON.stringify(value)}\n`;
    const files = {
      'broadcast.yaml': written({
        name: 'Harbour',
        theme: shapeExamples['Theme'],
        menu: shapeExamples['Menu'],
        fontRef: shapeExamples['FontRef'],
        appBar: { logo: shapeExamples['Media'], rightNavigator: shapeExamples['Navigator'] },
        home: { header: { background: shapeExamples['MediaSeries'] } },
      }),
      'pages/examples.yaml': written({
        title: 'Examples',
        status: 'published',
        blocks: BLOCK_TYPES.map((type) => shapeExamples[blockShapeName(type)]),
      }),
      'hosts/name-of-the-file.yaml': 'title: Lena\nstatus: published\n',
      'articles/name-of-the-file.md': '---\ntitle: News\nstatus: published\n---\nText\n',
      'maps/name-of-the-file.yaml': 'title: Harbour\nstatus: published\n',
      'fonts/name-of-the-file.yaml': 'fontFamily: Harbour\n',
      'media/picture.jpg': 'x',
      'media/film.mp4': 'x',
      'media/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    };
    const found = problems(files).filter(({ at }) => /(?:broadcast|examples)\.yaml$/.test(at.file));
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});
