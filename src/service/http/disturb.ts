/** Applies the faults that a request triggered. */
import { assertNever } from '../../diagnostics/errors.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Exchange } from './exchange.ts';
import type { FaultRule } from '../faults.ts';
import { Problem } from './problem.ts';
import type { Reply } from './reply.ts';

/** Applies faults before the request is served. */
export async function disturbRequest(c: Exchange, struck: readonly FaultRule[]): Promise<void> {
  for (const rule of struck) {
    switch (rule.do) {
      case 'latency':
        await wait(rule.ms ?? 100);
        break;
      case 'status-429':
        throw new Problem(429, 'rate-limit', 'injected fault', {
          headers: { 'Retry-After': String(rule.retryAfter ?? 1) },
        });
      case 'status-500':
        throw new Problem(500, 'fault', 'injected fault');
      case 'reset-before':
        await reset(c);
        throw new Problem(500, 'fault', 'the connection was cut');
      // These strike the reply, or the deliveries.
      case 'reset-after':
      case 'truncate':
      case 'duplicate-deliveries':
        break;
      default:
        return assertNever(rule.do);
    }
  }
}

/** Applies faults after the request was served and before the reply is sent. */
export async function disturbReply(c: Exchange, struck: readonly FaultRule[], reply: Reply): Promise<Reply> {
  const strikes = (action: FaultRule['do']): boolean => struck.some((rule) => rule.do === action);
  if (strikes('reset-after')) await reset(c);
  const { body } = reply;
  return strikes('truncate') && body !== null ? { ...reply, body: body.slice(0, Math.floor(body.length / 2)) } : reply;
}

async function reset(c: Exchange): Promise<void> {
  const { incoming } = c.env as HttpBindings;
  incoming.socket.resetAndDestroy();
  // The answer that follows is discarded; waiting for one turn of the event loop lets the reset go out first.
  await wait(0);
}
