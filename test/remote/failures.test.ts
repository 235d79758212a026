import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { RemoteError } from '../../src/diagnostics/errors.ts';
import { createClient } from '../../src/remote/client.ts';
import { CERTIFICATE } from './certificate.ts';
import { answerJson, rawServer } from './raw-server.ts';
import { clientOf, newKey, someEvent, talkTo } from './target.ts';
import { freePort, listenInTest } from '../listen.ts';

const SHORT = { timeouts: { connect: 30_000, headers: 150, body: 150 } };

async function failureOf(promise: Promise<unknown>): Promise<RemoteError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RemoteError);
  return error as RemoteError;
}

const read = (url: string, options = {}): Promise<RemoteError> =>
  failureOf(clientOf(url, options).client.read('event', '1'));
const write = (url: string, options = {}): Promise<RemoteError> =>
  failureOf(clientOf(url, options).client.create('event', someEvent(), newKey()));

describe('an unreachable target', () => {
  it('is reported with the number of tries', async () => {
    const { client, http } = clientOf(`http://127.0.0.1:${await freePort()}`);
    const error = await failureOf(client.create('event', someEvent(), newKey()));
    expect(error).toMatchObject({ type: 'unreachable', made: 'no', suggestion: expect.stringContaining('baseUrl') });
    expect(error.message).toMatch(
      /^POST \/v1\/events failed: cannot reach http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
    );
    expect(http.counts().requests).toBe(5);
  });

  it('is reported if its host cannot be resolved', async () => {
    const error = await read('http://no-such-host.invalid');
    expect(error.message).toBe('GET /v1/events/1 failed: cannot resolve the host of http://no-such-host.invalid');
    expect(error.type).toBe('unknown-host');
  });
});

describe('a target without a secure connection', () => {
  it('is reported if its certificate is not trusted', async () => {
    const server = await rawServer((_, response) => answerJson(response, {}), CERTIFICATE);
    expect(await write(server.url)).toMatchObject({
      type: 'tls',
      made: 'no',
      message: expect.stringContaining('cannot establish a secure connection to https://127.0.0.1'),
      suggestion: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(server.seen).toEqual([]);
  });

  it('is reported with the hint that the service may use http', async () => {
    const server = await rawServer((_, response) => answerJson(response, {}));
    expect(await read(server.url.replace('http:', 'https:'))).toMatchObject({
      type: 'tls',
      suggestion: expect.stringContaining('http instead of https'),
    });
  });

  it('is reported if it does not accept plain http', async () => {
    const server = await rawServer((_, response) => answerJson(response, {}), CERTIFICATE);
    const error = await read(server.url.replace('https:', 'http:'));
    expect(['malformed', 'disconnected']).toContain(error.type);
  });
});

describe('an unusable answer', () => {
  it('is HTML instead of JSON', async () => {
    const page = '<!doctype html><title>Sign in to the Wi-Fi</title>';
    const server = await rawServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    expect(await read(server.url)).toMatchObject({
      type: 'not-json',
      made: 'no',
      message: 'GET /v1/events/1 was answered with something other than JSON (“Sign in to the Wi-Fi”)',
      suggestion: expect.stringContaining('proxy'),
    });
    expect(await write(server.url)).toMatchObject({ type: 'not-json', made: 'unknown' });
    expect(server.seen).toHaveLength(2);
  });

  it('is a redirect, which is not followed', async () => {
    const elsewhere = await rawServer((_, response) => answerJson(response, { id: '1' }));
    const location = `${elsewhere.url}/v1/events/1?key=canary-key`;
    const server = await rawServer((_, response) => response.writeHead(301, { location }).end());
    expect(await read(server.url)).toMatchObject({
      type: 'redirected',
      message: `GET /v1/events/1 was answered with a redirect (301) to ${elsewhere.url}/v1/events/1, which is not followed`,
      suggestion: expect.stringContaining('baseUrl'),
    });
    expect(elsewhere.seen).toEqual([]);
  });

  it.each([[[]], [{}], ['text'], [null], [{ message: 'hello' }]])('is %j instead of an object', async (body) => {
    const server = await rawServer((_, response) => answerJson(response, body));
    expect(await read(server.url)).toMatchObject({
      type: 'malformed',
      message: 'the answer to GET /v1/events/1 is not an object with an id',
    });
  });

  it('is not HTTP', async () => {
    const server = createServer((socket) => void socket.once('data', () => socket.write('220 ready\r\n')));
    const error = await read(`http://127.0.0.1:${await listenInTest(server)}`);
    expect(error).toMatchObject({ type: 'malformed', message: expect.stringContaining('not HTTP') });
  });

  it('is incomplete every time', async () => {
    const server = await rawServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": '),
    );
    expect(await read(server.url)).toMatchObject({
      type: 'malformed',
      message: expect.stringContaining('incomplete JSON'),
    });
    expect(server.seen).toHaveLength(5);
  });

  it('loses its connection in the middle', async () => {
    const server = await rawServer((_, response) => {
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-length': '100',
        location: '/v1/events/42',
      });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await read(server.url)).toMatchObject({ type: 'disconnected' });
    expect(await write(server.url)).toMatchObject({ type: 'lost-reply', made: 'yes', id: '42', status: 201 });
  });

  it('starts and never finishes', async () => {
    const server = await rawServer(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    );
    // The headers arrive, however busy the machine is.
    const timeouts = { ...SHORT.timeouts, headers: 30_000 };
    expect(await write(server.url, { timeouts })).toMatchObject({ type: 'lost-reply', made: 'yes' });
  });

  it('trickles', async () => {
    const server = await rawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const error = await read(server.url, SHORT);
    expect(error).toMatchObject({ type: 'timed-out', message: 'GET /v1/events/1 timed out' });
  });

  it('never starts', async () => {
    const server = await rawServer(() => undefined);
    expect(await write(server.url, SHORT)).toMatchObject({ type: 'lost-reply', made: 'unknown' });
  });
});

