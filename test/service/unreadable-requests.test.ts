/** Requests that Node.js or its adaptor cannot read are answered like all others. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { useService } from '../contract/service.ts';

const service = useService();

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends text as it is, and returns the answer when the service closes the connection. */
async function send(url: string, request: string): Promise<Seen> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  return { status: Number(first.split(' ')[1]), headers: new Headers(headers), body };
}

const CASES: readonly (readonly [what: string, request: string, status: number, code: string])[] = [
  ['a Host with a path', 'GET /v1/events HTTP/1.1\r\nHost: a/b\r\n\r\n', 400, 'malformed-request'],
  ['no Host', 'GET /v1/events HTTP/1.1\r\n\r\n', 400, 'malformed-request'],
  ['a target that is not a path', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'malformed-request'],
  ['a backslash in its path', 'GET /v1\\events HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'malformed-request'],
  ['a target of 17 kB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers-too-large'],
  ['17 kB of headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'headers-too-large'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'malformed-request'],
  ['another protocol', '\u0016\u0003\u0001\u0002\u0000\r\n\r\n', 400, 'malformed-request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'malformed-request',
  ],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417, 'expectation-failed'],
];

describe('a request that cannot be read', () => {
  it.each(CASES)('with %s is answered as a problem with an id', async (_, request, status, code) => {
    const seen = await send(service.url, request);
    const type = seen.headers.get('content-type');
    const problem = JSON.parse(seen.body) as Record<string, unknown>;
    expect([seen.status, type, problem['code']]).toEqual([status, 'application/problem+json', code]);
    expect(problem).toMatchObject({ status, errors: [], request_id: seen.headers.get('x-request-id') });
  });
});

it('a request of HTTP/1.0 needs no Host: load balancers check health this way', async () => {
  expect((await send(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
});
