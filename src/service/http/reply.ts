/** Turns the results of handlers, and errors, into responses. */
import { hash, randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { OnFailure } from '../options.ts';
import { unavailableFile } from '../store/sqlite/sqlite-failures.ts';
import { Problem, problemBody } from './problem.ts';

/** The result of an operation. */
export interface Answer {
  readonly status: 200 | 201 | 204 | 304;
  readonly body: string | null;
  readonly etag?: string;
  readonly location?: string;
}

export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`;

/** True if an If-Match or If-None-Match header names this ETag. */
export function namesEtag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((each) => each.trim() === etag);
}

/** The response sent to the client. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Endpoints by method and path. */
export type Endpoints = Readonly<Record<string, () => Reply | Promise<Reply>>>;

export const jsonReply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const JSON_TYPE = 'application/json; charset=utf-8';

export function replyWith({ status, body, etag, location }: Answer, headers: Record<string, string>): Reply {
  if (etag !== undefined) headers['ETag'] = etag;
  if (location !== undefined) headers['Location'] = location;
  if (body !== null && body !== '') headers['Content-Type'] = JSON_TYPE;
  return { status, headers, body };
}

interface Failing {
  /** The id of the request. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly onFailure?: OnFailure | undefined;
}

/** Turns any error into a problem. An unexpected one becomes a 500 that reveals nothing. */
export function replyToError(error: unknown, { id, headers, onFailure }: Failing): Reply {
  const problem = problemIn(error);
  if (problem !== error)
    onFailure?.(`request ${id} failed: ${problem.status === 503 ? problem.message : describe(error)}`, id);
  return {
    status: problem.status,
    headers: { ...headers, ...problem.headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(problemBody(problem, id)),
  };
}

function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return unavailableFile(error) ?? new Problem(500, 'internal', "internal error; see the service's log for details");
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** To a request that never gets to an operation, because it cannot be read. */
export function replyToUnreadable(error: unknown, onFailure?: OnFailure): Reply {
  const id = randomUUID();
  return replyToError(error, { id, headers: { 'X-Request-Id': id, Connection: 'close' }, onFailure });
}

export function sendReply(outgoing: ServerResponse, reply: Reply): void {
  outgoing.writeHead(reply.status, headersOf(reply));
  outgoing.end(reply.body ?? undefined);
}

/** For a connection on which Node.js could not read a request. */
export function asText(reply: Reply): string {
  const lines = Object.entries(headersOf(reply)).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`, ...lines, '', reply.body].join('\r\n');
}

const headersOf = ({ headers, body }: Reply): Record<string, string> =>
  body === null ? { ...headers } : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
