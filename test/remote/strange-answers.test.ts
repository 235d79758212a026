/** Undocumented answers that real services and proxies give. */
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EMPTY_BASE } from '../../src/model/base.ts';
import { parseAnswer } from '../../src/remote/answer-json.ts';
import { snapshotOf } from '../../src/remote/read-snapshot.ts';
import { answerJson, rawServer } from './raw-server.ts';
import { clientOf, newKey, someEvent } from './target.ts';
import { listenInTest } from '../listen.ts';

const BROADCAST = '64b7c0ffee64b7c0ffee0002';
const answering = (body: unknown, status = 200) => rawServer((_, response) => answerJson(response, body, status));
const JSON_TYPE = { 'content-type': 'application/json' };

const ERRORS = [
  { error: 'maintenance' },
  { errors: [{ message: 'maintenance' }] },
  { success: false, message: 'maintenance' },
  { statusCode: 503, message: 'maintenance' },
  { message: 'maintenance', status: 503 },
];

describe('a 200 whose body is an error', () => {
  it.each(ERRORS)('is not read as a broadcast without fields: %j', async (body) => {
    const { client, clock } = clientOf((await answering(body)).url);
    await expect(client.read('broadcast')).rejects.toMatchObject({
      type: 'malformed',
      message: expect.stringContaining('was answered with 200 and an error: maintenance'),
    });
    const options = { target: 'production', base: EMPTY_BASE, now: clock.now, settle: 30_000 };
    const snapshot = await snapshotOf(client, options)(['broadcast']);
    expect(snapshot.kinds.get('broadcast')).toMatchObject({ type: 'unknown', records: new Map() });
  });

  it.each(ERRORS)('does not count as an update, a deletion or a creation: %j', async (body) => {
    const { client } = clientOf((await answering(body)).url);
    const expected = {
      type: 'refused',
      made: 'unknown',
      message: expect.stringContaining('and an error: maintenance'),
    };
    await expect(client.update('broadcast', BROADCAST, { isWeb: true })).rejects.toMatchObject(expected);
    await expect(client.delete('event', '1')).rejects.toMatchObject(expected);
    await expect(client.create('event', someEvent(), newKey())).rejects.toMatchObject(expected);
  });

  it('is not an empty list, even with an empty `data` beside it', async () => {
    const { client } = clientOf((await answering({ data: [], total: 0, error: 'shard 3 timed out' })).url);
    expect(await client.list('event')).toMatchObject({
      type: 'unknown',
      reason: expect.stringContaining('shard 3 timed out'),
    });
  });

  it('is an object if one of its fields has such a name', async () => {
    const { client } = clientOf((await answering({ id: '1', error: 'none', ok: false })).url);
    expect(await client.read('event', '1')).toMatchObject({ fields: { error: 'none' } });
  });

  it('does not reveal the key that it repeats', async () => {
    const { client } = clientOf((await answering({ error: 'canary-key is locked' })).url);
    await expect(client.read('event', '1')).rejects.toThrow(/\[removed\] is locked/);
  });
});

describe('a 200 without the object', () => {
  it.each([[[]], [{ data: { _id: BROADCAST } }], ['ok'], [{ message: 'hello' }], [{ _id: 'another' }]])(
    'is neither a broadcast nor an update: %j',
    async (body) => {
      const { client } = clientOf((await answering(body)).url);
      await expect(client.read('broadcast')).rejects.toMatchObject({ type: 'malformed', made: 'no' });
      const updating = client.update('broadcast', BROADCAST, { isWeb: true });
      await expect(updating).rejects.toMatchObject({ type: 'malformed', made: 'unknown' });
    },
  );

  it('is reported with the envelope and the other object', async () => {
    const wrapped = clientOf((await answering({ data: { id: '1' } })).url).client.read('event', '1');
    await expect(wrapped).rejects.toThrow(
      'the answer to GET /v1/events/1 is not an object with an id; there is one inside `data`',
    );
    const other = clientOf((await answering({ id: '2', title: 'Other' })).url).client.read('event', '1');
    await expect(other).rejects.toThrow('is the object 2, not the one requested');
  });

  it.each([[{}], [null], [{ success: true }]])(
    'makes the caller read the object back if it confirms: %j',
    async (body) => {
      const { client } = clientOf((await answering(body)).url);
      expect(await client.update('event', '1', { title: 'New' })).toBeUndefined();
    },
  );

  it('is the broadcast even if the configuration has its id in capitals', async () => {
    const { client } = clientOf((await answering({ _id: BROADCAST.toUpperCase(), name: 'Harbour' })).url);
    expect(await client.read('broadcast')).toMatchObject({ id: BROADCAST, fields: { name: 'Harbour' } });
  });
});