describe('a body of more than 1 MiB', () => {
  it('is refused before it is sent', async () => {
    const server = await rawServer((_, response) => answerJson(response, { id: '1' }));
    const { client } = clientOf(server.url);
    const large = { title: 'é'.repeat(600_000) };
    expect(await failureOf(client.create('event', large, newKey()))).toMatchObject({ type: 'too-large', made: 'no' });
    expect(server.seen).toEqual([]);
  });
});

describe('the text of an error', () => {
  it.each([
    ['{"detail": "in detail", "message": "m"}', 'in detail'],
    ['{"message": "a message"}', 'a message'],
    ['{"error": {"message": "nested"}}', 'nested'],
    ['{"error": "plain"}', 'plain'],
    ['{"errors": ["first", "second"]}', 'first'],
    ['{"errors": [{"detail": "the first"}]}', 'the first'],
    ['{"detail": "two\\nlines\\u001b[31m"}', 'two lines [31m'],
    ['<title>Bad gateway</title>', 'Bad gateway'],
  ])('is read from %s', async (body, said) => {
    const server = await rawServer((_, response) => response.writeHead(400).end(body));
    expect((await read(server.url)).message).toBe(`GET /v1/events/1 was refused with 400: ${said}`);
  });

  it.each(['', 'no JSON', '[]', '{"detail": 5}', '{"error": {}}'])('is left out if there is none: %j', async (body) => {
    const server = await rawServer((_, response) => response.writeHead(400).end(body));
    expect((await read(server.url)).message).toBe('GET /v1/events/1 was refused with 400');
  });

  it('is no longer than 2 kB', async () => {
    const server = await rawServer((_, response) => answerJson(response, { detail: 'x'.repeat(100_000) }, 400));
    expect((await read(server.url)).message.length).toBeLessThan(2200);
  });
});

describe('secrets', () => {
  const SECRET = 'canary Secret/with "signs" (.*+?^$|[x]{2}\\';
  const KEY = 'canary-key';
  const spellings = (text: string): readonly string[] => [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64url'),
    text.toUpperCase(),
    encodeURIComponent(text).toLowerCase(),
    Buffer.from(text).toString('hex').toUpperCase(),
  ];
  const all = [SECRET, KEY].flatMap(spellings);

  it.each([400, 401, 403, 404, 409, 412, 422, 429, 500, 503, 302])(
    'never appear in the error for a %i',
    async (status) => {
      const server = await rawServer((request, response) => {
        response.writeHead(status, { location: `/${all.join('/').replaceAll(/[^\w/%=-]/g, '')}` });
        response.end(
          JSON.stringify({
            detail: `${all.join(' ')} ${request.headers.authorization} ${request.headers['x-api-key']}`,
          }),
        );
      });
      const { client } = clientOf(server.url);
      const failures = await Promise.all([
        failureOf(client.create('webhook', { secret: SECRET }, { ...newKey(), secrets: [SECRET] })),
        failureOf(client.update('broadcast', 'b', { name: SECRET }, { secrets: [SECRET] })),
      ]);
      for (const failure of failures) {
        const shown = [failure.message, failure.suggestion, failure.stack, JSON.stringify(failure)].join(' ');
        for (const secret of all) expect(shown).not.toContain(secret);
        expect(failure.cause).toBeUndefined();
      }
    },
  );

  it('that are not valid keys are refused without being shown', () => {
    const { http } = talkTo('http://127.0.0.1:9');
    const options = {
      http,
      profile: 'extended',
      sharedArticleIds: true,
      userId: 'u',
      broadcastId: 'b',
    } as const;
    expect(() => createClient({ ...options, key: 'canary\n' })).toThrow(/line break/);
    expect(() => createClient({ ...options, key: 'canary\n' })).not.toThrow(/canary/);
    expect(() => createClient({ ...options, key: '' })).toThrow('the API key is empty');
  });
});
