/**
 * Bodies that nobody reads. An answer may be sent before its request is complete, such as a refusal. Node.js then reads and
 * discards the rest, however much there is and however long it takes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

interface Limits {
  /** After these, the connection is ended: a client that reads while it sends still finds the answer. */
  readonly bytes?: number;
  /** Then it is closed. A client that is cut off while it still sends may lose the answer. */
  readonly ms?: number;
}

/** Reads no more than this of what a client sends after the answer, and no longer. */
export function limitUnreadBodies(server: Server, { bytes = 32 * 1024 * 1024, ms = 5000 }: Limits = {}): void {
  const onAnswered = function (this: ServerResponse): void {
    if (!this.req.complete && !this.req.destroyed) discard(this.req, { bytes, ms });
  };
  server.prependListener('request', (_, answer: ServerResponse) => void answer.on('finish', onAnswered));
}

function discard(incoming: IncomingMessage, { bytes, ms }: Required<Limits>): void {
  const { socket } = incoming;
  const most = socket.bytesRead + bytes;
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