describe('numeric ids', () => {
  it('are read as their decimal strings in lists, reads, creations, updates and pointers', async () => {
    const event = { id: 17, ...someEvent(), place_id: 4 };
    const server = await rawServer(({ method, url }, response) => {
      if (method === 'GET' && url!.startsWith('/v1/events?')) answerJson(response, { data: [event], total: 1 });
      else answerJson(response, event, method === 'POST' ? 201 : 200);
    });
    const { client } = clientOf(server.url);
    const record = { id: '17', fields: { ...someEvent(), place_id: '4' } };
    const listed = await client.list('event');
    expect(listed.type === 'read' && [...listed.records]).toMatchObject([['17', record]]);
    expect(await client.read('event', '17')).toMatchObject(record);
    expect(await client.create('event', someEvent(), newKey())).toMatchObject({ id: '17', record });
    expect(await client.update('event', '17', { title: 'New' })).toMatchObject(record);
  });

  it('are strings inside lists and blocks too, if a pointer is declared', async () => {
    const page = { _id: 5, title: 'Home', categoryIds: [1, 2], metadata: { seats: 12 } };
    const { client } = clientOf((await answering(page)).url);
    expect(await client.read('page', '5')).toMatchObject({
      fields: { title: 'Home', categoryIds: ['1', '2'], metadata: { seats: 12 } },
    });
  });

  it('keep all their digits above 2^53', async () => {
    const text = '{"data": [{"id": 9007199254740993, "place_id": 9007199254740995}], "total": 1}';
    const server = await rawServer((_, response) => response.writeHead(200, JSON_TYPE).end(text));
    const listed = await clientOf(server.url).client.list('event');
    expect(listed.type === 'read' && [...listed.records]).toMatchObject([
      ['9007199254740993', { fields: { place_id: '9007199254740995' } }],
    ]);
  });

  it('are not ids if they are not integers', async () => {
    const listed = await clientOf((await answering({ data: [{ id: 1.5 }], total: 1 })).url).client.list('event');
    expect(listed).toMatchObject({ type: 'unknown', reason: 'the list has entries without an id' });
  });
});

describe('a key that is one escaped character', () => {
  it('makes one object unclear and does not affect the others in its list', async () => {
    const text = '{"data": [{"id": "a", "title": "A", "metadata": {"\\n": 1}}, {"id": "b", "title": "B"}], "total": 2}';
    const server = await rawServer((_, response) => response.writeHead(200, JSON_TYPE).end(text));
    const listed = await clientOf(server.url).client.list('event');
    expect(listed.type).toBe('read');
    const records = listed.type === 'read' ? listed.records : new Map();
    expect(records.get('a')).toMatchObject({ fields: { title: 'A' }, unclear: expect.stringContaining('escaped') });
    expect(records.get('b')).not.toHaveProperty('unclear');
  });

  it('is read correctly for all shapes that V8 has seen before', () => {
    for (const shape of ['{"a": 1}', '{"\\\\": 1}', '{"b": {"\\\\": 2}}']) JSON.parse(shape);
    for (let round = 0; round < 2000; round++) {
      const { value, doubtful } = parseAnswer('{"x": [{"a": 0, "\\n": 1, "__proto__": 2}, {"a": 1}]}');
      const [first, second] = (value as { x: readonly Record<string, number>[] }).x;
      expect(Object.keys(first!)).toEqual(['a', '\n', '__proto__']);
      expect([doubtful.has(value), doubtful.has(first!), doubtful.has(second!)]).toEqual([true, true, false]);
    }
  });
});

