/** Makes the faults that struck a request happen. */
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { FaultRule } from '../faults.ts';
import { Problem } from './problem.ts';
import type { Reply } from './reply.ts';

/** Before the request is served. */
export async function disturbRequest(c: Context, struck: readonly FaultRule[]): Promise<void> {
  for (const rule of struck) {
    switch (rule.do) {
      case 'latency':
        await wait(rule.ms ?? 100);
        break;
      case 'status-429':
        throw new Problem(429, 'rate-limit', 'a fault that was asked for', {
          headers: { 'Retry-After': String(rule.retryAfter ?? 1) },
        });
      case 'status-500':
        throw new Problem(500, 'fault', 'a fault that was asked for');
      case 'reset-before':
        await reset(c);
        throw new Problem(500, 'fault', 'the connection was cut');
      default:
        break;
    }
  }
}

/** When the request was served, and before its reply leaves. */
export async function disturbReply(c: Context, struck: readonly FaultRule[], reply: Reply): Promise<Reply> {
  const strikes = (action: FaultRule['do']): boolean => struck.some((rule) => rule.do === action);
  if (strikes('reset-after')) await reset(c);
  const { body } = reply;
  return strikes('truncate') && body !== null ? { ...reply, body: body.slice(0, Math.floor(body.length / 2)) } : reply;
}

async function reset(c: Context): Promise<void> {
  const { incoming } = c.env as HttpBindings;
  incoming.socket.resetAndDestroy();
  // The answer that follows has nowhere to go; a turn of the loop lets the reset leave first.
  await wait(0);
}
