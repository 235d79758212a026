/** The steps that every request to an operation passes through, and those to a path that has none. */
import { count } from '../../diagnostics/count.ts';
import type { Operation } from '../../kinds/operation.ts';
import { SURFACE_BASE } from '../../kinds/operation.ts';
import type { KindName } from '../../kinds/registry.ts';
import { authorise, keyOf, unauthorised } from '../authentication.ts';
import type { FaultRule, Faults } from '../faults.ts';
import type { Answer } from './answer.ts';
import { disturbReply, disturbRequest } from './disturb.ts';
import type { Exchange } from './exchange.ts';
import { Problem } from './problem.ts';
import { presentedKeys, requestIdOf } from './request-id.ts';
import { replyToError, replyWith, type Reply } from './reply.ts';
import { unserved } from './wrong-method.ts';
import type { KeyUse } from '../key-use.ts';
import type { Identify } from '../known-tenants.ts';
import { rateHeaders, type Limiter } from '../limits.ts';
import { loggedTarget } from '../logged-target.ts';
import { begin, type Observer } from '../observe/observer.ts';
import { traceIdOf, type Origin } from '../observe/origin.ts';
import type { Operations } from '../operations.ts';
import type { ServiceOptions } from '../options.ts';
import type { RequestLog } from '../request-log.ts';
import { isCurrent, type Tenant } from '../store/tenants.ts';

export interface ServeParts {
  readonly options: ServiceOptions;
  readonly identify: Identify;
  readonly keyUse: KeyUse;
  readonly limiter: Limiter;
  readonly operations: Operations;
  readonly log: RequestLog;
  readonly faults: Faults | undefined;
}

/** An operation of a kind, or nothing for a path that has none. */
export interface Served {
  readonly kind?: KindName;
  readonly operation?: Operation;
}

export async function serve(c: Exchange, parts: ServeParts, { kind, operation }: Served): Promise<Reply> {
  const { options, log, faults } = parts;
  const keys = presentedKeys(c);
  const id = requestIdOf(c, keys);
  const started = performance.now();
  const { method } = c.req;
  const target = loggedTarget({ url: c.req.url, operation, keys });
  const { observers = NOBODY } = options;
  const { origin, end } = begin(
    observers,
    'request',
    { id, method, route: routeOf(operation), path: target, traceparent: c.req.header('traceparent') },
    { requestId: id },
  );
  // A database that cannot be reached is reported by what the request needs from it.
  const struck = faults ? await faults.strike(method, c.req.path).catch(() => []) : NOTHING;
  const headers: Record<string, string> = { 'X-Request-Id': id };
  const answer = perform({ c, kind, operation, origin, struck, headers }, parts);
  const reply = await replyTo(answer, { id, headers }, options);
  log.add({
    id,
    at: options.clock.now(),
    method,
    path: target,
    status: reply.status,
    durationMs: performance.now() - started,
    operation: kind && operation && `${kind}.${operation.verb}`,
    documented: operation?.documented ?? false,
    ...(origin?.traceparent !== undefined && { traceId: traceIdOf(origin) }),
  });
  end({ status: reply.status, problem: reply.problem });
  return struck.length === 0 ? reply : disturbReply(c, struck, reply);
}

const NOBODY: readonly Observer[] = [];
const NOTHING: readonly FaultRule[] = [];

/** Turns the result, or the error, into a reply. */
export async function replyTo(
  answer: Promise<Answer>,
  { id, headers }: { readonly id: string; readonly headers: Record<string, string> },
  { variants, onFailure }: ServiceOptions,
): Promise<Reply> {
  try {
    return replyWith(await answer, headers, variants);
  } catch (error) {
    return replyToError(error, { id, headers, variants, onFailure });
  }
}

interface Received {
  readonly c: Exchange;
  readonly kind: KindName | undefined;
  readonly operation: Operation | undefined;
  readonly origin: Origin | undefined;
  readonly struck: readonly FaultRule[];
  /** Of the answer, also if it is an error. */
  readonly headers: Record<string, string>;
}

async function perform(received: Received, parts: ServeParts): Promise<Answer> {
  const { c, kind, operation, origin, struck, headers } = received;
  const { options, keyUse, limiter, operations } = parts;
  if (struck.length > 0) await disturbRequest(c, struck);
  if (!kind || !operation) throw unserved(c.req.method, c.req.path, options.profile);
  const tenant = await tenantOf(c, operation, origin, parts);
  const usage = await limiter.take(tenant.keyId, origin);
  if (usage) Object.assign(headers, rateHeaders(usage, options.clock.now(), options.variants));
  if (usage && !usage.allowed)
    throw new Problem(429, 'rate-limit', `more than ${count(usage.limit, 'request')} per minute`);
  keyUse.note(tenant.keyId, origin);
  authorise(c, operation, tenant);
  const tenantNow = async (): Promise<Tenant> => {
    const found = await tenantOf(c, operation, origin, parts);
    authorise(c, operation, found);
    return found;
  };
  return operations.perform({ c, tenant, tenantNow, kind, operation, origin });
}

async function tenantOf(
  c: Exchange,
  { surface }: Operation,
  origin: Origin | undefined,
  { options, identify }: ServeParts,
): Promise<Tenant> {
  const key = keyOf(c, surface);
  const tenant = key === undefined ? undefined : await identify(key, origin);
  if (!tenant || !isCurrent(tenant, options.clock.now())) throw unauthorised(surface);
  return tenant;
}

const routeOf = (operation: Operation | undefined): string =>
  operation ? SURFACE_BASE[operation.surface] + operation.path : 'other';
