import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openapi } from '../../../src/generate/openapi/openapi.ts';
import { PROFILES, type Profile } from '../../../src/kinds/operation.ts';

interface Part {
  readonly [key: string]: unknown;
}
interface OperationPart {
  readonly operationId: string;
  readonly 'x-assumed'?: true;
  readonly security: readonly Part[];
  readonly parameters: readonly Part[];
  readonly requestBody?: Part;
  readonly responses: Readonly<
    Record<string, { headers?: Part; content?: Readonly<Record<string, { schema: Part }>> }>
  >;
}
interface Document {
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationPart>>>>;
  readonly webhooks: Readonly<Record<string, { post: Part }>>;
  readonly components: Readonly<
    Record<string, Readonly<Record<string, { properties?: Record<string, Part>; required?: string[] } & Part>>>
  >;
}

const documents = Object.fromEntries(
  PROFILES.map((profile) => [profile, openapi({ profile, version: '1.2.3' }) as Document]),
) as Record<Profile, Document>;
const { documented, extended } = documents;
const ROOT = '/v1/users/{userId}/broadcasts/{broadcastId}';

const operation = (method: string, path: string, document = extended) => document.paths[path]![method]!;
const schemas = extended.components['schemas']!;
const answer = (method: string, path: string, status: number) => operation(method, path).responses[status]!;
const answered = (method: string, path: string, status = 200) =>
  answer(method, path, status).content!['application/json']!.schema;
const statuses = (method: string, path: string) => Object.keys(operation(method, path).responses).map(Number);
const operationsOf = (document: Document) => Object.values(document.paths).flatMap((item) => Object.values(item));

it('the documented profile has the nineteen operations of the interface, none of them assumed', () => {
  expect(operationsOf(documented)).toHaveLength(19);
  expect(operationsOf(documented).filter((each) => each['x-assumed'])).toEqual([]);
});

it('the extended profile marks what it adds', () => {
  expect(operation('delete', '/v1/places/{id}')['x-assumed']).toBe(true);
  expect(operation('put', '/v1/places/{id}')['x-assumed']).toBeUndefined();
  expect(operationsOf(extended).filter((each) => !each['x-assumed'])).toHaveLength(19);
});

it.each(PROFILES)('every reference in the %s document resolves, and every component is used', (profile) => {
  const text = JSON.stringify(documents[profile]);
  const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path]) => path!));
  const { securitySchemes: _, ...components } = documents[profile].components;
  const existing = Object.entries(components).flatMap(([group, parts]) =>
    Object.keys(parts).map((name) => `${group}/${name}`),
  );
  expect(existing.sort()).toEqual([...referred].sort());
});

it.each(PROFILES)('no two operations of the %s document share an id', (profile) => {
  const ids = operationsOf(documents[profile]).map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('the schemas are JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const $defs = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')) as Record<
    string,
    object
  >;
  ajv.addSchema({ $id: 'document', $defs });
  for (const name of Object.keys($defs)) expect(ajv.getSchema(`document#/$defs/${name}`)).toBeTypeOf('function');
});

it('no custom keyword is left that a reader of OpenAPI could not know or skip', () => {
  const text = JSON.stringify(extended);
  for (const format of ['instant', 'object-id', 'web-url', 'https-url', 'link'])
    expect(text).not.toContain(`"format":"${format}"`);
  expect(text).not.toContain('#/$defs/');
});

it('each surface has its own credential', () => {
  expect(operation('get', '/v1/events').security).toEqual([{ surfaceA: [] }]);
  expect(operation('get', ROOT).security).toEqual([{ surfaceB: [] }]);
  expect(extended.components['securitySchemes']).toMatchObject({
    surfaceA: { type: 'http', scheme: 'bearer' },
    surfaceB: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
  });
});

const envelope = (path: string) => Object.keys(answered('get', path)['properties'] as object);
const assumedParameters = (path: string) =>
  operation('get', path)
    .parameters.filter((each) => each['in'] === 'query' && each['x-assumed'])
    .map((each) => each['name']);

describe('lists', () => {
  it('have the envelope that the interface shows for each', () => {
    expect(envelope('/v1/events')).toEqual(['data', 'total', 'limit', 'offset']);
    expect(envelope('/v1/articles')).toEqual(['data', 'total', 'limit', 'offset']);
    expect(envelope('/v1/places')).toEqual(['data', 'total']);
    expect(envelope('/v1/webhooks')).toEqual(['data']);
    expect(envelope(`${ROOT}/broadcastPages`)).toEqual(['data', 'metadata', '_type']);
  });

  it('mark parameters whose names are assumed', () => {
    expect(assumedParameters('/v1/events')).toEqual(['category', 'start_date', 'end_date', 'limit', 'offset']);
    expect(assumedParameters('/v1/articles')).toEqual([]);
  });
});

