import { STATUS_CODES } from 'node:http';

/** A request error as RFC 9457 describes it: thrown where it is noticed, turned into an answer in one place. */
export interface FieldProblem {
  /** A JSON pointer to the invalid value. */
  readonly pointer: string;
  readonly detail: string;
}

/** The pointer to a key below another pointer. */
export const pointerBelow = (pointer: string, key: string): string =>
  `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Node.js still has the earlier names of these two. */
const TITLES: typeof STATUS_CODES = { ...STATUS_CODES, 413: 'Content Too Large', 422: 'Unprocessable Content' };

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    {
      errors = [],
      headers = {},
    }: { errors?: readonly FieldProblem[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

export function problemBody(problem: Problem, requestId: string): object {
  return {
    type: `urn:gitcast:problem:${problem.code}`,
    title: TITLES[problem.status],
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    errors: problem.errors,
    request_id: requestId,
  };
}

export const notFound = (what: string): Problem => new Problem(404, 'not-found', `${what} does not exist`);

/** A longer list would not help the reader, and a small body with many mistakes must not produce a large answer. */
export const MOST_ERRORS = 100;
const LONGEST_TEXT = 500;

/** Half an escape sequence at the end would make the pointer invalid. */
const shortened = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).replace(/~$/, '')}…` : text;

export function invalid(errors: readonly FieldProblem[]): Problem {
  const listed = errors
    .slice(0, MOST_ERRORS)
    .map(({ pointer, detail }) => ({ pointer: shortened(pointer), detail: shortened(detail) }));
  const [first] = listed;
  // There are so many that the search stopped.
  const others = errors.length > MOST_ERRORS ? `at least ${MOST_ERRORS}` : errors.length - 1;
  const more = errors.length > 1 ? ` (and ${others} more)` : '';
  return new Problem(
    400,
    'invalid',
    first ? `${first.pointer || '/'}: ${first.detail}${more}` : 'the request is invalid',
    { errors: listed },
  );
}

const RETRY_SECONDS = 2;

/** The answer to a request that may be sent again. */
export const unavailable = (detail: string, cause: unknown): Problem => {
  const problem = new Problem(503, 'unavailable', detail, { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  problem.cause = cause;
  return problem;
};
