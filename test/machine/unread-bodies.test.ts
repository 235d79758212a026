import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitUnreadBodies } from '../../src/machine/unread-bodies.ts';
import { listen } from '../../src/preview/http/preview-listener.ts';
import { BUFFERED, CHUNKED, closing, headText, LONG, openConnection, sendForEver } from './endless-body.ts';
import { listenInTest } from '../listen.ts';

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
