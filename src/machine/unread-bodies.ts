/**
 * Bodies that nobody reads. An answer may be sent before its request is complete, such as a refusal. Node.js then reads and
 * discards the rest, however much there is and however long it takes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** After this many, the connection is ended: a client that reads while it sends still finds the answer. */
const MOST_BYTES = 32 * 1024 * 1024;

/** `ms` after the answer, the connection is closed. A client that is cut off while it still sends may lose the answer. */
export function limitUnreadBodies(server: Server, ms = 5000): void {
  const onAnswered = function (this: ServerResponse): void {
    if (!this.req.complete && !this.req.destroyed) discard(this.req, ms);
  };
  server.prependListener('request', (_, answer: ServerResponse) => void answer.on('finish', onAnswered));
}

function discard(incoming: IncomingMessage, ms: number): void {
  const { socket } = incoming;
  const most = socket.bytesRead + MOST_BYTES;
  const count = (): void => {
    if (socket.bytesRead <= most) return;
    incoming.pause();
    socket.end();
  };
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.on('data', count);
  // Nobody reads on who stopped in the middle. Without this, the rest would wait in the buffers of both sides.
  incoming.removeAllListeners('data').resume();
  incoming.once('close', () => {
    clearTimeout(timer);
    socket.off('data', count);
  });
}
