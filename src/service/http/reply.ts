/** Turns the results of handlers, and errors, into responses: in this one place, whatever the variant of the service. */
import { hash, randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { ServiceOptions } from '../options.ts';
import { unavailableFile } from '../store/sqlite/sqlite-failures.ts';
import type { Variants } from '../variants.ts';
import { Problem, problemBody } from './problem.ts';
import type { ServiceRequest } from './request.ts';

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
  /** Sends the body itself, for as long as it wants. */
  readonly stream?: (outgoing: ServerResponse) => void;
  /** The code of the problem that it reports. */
  readonly problem?: string;
}

/** Endpoints by method and path. */
export type Endpoints = Readonly<Record<string, (request: ServiceRequest) => Reply | Promise<Reply>>>;

export const jsonReply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const JSON_TYPE = 'application/json; charset=utf-8';

export function replyWith(answer: Answer, headers: Record<string, string>, variants: Variants): Reply {
  const { status, body, etag, location } = answer;
  if (etag !== undefined && !variants.has('no-etags')) headers['ETag'] = etag;
  if (location !== undefined && !variants.has('status-200')) headers['Location'] = location;
  if (body !== null && body !== '') headers['Content-Type'] = JSON_TYPE;
  return { status: status === 201 && variants.has('status-200') ? 200 : status, headers, body };
}

export type HowToFail = Pick<ServiceOptions, 'variants' | 'onFailure'>;

interface Failing extends HowToFail {
  /** The id of the request. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Turns any error into a problem. An unexpected one becomes a 500 that reveals nothing. */
export function replyToError(error: unknown, { id, headers, variants, onFailure }: Failing): Reply {
  const problem = problemIn(error);
  if (problem !== error)
    onFailure?.(`request ${id} failed: ${problem.status === 503 ? problem.message : describe(error)}`, {
      requestId: id,
    });
  const json = (body: object, type = JSON_TYPE): Reply => ({
    status: problem.status,
    headers: { ...headers, ...problem.headers, 'Content-Type': type },
    body: JSON.stringify(body),
    problem: problem.code,
  });
  if (variants.has('plain-errors')) return json({ error: problem.message });
  if (variants.has('nested-errors')) return json({ error: { message: problem.message } });
  return json(problemBody(problem, id), 'application/problem+json');
}

function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return unavailableFile(error) ?? new Problem(500, 'internal', "internal error; see the service's log for details");
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** To a request that never gets to an operation, because it cannot be read. */
export function replyToUnreadable(error: unknown, how: HowToFail): Reply {
  const id = randomUUID();
  return replyToError(error, { id, headers: { 'X-Request-Id': id, Connection: 'close' }, ...how });
}

export function sendReply(outgoing: ServerResponse, reply: Reply): void {
  outgoing.writeHead(reply.status, headersOf(reply));
  if (reply.stream && outgoing.req.method !== 'HEAD') reply.stream(outgoing);
  else outgoing.end(reply.body ?? undefined);
}

/** For a connection on which Node.js could not read a request. */
export function asText(reply: Reply): string {
  const lines = Object.entries(headersOf(reply)).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`, ...lines, '', reply.body].join('\r\n');
}

const headersOf = ({ headers, body }: Reply): Record<string, string> =>
  body === null ? { ...headers } : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
