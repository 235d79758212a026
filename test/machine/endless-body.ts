/** A client that sends a body which never ends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const MEBIBYTE = 1024 * 1024;
/** What is read after the answer, and what the buffers of both sides of a connection can hold, although nobody reads it. */
export const BUFFERED = (32 + 16) * MEBIBYTE;

export const CHUNKED = 'Transfer-Encoding: chunked';
export const LONG = 'Content-Length: 1000000000000';

interface Conversation {
  readonly status: number;
  /** What could be sent until the connection was closed. */
  readonly bytes: number;
}

/** The request line, and headers. */
export type Head = readonly string[];

export const headText = ([first, ...headers]: Head): string =>
  [first, 'Host: localhost', ...headers, '', ''].join('\r\n');

export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  // The connection is closed while something is being sent.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Also after an error, for which `once` would fail. */
export const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()));

/** Sends a head, and then a body until the other side closes the connection, or has taken far too much. */
export async function sendForEver(url: string, head: Head): Promise<Conversation> {
  const socket = await openConnection(url);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  // As clients do that are told that nothing more comes.
  socket.on('end', () => socket.destroy());
  const part = Buffer.alloc(64 * 1024, 0x20);
  const sent = head.includes(CHUNKED) ? Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]) : part;
  socket.write(headText(head));
  const more = (): void => {
    if (socket.bytesWritten > 4 * BUFFERED) socket.destroy();
    else if (socket.writable) socket.write(sent, () => setImmediate(more));
  };
  more();
  await closing(socket);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), bytes: socket.bytesWritten };
}
