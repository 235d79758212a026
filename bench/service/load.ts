/**
 * Repeats a request on sixteen connections, with one request under way on each, and prints the responses per second. It
 * writes and reads the bytes itself, so that the result measures the server and not the client: `node load.ts '{"url", "path", "method", "headers", "body", "milliseconds"}'`.
 */
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly milliseconds: number;
}

const CONNECTIONS = 16;
const HEAD_END = '\r\n\r\n';

const load = JSON.parse(process.argv[2]!) as Load;
const { hostname, port } = new URL(load.url);
const request = requestBytes(load);
let answers = 0;
let refused = 0;

const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, open));
const started = performance.now();
for (const socket of sockets) keepAsking(socket);
setTimeout(() => {
  const perSecond = (answers * 1000) / (performance.now() - started);
  for (const socket of sockets) socket.destroy();
  console.log(JSON.stringify({ perSecond, refused }));
}, load.milliseconds);

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket.setNoDelay(true)));
    socket.once('error', reject);
  });
}

function keepAsking(socket: Socket): void {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const head = received.indexOf(HEAD_END);
    if (head === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < head + HEAD_END.length + length) return;
    answers += 1;
    if (!received.startsWith('HTTP/1.1 2')) refused += 1;
    received = '';
    socket.write(request);
  });
  socket.write(request);
}

function requestBytes({ method, path, headers, body }: Load): Buffer {
  const all = {
    Host: `${hostname}:${port}`,
    ...headers,
    ...(body !== '' && { 'Content-Length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
