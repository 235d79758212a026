/**
 * Repeats a request on sixteen connections, with one request under way on each, and prints the responses per second. It
 * writes and reads the bytes itself, so that the result measures the server and not the client: `node load-process.ts '{"url", "path", "method", "headers", "body", "milliseconds"}'`.
 * With a rate, requests begin at that pace instead, whether or not earlier ones were answered, and it prints the time that
 * 99 of 100 were answered within.
 */
import { connect, type Socket } from 'node:net';
import type { Load, Loaded } from './load.ts';

const HEAD_END = '\r\n\r\n';

const load = JSON.parse(process.argv[2]!) as Load;
const servers = [load.url, ...(load.alsoAt === undefined ? [] : [load.alsoAt])].map((url) => new URL(url));
const request = requestBytes(load);
const times: number[] = [];
let refused = 0;

const { connections = 16, rate, milliseconds } = load;
const sockets = await Promise.all(
  Array.from({ length: connections }, (_, number) => open(servers[number % servers.length]!)),
);
const started = performance.now();
if (rate === undefined) for (const socket of sockets) keepAsking(socket);
else await askAtRate(rate);
setTimeout(
  () => {
    const perSecond = (times.length * 1000) / (performance.now() - started);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
    for (const socket of sockets) socket.destroy();
    console.log(JSON.stringify({ perSecond, refused, p99 } satisfies Loaded));
  },
  rate === undefined ? milliseconds : 0,
);

function keepAsking(socket: Socket): void {
  const again = async (): Promise<void> => {
    await ask(socket, performance.now());
    void again();
  };
  void again();
}

/** A request that waits for a free connection has been waiting since it was due. */
async function askAtRate(perSecond: number): Promise<void> {
  const free = [...sockets];
  const due: number[] = [];
  const busy = new Set<Promise<void>>();
  for (let number = 0; number < (milliseconds * perSecond) / 1000 || due.length > 0;) {
    while (started + (number * 1000) / perSecond <= performance.now() && number < (milliseconds * perSecond) / 1000) {
      due.push(started + (number * 1000) / perSecond);
      number += 1;
    }
    while (free.length > 0 && due.length > 0) {
      // In turns: a server closes a connection that is not used for seconds.
      const socket = free.shift()!;
      const asked = ask(socket, due.shift()!).then(() => void free.push(socket));
      busy.add(asked);
      void asked.then(() => busy.delete(asked));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(busy);
}

function open({ hostname, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket.setNoDelay(true)));
    socket.once('error', reject);
  });
}

/** Resolves when it is answered. */
function ask(socket: Socket, since: number): Promise<void> {
  return new Promise((resolve) => {
    let received = '';
    const onData = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      const head = received.indexOf(HEAD_END);
      if (head === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < head + HEAD_END.length + length) return;
      socket.off('data', onData);
      times.push(performance.now() - since);
      if (!received.startsWith('HTTP/1.1 2')) refused += 1;
      resolve();
    };
    socket.on('data', onData);
    socket.write(request);
  });
}

function requestBytes({ method, path, headers, body }: Load): Buffer {
  const all = {
    Host: servers[0]!.host,
    ...headers,
    ...(body !== '' && { 'Content-Length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
