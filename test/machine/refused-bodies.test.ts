import { once } from 'node:events';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openConnection } from './endless-body.ts';
import { AT_ONCE, refusingServers, type Refusing } from './refused-bodies.ts';

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

/** As libraries of other languages do. */
async function sendThenRead({ url, headers, bytes }: Refusing): Promise<number> {
  const { host, pathname, search } = new URL(url);
  const socket = (await openConnection(url)).pause();
  const head = Object.entries({ ...headers, host, 'content-length': bytes }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write([`POST ${pathname}${search} HTTP/1.1`, ...head, '', ''].join('\r\n'));
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
    },
  );
});