describe('responses', () => {
  it('to a creation are 201 with Location and ETag', () => {
    expect(Object.keys(answer('post', '/v1/events', 201).headers!)).toEqual(
      expect.arrayContaining(['Location', 'ETag']),
    );
  });

  it('show an article on Surface B with the common fields of that surface', () => {
    expect(answered('get', `${ROOT}/broadcastArticles/{id}`)).toEqual({
      $ref: '#/components/schemas/ArticleOnSurfaceB',
    });
    const { properties, required } = schemas['ArticleOnSurfaceB']!;
    expect(Object.keys(properties!)).toEqual(
      expect.arrayContaining(['_id', '_createdAt', 'title', 'content', 'excerpt']),
    );
    expect(Object.keys(properties!).filter((name) => ['id', 'created_at', 'updated_at'].includes(name))).toEqual([]);
    expect(required).toEqual(['_id', '_createdAt', 'title', 'published_at', 'excerpt']);
  });

  it('report usage in headers', () => {
    expect(Object.keys(answer('get', '/v1/places', 200).headers!)).toEqual(
      expect.arrayContaining(['RateLimit-Remaining', 'X-RateLimit-Remaining']),
    );
    expect(extended.components['responses']!['TooManyRequests']!['headers']).toHaveProperty('Retry-After');
  });
});

describe('failures', () => {
  it.each([
    ['get', '/v1/webhooks', [401, 403, 429, 500]],
    ['post', '/v1/events', [400, 401, 403, 413, 415, 422, 429, 500]],
    ['put', '/v1/events/{id}', [400, 401, 403, 404, 412, 413, 415, 429, 500]],
    ['delete', '/v1/events/{id}', [401, 403, 404, 412, 429, 500]],
    ['delete', '/v1/places/{id}', [401, 403, 404, 409, 412, 429, 500]],
    ['get', `${ROOT}/broadcastPages`, [400, 401, 403, 404, 429, 500]],
  ])('of %s %s are %j', (method, path, expected) => {
    expect(statuses(method, path).filter((status) => status >= 400)).toEqual(expected);
  });

  it('are problems in the format of RFC 9457', () => {
    for (const response of Object.values(extended.components['responses']!)) {
      expect(response['content']).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      });
    }
    expect(Object.keys(schemas['Problem']!.properties!)).toEqual(
      'type title status detail code errors request_id'.split(' '),
    );
  });
});

describe('credentials', () => {
  it('of a webhook are returned only by its creation', () => {
    expect(schemas['Webhook']!.properties).not.toHaveProperty('secret');
    expect(schemas['WebhookCreate']!.properties).toHaveProperty('secret');
    expect(answered('post', '/v1/webhooks', 201)).toEqual({ $ref: '#/components/schemas/WebhookCreated' });
    expect(JSON.stringify(schemas['WebhookCreated'])).toContain('"secret"');
  });

  it('that the service stores appear nowhere', () => {
    expect(JSON.stringify(extended)).not.toMatch(/authData|password"?:\s*\{/);
  });

  it('that are fields are marked as such', () => {
    expect(schemas['WebhookCreate']!.properties!['secret']).toMatchObject({ format: 'password', 'x-sensitive': true });
  });
});

describe('fields', () => {
  it('that the service sets are read-only, and assumed ones are marked', () => {
    expect(schemas['Event']!.properties!['id']).toMatchObject({ readOnly: true });
    expect(schemas['Event']!.properties!['category']).toMatchObject({ 'x-assumed': true });
    expect(schemas['Host']!.properties!['title']).toMatchObject({ 'x-assumed': true });
    expect(schemas['Place']!.properties!['category']).not.toHaveProperty('x-assumed');
  });

  it('use standard formats', () => {
    expect(schemas['Event']!.properties!['start_time']).toMatchObject({ type: 'string', format: 'date-time' });
    expect(schemas['Webhook']!.properties!['url']).toMatchObject({ format: 'uri', pattern: '^https://' });
    expect(schemas['Page']!.properties!['_id']).toMatchObject({ pattern: '^[0-9a-fA-F]{24}$' });
  });

  it('of blocks are selected by their type', () => {
    expect(schemas['Block']!['discriminator']).toMatchObject({
      propertyName: 'type',
      mapping: { title: '#/components/schemas/TitleBlock' },
    });
  });

  it('called media are the kind or the value, each under its own name', () => {
    expect(schemas['Media']!.properties).toHaveProperty('mediaUrl');
    expect(schemas['Page']!.properties!['media']).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/MediaValue' }, { type: 'null' }],
    });
  });
});

describe('webhooks', () => {
  it('deliver id, type, timestamp and data, signed', () => {
    const { post } = extended.webhooks['place.created']!;
    expect(post).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              required: ['id', 'type', 'timestamp', 'data'],
              properties: { type: { const: 'place.created' }, data: { $ref: '#/components/schemas/Place' } },
            },
          },
        },
      },
    });
    expect((post['parameters'] as readonly Part[]).map((each) => each['name'])).toContain('X-Service-Signature');
  });
});

it('the server is the given one, or where the document is served', () => {
  expect(extended.servers).toMatchObject([{ url: '/' }]);
  expect(openapi({ profile: 'documented', version: '1', serverUrl: 'https://api.example.org' })).toMatchObject({
    servers: [{ url: 'https://api.example.org' }],
  });
});
