/** Answers while the database is being prepared: a copy that waits for another one's migration is alive. */
import { Hono } from 'hono';
import { Problem } from './http/problem.ts';
import { replyToError } from './http/reply.ts';
import { presentedKeys, requestIdOf } from './http/request-id.ts';
import { respond } from './http/respond.ts';
import { mountHealth } from './observe/health.ts';

const PREPARING = 'the database is being prepared';

export function createStartingApp(): Hono {
  const app = new Hono();
  mountHealth(app, async () => PREPARING);
  app.notFound((c) => {
    const id = requestIdOf(c, presentedKeys(c));
    const problem = new Problem(503, 'unavailable', PREPARING, { headers: { 'Retry-After': '1' } });
    return respond(c, replyToError(problem, { id, headers: { 'X-Request-Id': id }, variants: new Set() }));
  });
  return app;
}
