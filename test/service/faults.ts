/** Injected faults: a rule matches requests by method and path, and applies to the nth of them or to each. */
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../../src/service/http/problem.ts';
import { replyToError, type Reply } from '../../src/service/http/reply.ts';
import type { ServiceRequest } from '../../src/service/http/request.ts';
import { requestIdOf } from '../../src/service/http/serve-requests.ts';
import type { Service } from '../../src/service/service.ts';
import { operationOf } from './operation-of.ts';

const ACTIONS = ['latency', 'status-429', 'status-500', 'reset-before', 'reset-after', 'truncate'] as const;

export type FaultAction = (typeof ACTIONS)[number];

export interface FaultRule {
  readonly do: FaultAction;
  readonly method?: string;
  /** A substring of the path. */
  readonly path?: string;
  /** Applies to this one of the matching requests, counted from 1. */
  readonly nth?: number;
  /** Milliseconds of latency. */
  readonly ms?: number;
  /** Seconds to wait, as sent with a 429. */
  readonly retryAfter?: number;
}

export class Faults {
  #armed: { readonly rule: FaultRule; seen: number }[] = [];

  arm(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule) => ({ rule, seen: 0 }));
  }

  /** The faults that apply to this request. Tests replace it to hold requests. */
  strike = async (method: string, path: string): Promise<readonly FaultRule[]> =>
    this.#armed.flatMap((armed) => {
      const { rule } = armed;
      if ((rule.method ?? method) !== method || !path.includes(rule.path ?? '')) return [];
      armed.seen += 1;
      return rule.nth === undefined || rule.nth === armed.seen ? [rule] : [];
    });
}

/** A service that answers like another one, except for its faults. */
export function withFaults({ respond, log, options }: Service, faults: Faults): Service['respond'] {
  return async (request) => {
    const { method, target, path } = request;
    const struck = await faults.strike(method, path);
    try {
      await disturb(request, struck);
    } catch (error) {
      const id = requestIdOf(request);
      const reply = replyToError(error, { id, headers: { 'X-Request-Id': id } });
      const asked = operationOf(request);
      const operation = asked && `${asked.kind}.${asked.operation.verb}`;
      const at = options.clock.now();
      log.add({ id, at, method, path: target, status: reply.status, durationMs: 0, operation });
      return reply;
    }
    const reply = await respond(request);
    return struck.length === 0 ? reply : disturbReply(request, struck, reply);
  };
}

async function disturb(request: ServiceRequest, struck: readonly FaultRule[]): Promise<void> {
  for (const rule of struck) {
    if (rule.do === 'latency') await wait(rule.ms ?? 100);
    if (rule.do === 'status-500') throw new Problem(500, 'fault', 'injected fault');
    if (rule.do === 'status-429') {
      const headers = { 'Retry-After': String(rule.retryAfter ?? 1) };
      throw new Problem(429, 'rate-limit', 'injected fault', { headers });
    }
    if (rule.do === 'reset-before') {
      await reset(request);
      throw new Problem(500, 'fault', 'the connection was cut');
    }
  }
}

async function disturbReply(request: ServiceRequest, struck: readonly FaultRule[], reply: Reply): Promise<Reply> {
  const has = (action: FaultAction): boolean => struck.some((rule) => rule.do === action);
  if (has('reset-after')) await reset(request);
  const { body } = reply;
  return has('truncate') && body !== null ? { ...reply, body: body.slice(0, Math.floor(body.length / 2)) } : reply;
}

/** The answer that follows is discarded; waiting for one turn of the event loop lets the reset go out first. */
async function reset(request: ServiceRequest): Promise<void> {
  request.socket?.resetAndDestroy();
  await wait(0);
}
