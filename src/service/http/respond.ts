import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { sendReply, type Reply } from './reply.ts';

/**
 * Written directly to the connection where there is one: a Response adds streams that cost more than the read itself.
 */
export function respond(c: Context, reply: Reply): Response {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!outgoing) return new Response(reply.body, { status: reply.status, headers: reply.headers });
  sendReply(outgoing, reply);
  return RESPONSE_ALREADY_SENT;
}
