import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitUnreadBodies } from '../../src/machine/unread-bodies.ts';
import { listen } from '../../src/preview/http/preview-listener.ts';
import { BUFFERED, CHUNKED, closing, headText, LONG, openConnection, sendForEver } from './endless-body.ts';
import { listenInTest } from '../listen.ts';
import { AT_ONCE, refusingServers, type Refusing } from './refused-bodies.ts';

async function preview(): Promise<string> {
  const { port, close } = await listen({ port: 0, isNamed: true }, () => () => new Response('no', { status: 403 }));
  onTestFinished(close);
  return `http://127.0.0.1:${port}`;
}

describe.each([
  ['chunked', CHUNKED],
  ['with a length', LONG],
])('a body that never ends, %s', (_, framing) => {
  it.each<[string, string, number, () => Promise<string>]>([
    ['the preview', 'GET /', 403, preview],
    ['the preview', 'POST /', 403, preview],
  ])('sent to %s by %s, is answered with %i and no longer read', async (_name, target, status, start) => {
    const conversation = await sendForEver(await start(), [`${target} HTTP/1.1`, framing]);
    expect(conversation.status).toBe(status);
    expect(conversation.bytes).toBeLessThan(BUFFERED);
  });
});

it('a client that sends the rest too slowly is cut off', async () => {
  const server = createServer((_, answer) => void answer.writeHead(401).end());
  limitUnreadBodies(server, 50);
  const socket = await openConnection(`http://127.0.0.1:${await listenInTest(server)}`);
  const drops = setInterval(() => socket.write('1\r\n \r\n'), 5);
  onTestFinished(() => clearInterval(drops));
  socket.write(headText(['POST / HTTP/1.1', CHUNKED]));
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  await closing(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

/** Each returns the status of its answer. */
const CLIENTS: Readonly<Record<string, (wish: Refusing) => Promise<number>>> = {
  async fetch({ url, headers, bytes }) {
    return (await fetch(url, { method: 'POST', headers, body: Buffer.alloc(bytes, 0x20) })).status;
  },
  'the HTTP client of Node.js': ({ url, headers, bytes }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!));
      });
      sent.on('error', reject).end(Buffer.alloc(bytes, 0x20));
    }),
};

/** As libraries of other languages do, some of which say that they use the connection once. */
async function sendThenRead({ url, headers, bytes }: Refusing, line = 'HTTP/1.1'): Promise<number> {
  const { host, pathname, search } = new URL(url);
  const socket = (await openConnection(url)).pause();
  const head = Object.entries({ ...headers, host, 'content-length': bytes }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write([`POST ${pathname}${search} ${line}`, ...head, '', ''].join('\r\n'));
  await promisify((done: (error?: Error | null) => void) => socket.write(Buffer.alloc(bytes, 0x20), done))();
  const [answer] = await once(socket.resume(), 'data');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
}

describe('a body above the limit', () => {
  const servers = refusingServers();
  const cases = Object.entries(servers).flatMap(([to, server]) =>
    Object.entries(CLIENTS).map(([from, client]) => ({ to, server, from, client })),
  );

  it.each(cases)('is answered for several clients at once: $from to $to', async ({ server, client }) => {
    const wish = server();
    const answers = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => client(wish)));
    expect(answers).toEqual(answers.map(() => ({ status: 'fulfilled', value: 413 })));
  });

  it.each(Object.entries(servers))(
    'is answered by %s for a client that reads only after it has sent everything',
    async (_, server) => {
      expect(await sendThenRead(server())).toBe(413);
      expect(await sendThenRead(server(), 'HTTP/1.1\r\nconnection: close')).toBe(413);
    },
  );
});
