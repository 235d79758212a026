import { Problem } from './problem.ts';

const RETRY_SECONDS = 2;

/** The answer to a request that may be sent again. */
export const unavailable = (detail: string, cause: unknown): Problem => {
  const problem = new Problem(503, 'unavailable', detail, { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  problem.cause = cause;
  return problem;
};