describe('an answer in another encoding', () => {
  const text = JSON.stringify({ id: '1', title: 'Été' });
  it.each([
    ['a byte order mark', Buffer.from(`\ufeff${text}`), {}],
    ['Latin-1', Buffer.from(text, 'latin1'), { 'content-type': 'application/json; charset=ISO-8859-1' }],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), { 'content-type': 'application/json; charset="utf-16le"' }],
    ['gzip', gzipSync(text), { 'content-encoding': 'gzip' }],
    ['brotli', brotliCompressSync(text), { 'content-encoding': 'br' }],
  ])('is read: %s', async (_, bytes, headers) => {
    const server = await rawServer((_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, ...headers }).end(bytes),
    );
    expect(await clientOf(server.url).client.read('event', '1')).toMatchObject({ fields: { title: 'Été' } });
  });

  it('that cannot be decoded is not a success', async () => {
    const server = await rawServer((_, response) =>
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'zstd-9' }).end(text),
    );
    const { client } = clientOf(server.url);
    await expect(client.read('event', '1')).rejects.toMatchObject({
      type: 'malformed',
      message: expect.stringContaining('compression or character set'),
    });
    await expect(client.update('event', '1', { title: 'New' })).rejects.toMatchObject({ made: 'yes' });
  });

  it('that cannot be decoded still counts as a refusal by its status', async () => {
    const server = await rawServer((_, response) => response.writeHead(401, { 'content-encoding': 'x' }).end('x'));
    await expect(clientOf(server.url).client.read('event', '1')).rejects.toMatchObject({ type: 'unauthorised' });
  });
});

/** Writes these bytes for each request, on one connection after the other. */
async function byteServer(answer: (socket: Socket, count: number) => void): Promise<string> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => answer(socket, count++));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${await listenInTest(server)}`;
}

describe('an answer with wrong framing', () => {
  it('may be a 204 with a length and a body, and the next request is still answered', async () => {
    const url = await byteServer((socket, count) =>
      socket.write(
        count === 0
          ? 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'
          : 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"id":"1"}',
      ),
    );
    const { client } = clientOf(url, { concurrency: 1 });
    await client.delete('event', '1');
    expect(await client.read('event', '1')).toMatchObject({ id: '1' });
  });

  it('may be chunked and incomplete: the part that was read is not used', async () => {
    const url = await byteServer((socket) => {
      const page = '{"data":[{"id":"1"}],"total":1}';
      socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${page.length.toString(16)}\r\n${page}\r\n`);
    });
    expect(await clientOf(url).client.list('event')).toMatchObject({
      type: 'unknown',
      reason: expect.stringContaining('lost its connection'),
    });
  });
});

describe('JSON that is nested 200,000 deep', () => {
  const deep = (around: (inside: string) => string): string => around(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  const server = (text: string, status = 200) =>
    rawServer((_, response) => response.writeHead(status, JSON_TYPE).end(text));

  it('is refused with a message wherever it is read', async () => {
    const object = deep((inside) => `{"_id":"${BROADCAST}","metadata":${inside},"n":12345678901234567890}`);
    await expect(clientOf((await server(object)).url).client.read('broadcast')).rejects.toMatchObject({
      type: 'malformed',
      message: expect.stringContaining('was answered with JSON nested more than 200 levels deep'),
    });
    const list = deep((inside) => `{"data":[{"id":"a","x":${inside}}],"total":1}`);
    expect(await clientOf((await server(list)).url).client.list('event')).toMatchObject({
      type: 'unknown',
      reason: expect.stringContaining('nested more than 200 levels deep'),
    });
    const error = deep((inside) => `{"detail":"no","errors":${inside}}`);
    await expect(clientOf((await server(error, 403)).url).client.read('broadcast')).rejects.toMatchObject({
      status: 403,
    });
  });

  it('is not confused with brackets in text', () => {
    const text = JSON.stringify({ a: '['.repeat(1000), 'b"': '\\"[[[' });
    expect(parseAnswer(text).value).toEqual(JSON.parse(text));
  });
});
