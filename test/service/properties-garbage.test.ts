/** Random paths, queries, headers and bodies: the answer is never 500, and the service keeps running. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { event, NOBODY } from '../contract/bodies.ts';
import { useService } from '../contract/service.ts';
import { anyCodePoint } from '../code-points.ts';

const service = useService();
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

interface Garbage {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

function statusOf({ method, path, headers, body }: Garbage): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { method, headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', reject).end(body);
  });
}

const COLLECTIONS = 'events places articles webhooks broadcastPages broadcastSessions media workflows'.split(' ');
const encoded = fc
  .string({ unit: anyCodePoint, maxLength: 12 })
  .map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')));
const segment = fc.oneof(
  fc.constantFrom(...COLLECTIONS, ...'v1 users faults .. . %00 %ff %2e%2e % __proto__'.split(' '), '', NOBODY),
  encoded,
);
const root = (): readonly string[] => ['/v1', `/v1/users/${service.userId}/broadcasts/${service.broadcastId}`];
const path = fc.oneof(
  fc.array(segment, { maxLength: 8 }).map((segments) => `/${segments.join('/')}`),
  fc.tuple(fc.nat({ max: 1 }), fc.constantFrom(...COLLECTIONS)).map(([index, name]) => `${root()[index]!}/${name}`),
  fc
    .tuple(fc.nat({ max: 1 }), fc.constantFrom(...COLLECTIONS), segment)
    .map(([index, name, id]) => `${root()[index]!}/${name}/${id}`),
  fc.nat({ max: 1 }).map((index) => root()[index]!),
);

const json = fc.json({ maxDepth: 5 });
const parameter = fc.tuple(
  fc.oneof(
    fc.constantFrom(
      ...'limit offset skip status category start_date end_date filters filtersLogical sort startId'.split(' '),
    ),
    fc.string({ maxLength: 8 }),
  ),
  fc.oneof(
    fc.string({ unit: anyCodePoint, maxLength: 20 }),
    json,
    fc.integer().map(String),
    fc.constantFrom('', NOBODY, '$or', '1e9', '{"a":"asc"}'),
  ),
);
const query = fc.array(parameter, { maxLength: 4 }).map((parameters) => {
  const search = new URLSearchParams(parameters).toString();
  return search === '' ? '' : `?${search}`;
});

const headerText = fc.stringMatching(/^[\x20-\x7e\xa0-\xff]{0,30}$/);
const headers = fc
  .record(
    {
      authorization: fc.oneof(headerText, fc.constant('key')),
      'x-api-key': fc.oneof(headerText, fc.constant('key')),
      'if-match': headerText,
      'if-none-match': headerText,
      'idempotency-key': headerText,
      'content-type': fc.oneof(fc.constantFrom('application/json', 'text/plain'), headerText),
      accept: headerText,
    },
    { requiredKeys: ['authorization', 'x-api-key'] },
  )
  .map((given) => ({
    ...given,
    // Half of the requests are authenticated.
    authorization: given.authorization.length % 2 === 1 ? `Bearer ${service.key}` : given.authorization,
    'x-api-key': given['x-api-key'].length % 2 === 1 ? service.key : given['x-api-key'],
  }));

const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(null, -1, 1e308, '', [], {}, NOBODY));
const field = fc.constantFrom(
  ...'title name start_time end_time place_id coordinates status published_at content url events'.split(' '),
  ...'secret blocks time menu theme nodes metadata localeDetails _reference __proto__ toString'.split(' '),
);
const nearlyValid = fc
  .dictionary(field, value, { maxKeys: 5 })
  .map((fields) =>
    JSON.stringify({ ...event({ name: 'x', url: 'https://hooks.example', events: [], time: {} }), ...fields }),
  );
const body = fc.oneof(
  json,
  nearlyValid,
  fc.string({ unit: anyCodePoint }),
  fc.uint8Array({ maxLength: 60 }),
  fc.constant(''),
);

const garbage = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
    path,
    query,
    headers,
    body,
  })
  .map((made): Garbage => ({
    ...made,
    path: made.path + made.query,
    body: ['GET', 'HEAD'].includes(made.method) ? undefined : made.body,
  }));

it('no random request is answered with 500', async () => {
  await fc.assert(
    fc.asyncProperty(garbage, async (made) => {
      const status = await statusOf(made);
      expect(status, `${made.method} ${made.path}`).toBeGreaterThanOrEqual(200);
      expect(status, `${made.method} ${made.path}`).toBeLessThan(500);
    }),
    { numRuns: 700 },
  );
  expect(service.requests.filter(({ status }) => status >= 500)).toEqual([]);
});

it('bytes that are not HTTP end in 400 or a closed connection', async () => {
  const { port } = new URL(service.url);
  const send = (bytes: Uint8Array | string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => {}).on('close', () => resolve(text));
      socket.end(bytes);
    });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.uint8Array({ minLength: 1 }), fc.string({ unit: anyCodePoint, minLength: 1 })),
      async (bytes) => {
        expect(await send(bytes)).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
      },
    ),
    { numRuns: 60 },
  );
  expect(await send('GET //[ HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await service.a.get('/events')).status).toBe(200);
});
