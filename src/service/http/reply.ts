import type { ServerResponse } from 'node:http';
import type { ServiceOptions } from '../options.ts';
import type { Variants } from '../variants.ts';
import type { Answer } from './answer.ts';
import { unavailableFile } from '../store/sqlite/failures.ts';
import { Problem, problemBody } from './problem.ts';

/** The response sent to the client. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The code of the problem that it reports. */
  readonly problem?: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function replyWith(answer: Answer, headers: Record<string, string>, variants: Variants): Reply {
  const { status, body, etag, location } = answer;
  if (etag !== undefined && !variants.has('no-etags')) headers['ETag'] = etag;
  if (location !== undefined && !variants.has('status-200')) headers['Location'] = location;
  if (body !== null && body !== '') headers['Content-Type'] = JSON_TYPE;
  return { status: status === 201 && variants.has('status-200') ? 200 : status, headers, body };
}

interface Failing extends Pick<ServiceOptions, 'variants' | 'onFailure'> {
  /** The id of the request. */
  readonly id: string;
  readonly headers: Record<string, string>;
}

/** Turns any error into a problem. An unexpected one becomes a 500 that reveals nothing. */
export function replyToError(error: unknown, { id, headers, variants, onFailure }: Failing): Reply {
  const problem = problemIn(error);
  if (problem !== error)
    onFailure?.(`request ${id} failed: ${problem.status === 503 ? problem.message : describe(error)}`, {
      requestId: id,
    });
  Object.assign(headers, problem.headers);
  const json = (body: object, type = JSON_TYPE): Reply => ({
    status: problem.status,
    headers: { ...headers, 'Content-Type': type },
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

export function sendReply(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(body ?? undefined);
}
