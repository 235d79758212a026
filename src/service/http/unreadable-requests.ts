/**
 * Answers to requests that never get to an operation, because Node.js or the adaptor cannot read them. Both would answer
 * with an empty body.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceOptions } from '../options.ts';
import { Problem } from './problem.ts';
import { replyToError, type Reply } from './reply.ts';

export type HowToFail = Pick<ServiceOptions, 'variants' | 'onFailure'>;

interface Unreadable {
  /** Asked when there is something to answer. */
  readonly how: () => HowToFail;
  /** True if an answer is on its way, which must not be continued by another one. */
  readonly isAnswering: (socket: Socket) => boolean;
}

export function answerUnreadable(server: Server, { how, isAnswering }: Unreadable): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy();
    else {
      socket.write(asText(replyToUnreadable(problemOf(error), how())));
      socket.destroySoon();
    }
  });
  server.on('checkExpectation', (_: IncomingMessage, answer: ServerResponse) => {
    send(
      answer,
      replyToUnreadable(new Problem(417, 'expectation-failed', 'the header Expect may only be 100-continue'), how()),
    );
  });
}

/** HTTP/1.0 has no such header. */
export const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

export const refuseWithoutHost = (answer: ServerResponse, how: HowToFail): void =>
  send(answer, replyToUnreadable(malformed('the header Host is missing'), how));

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(431, 'headers-too-large', 'the request target and the headers may be at most 16 KiB together');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem(413, 'too-large', 'the chunk extensions of the body are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'timeout', 'the request took too long to arrive');
    default:
      return malformed('it is not HTTP/1.1');
  }
}

export const malformed = (why: string): Problem =>
  new Problem(400, 'malformed-request', `the request cannot be read: ${why}`);

export function replyToUnreadable(error: unknown, how: HowToFail): Reply {
  const id = randomUUID();
  const reply = replyToError(error, { id, headers: { 'X-Request-Id': id, Connection: 'close' }, ...how });
  return { ...reply, headers: { ...reply.headers, 'Content-Length': String(Buffer.byteLength(reply.body ?? '')) } };
}

const send = (answer: ServerResponse, { status, headers, body }: Reply): void =>
  void answer.writeHead(status, headers).end(body);

function asText({ status, headers, body }: Reply): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
