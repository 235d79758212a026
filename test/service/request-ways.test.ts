/** A plain request is read without a URL parser, and one of this process without a connection. Nobody can see which way one went. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { event } from '../contract/bodies.ts';
import { temporaryService, useService } from '../contract/service.ts';
import { runs } from '../seed.ts';

const service = useService();

interface Sent {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, so that one can be sent twice. */
  readonly headers: readonly string[];
  readonly body: string;
}

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

const ID = '64b7c0ffee64b7c0ffee0001';
const CHOSEN_ID = 'x-request-id';

it('a request is answered the same whether its host and target are plain or have to be parsed', async () => {
  // It cannot be deleted, because an event refers to it.
  const { id } = await service.a.post('/places', { name: 'Quay' });
  await service.a.post('/events', event({ place_id: id }));
  const base = `/v1/users/${service.userId}/broadcasts/${service.broadcastId}`;
  const path = fc.oneof(
    fc.constantFrom('/v1/events', `/v1/places/${id}`, `/v1/events/${ID}`, '/v1/places', '/v1/events/', '/v1//events'),
    fc.constantFrom(base, `${base}/sessions`, `${base}/sessions/${ID}`, `${base}/sessions/short`, '/v1/users', '/v2'),
    fc.constantFrom(`/v1/events/%36${ID.slice(1)}`, '/v1/./events', '/v1/events?limit=1', `/v1/events/${ID}?key=x`),
    fc
      .array(fc.constantFrom('v1', 'events', 'users', ID, 'a-b', '_'), { maxLength: 6 })
      .map((all) => `/${all.join('/')}`),
  );
  const header = fc.constantFrom(
    ['Authorization', `Bearer ${service.key}`],
    ['authorization', 'Bearer wrong'],
    ['X-API-KEY', service.key],
    ['Content-Type', 'application/json'],
    ['If-None-Match', '*'],
    ['If-Match', '"other"'],
    ['Idempotency-Key', 'same'],
  );
  const sent: fc.Arbitrary<Sent> = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    path,
    headers: fc
      .tuple(fc.boolean(), fc.array(header, { maxLength: 4 }))
      .map(([hasKey, more]) => [...(hasKey ? ['Authorization', `Bearer ${service.key}`] : []), ...more.flat()]),
    // Nothing that could be stored: both would be, with different ids.
    body: fc.constantFrom('', '{}', '{"title":', '[]', '{"title":7}'),
  });
  await fc.assert(
    fc.asyncProperty(sent, async (each) => {
      // A name in capitals is one that is looked at more closely.
      expect(await send(each, 'LOCALHOST')).toEqual(await send(each, 'localhost'));
    }),
    { numRuns: runs({ test: 150, proof: 3000 }) },
  );
});

const JSON_BODY = { 'content-type': 'application/json' };
const COMPARED = ['content-type', 'etag', 'location', CHOSEN_ID];

it.each<[string, string, Record<string, string>?, string?]>([
  ['GET', '/v1/places?limit=1&offset=1'],
  ['GET', '/v1/places?limit=none'],
  ['GET', `/v1/events/%36${ID.slice(1)}`],
  ['GET', '/v1/places', { authorization: 'Bearer wrong' }],
  ['GET', '/nothing/here'],
  ['PUT', '/v1/places'],
  ['POST', '/v1/events', {}, '{}'],
  ['POST', '/v1/events', JSON_BODY, '{"title":"é"}'],
  ['POST', '/v1/events', JSON_BODY, '{"title":'],
  ['DELETE', `/v1/places/${ID}`, { 'if-match': '"other"' }],
])(
  'a program in the process gets the same answer to %s %s as over a connection',
  async (method, path, more, body = '') => {
    const headers = { authorization: `Bearer ${service.key}`, [CHOSEN_ID]: 'chosen', ...more };
    const own = await service.service.answerOwn({ method, path, headers, body });
    const seen = await send({ method, path, headers: Object.entries(headers).flat(), body }, 'localhost');
    expect([own.status, own.body]).toEqual([seen.status, seen.body]);
    const ownHeaders = new Headers(own.headers);
    for (const name of COMPARED) expect(ownHeaders.get(name) ?? undefined, name).toBe(seen.headers[name]);
  },
);

it('a key that is sent twice is refused', async () => {
  const headers = ['Authorization', `Bearer ${service.key}`, 'Authorization', `Bearer ${service.key}`];
  for (const host of ['localhost', 'LOCALHOST'])
    expect((await send({ method: 'GET', path: '/v1/events', headers, body: '' }, host)).status).toBe(401);
});

it.each(['localhost', 'LOCALHOST'])(
  'a request of a client that leaves is served if all of it was sent (Host: %s)',
  async (host) => {
    const { url, key, service: parts, requests } = await temporaryService();
    parts.faults.arm([{ method: 'POST', do: 'latency', ms: 100 }]);
    const body = JSON.stringify(event());
    const sent = (length: number): string =>
      `POST /v1/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
    const leave = async (text: string): Promise<void> => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      await new Promise<void>((sent) => void socket.write(text, () => sent()));
      await wait(20);
      socket.destroy();
    };
    await Promise.all([leave(sent(body.length)), leave(sent(body.length + 1))]);
    await expect.poll(() => requests.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  },
);

function send({ method, path, headers, body }: Sent, host: string): Promise<Seen> {
  const { hostname, port } = new URL(service.url);
  const length = body === '' ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const id = headers.includes(CHOSEN_ID) ? [] : [CHOSEN_ID, 'chosen'];
  const all = ['Host', `${host}:${port}`, ...id, ...headers, ...length];
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { date: _date, ...seen } = response.headers;
        resolve({ status: response.statusCode!, headers: seen, body: Buffer.concat(chunks).toString() });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
