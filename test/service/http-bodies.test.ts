/** Invalid bodies: the answer is always 4xx, never 500, and the service keeps running. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { event, page } from '../contract/bodies.ts';
import { rawRequest } from '../contract/raw-request.ts';
import { useService } from '../contract/service.ts';

const service = useService();
const MEBIBYTE = 1024 * 1024;

const postEvent = (body: string | Uint8Array<ArrayBuffer>) => service.a.send('POST', '/events', body);
const jsonHeaders = () => ({ Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' });

it('malformed JSON is refused with 400', async () => {
  for (const body of [
    '{',
    '{"title":}',
    "{'title':'x'}",
    '{"title":"x",}',
    'title=x',
    '\u0000',
    '{"title":"x"} {}',
    'NaN',
  ]) {
    const answer = await postEvent(body);
    expect(answer.status, body).toBe(400);
    expect(answer.json['code']).toBe('malformed-json');
  }
});

it('an empty body is refused with 400', async () => {
  expect((await postEvent('')).status).toBe(400);
  expect((await postEvent('  \n')).status).toBe(400);
});

it('a body that is null, a list, a text, a number or a boolean is refused with 400', async () => {
  for (const body of ['null', '[]', '[{}]', '"title"', '7', 'true']) {
    expect((await postEvent(body)).status, body).toBe(400);
    expect((await service.b.send('PATCH', '', body)).status, body).toBe(400);
  }
});

it('a body with a different content type, or without one, is refused with 415', async () => {
  for (const type of ['text/plain', 'text/json', 'application/xml', 'application/json-patch+json', '']) {
    const headers = { 'Content-Type': type };
    const bytes = new TextEncoder().encode(JSON.stringify(event()));
    expect((await service.a.send('POST', '/events', bytes, { headers })).status, type).toBe(415);
  }
});

it('a body that is not UTF-8 is refused with 400', async () => {
  const latin1 = Uint8Array.from(Buffer.from(JSON.stringify(event({ title: 'Été' })), 'latin1'));
  expect((await postEvent(latin1)).status).toBe(400);
  const cut = Uint8Array.from([...Buffer.from('{"title":"'), 0xe2, 0x82, ...Buffer.from('"}')]);
  expect((await postEvent(cut)).status).toBe(400);
  const utf16 = Uint8Array.from(Buffer.from(JSON.stringify(event()), 'utf16le'));
  expect((await postEvent(utf16)).status).toBe(400);
});

it('a byte order mark before the body is accepted', async () => {
  expect((await postEvent(`\uFEFF${JSON.stringify(event())}`)).status).toBe(201);
});

it('an unpaired surrogate is kept in its escaped form', async () => {
  const { id } = await postEvent(JSON.stringify(event()).replace('Opening night', String.raw`a\ud800b`));
  expect((await service.a.get(`/events/${id}`)).json['title']).toBe('a\ud800b');
});

it('unknown fields are refused with 400, and each is named', async () => {
  const answer = await service.a.post('/events', event({ colour: 'red', 'a/b~c': 1 }));
  expect(answer.status).toBe(400);
  expect(answer.wrongFields.toSorted()).toEqual(['/a~1b~0c', '/colour']);
});

it('prototype keys are refused with 400 at any depth, and change nothing', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const hidden = `{"${key}":{"polluted":true}}`;
    const title = '"title":"Practical"';
    expect((await postEvent(JSON.stringify(event()).replace('{', `{"${key}":{"polluted":true},`))).status).toBe(400);
    for (const body of [
      `{${title},"metadata":${hidden}}`,
      `{${title},"blocks":[{"type":"title","values":[${hidden}]}]}`,
    ]) {
      expect((await service.b.send('POST', '/broadcastPages', body)).status, body).toBe(400);
    }
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

it('the names of those keys are accepted as values and inside other keys', async () => {
  const metadata = { of: '__proto__', 'constructor of': 'prototype' };
  expect((await service.b.post('/broadcastPages', page({ metadata }))).json).toMatchObject({ metadata });
});

it('nesting is limited, and a deeper body is refused with 400', async () => {
  const nested = (levels: number) => `{"title":"x","metadata":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  const lists = (levels: number) => `{"title":"x","metadata":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  const blocks = (levels: number) =>
    `{"title":"x","blocks":[${'{"type":"section","values":[{"blocks":['.repeat(levels)}${']}]}'.repeat(levels)}]}`;
  for (const shape of [nested, lists, blocks]) {
    expect((await service.b.send('POST', '/broadcastPages', shape(20))).status).toBe(201);
    for (const levels of [200, 5000, 20_000]) {
      expect((await service.b.send('POST', '/broadcastPages', shape(levels))).status, `${levels} levels`).toBe(400);
    }
  }
  expect((await postEvent('['.repeat(500_000) + ']'.repeat(500_000))).status).toBe(400);
});

it('a number that overflows is refused with 400', async () => {
  for (const number of ['1e400', '-1e999']) {
    expect((await service.b.send('POST', '/broadcastPages', `{"title":"x","metadata":{"n":${number}}}`)).status).toBe(
      400,
    );
    expect((await service.a.send('POST', '/places', `{"name":"x","coordinates":{"x":${number},"y":0}}`)).status).toBe(
      400,
    );
  }
});

it('a large number that can be represented is kept', async () => {
  const metadata = { big: Number.MAX_VALUE, small: Number.MIN_VALUE, safe: Number.MAX_SAFE_INTEGER };
  const { id } = await service.b.post('/broadcastPages', page({ metadata }));
  expect((await service.b.get(`/broadcastPages/${id}`)).json['metadata']).toEqual(metadata);
});

it('a body with a declared length of more than 1 MiB is refused with 413 before it is sent', async () => {
  const headers = { ...jsonHeaders(), 'Content-Length': 5 * MEBIBYTE };
  const sent = { method: 'POST', path: '/v1/events', headers };
  const answer = await rawRequest(service.url, { ...sent, write: (request) => request.flushHeaders() });
  expect(answer.status).toBe(413);
  expect(answer.json['code']).toBe('too-large');
});

it('a chunked body is refused with 413 as soon as more than 1 MiB has arrived', async () => {
  const headers = { ...jsonHeaders(), 'Transfer-Encoding': 'chunked' };
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  const answer = await rawRequest(service.url, {
    method: 'POST',
    path: '/v1/events',
    headers,
    write(request) {
      const more = (): void => void (request.destroyed || request.write(chunk, () => setImmediate(more)));
      more();
    },
  });
  expect(answer.status).toBe(413);
});

it('a chunked body within the limit is read like any other', async () => {
  const headers = { ...jsonHeaders(), 'Transfer-Encoding': 'chunked' };
  const [first, second] = [JSON.stringify(event()).slice(0, 20), JSON.stringify(event()).slice(20)];
  const answer = await rawRequest(service.url, {
    method: 'POST',
    path: '/v1/events',
    headers,
    write(request) {
      request.write(first);
      setImmediate(() => request.end(second));
    },
  });
  expect(answer.status).toBe(201);
});

it('a client that hangs up in the middle of its body does not cause an error', async () => {
  const headers = { ...jsonHeaders(), 'Content-Length': 1000 };
  const sent = { method: 'POST', path: '/v1/events', headers };
  const failed = rawRequest(service.url, {
    ...sent,
    write: (request) => request.write('{"title":', () => request.destroy()),
  });
  await expect(failed).rejects.toThrow('socket hang up');
  await wait(50);
  expect(service.requests.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await postEvent(JSON.stringify(event()))).status).toBe(201);
});

it('a list of errors is limited to 100, so a small body never produces a large answer', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`x${index}`, 1]));
  const many = await postEvent(JSON.stringify({ ...event(), ...wrong }));
  expect(many.status).toBe(400);
  expect(many.json['errors']).toHaveLength(100);
  expect(many.json['detail']).toMatch(/\(and at least 100 more\)$/);
  const long = { ...event(), ['k'.repeat(900_000)]: 1 };
  const one = await postEvent(JSON.stringify(long));
  expect(one.status).toBe(400);
  expect(JSON.stringify(one.json).length).toBeLessThan(5000);
});
