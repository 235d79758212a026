/** The steps that every request to an operation passes through, and those to a path that has none. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { count } from '../../diagnostics/count.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import { SURFACE_BASE, type Operation } from '../../kinds/operation.ts';
import { authorise, createIdentify, createNoteUse, keyOf, unauthorised } from '../authentication.ts';
import type { FaultRule } from '../faults.ts';
import { Problem } from './problem.ts';
import { replyToError, replyWith, type Answer, type Reply } from './reply.ts';
import type { ServiceRequest } from './request.ts';
import { unserved, type Route } from './routes.ts';
import { createLimiter, rateHeaders } from '../limits.ts';
import { isKey, loggedTarget, type PresentedKeys } from '../request-log.ts';
import { begin, traceIdOf, type Observer } from '../observe/observer.ts';
import { Operations } from '../operations.ts';
import type { ServiceParts } from '../service-parts.ts';
import { isCurrent, type Tenant } from '../store/tenants.ts';
import type { Origin } from '../store/work.ts';

/** Every request passes through these. */
const gatesOf = ({ engine, options }: ServiceParts) => ({
  options,
  identify: createIdentify(engine),
  noteUse: createNoteUse(engine, options.clock),
  takeToken: createLimiter(engine, options),
  operations: new Operations(engine, options),
});

type Gates = ReturnType<typeof gatesOf>;

/** `route`: undefined for a path that has none. */
export function createServe(
  service: ServiceParts,
): (request: ServiceRequest, route: Route | undefined) => Promise<Reply> {
  const gates = gatesOf(service);
  return (request, route) => serve(request, route, service, gates);
}

async function serve(
  request: ServiceRequest,
  route: Route | undefined,
  { options, log, faults }: ServiceParts,
  gates: Gates,
): Promise<Reply> {
  const { observers = NOBODY, variants, onFailure } = options;
  const keys = presentedKeys(request);
  const id = requestIdOf(request, keys);
  const started = performance.now();
  const { method } = request;
  const operation = route?.operation;
  const path = loggedTarget({ target: request.target, operation, keys });
  const { origin, end } = begin(
    observers,
    'request',
    { id, method, route: nameOf(operation), path, traceparent: request.header('traceparent') },
    { requestId: id },
  );
  // A database that cannot be reached is reported by what the request needs from it.
  const struck = faults ? await faults.strike(method, request.path).catch(() => NOTHING) : NOTHING;
  const headers: Record<string, string> = { 'X-Request-Id': id };
  let reply: Reply;
  try {
    reply = replyWith(await perform({ request, route, origin, struck, headers }, gates), headers, variants);
  } catch (error) {
    reply = replyToError(error, { id, headers, variants, onFailure });
  }
  log.add({
    id,
    at: options.clock.now(),
    method,
    path,
    status: reply.status,
    durationMs: performance.now() - started,
    operation: route && `${route.kind}.${route.operation.verb}`,
    documented: operation?.documented ?? false,
    ...(origin?.traceparent !== undefined && { traceId: traceIdOf(origin) }),
  });
  end({ status: reply.status, problem: reply.problem });
  return struck.length === 0 ? reply : disturbReply(request, struck, reply);
}

const NOBODY: readonly Observer[] = [];
const NOTHING: readonly FaultRule[] = [];

/** Long enough for the ids of proxies, and of characters that cannot break a line or a header. */
const SANE = /^[\w.:+/=@-]{1,128}$/;

/** The id that the client or a proxy gave to the request, unless it is unusable or a key; otherwise a new one. */
export function requestIdOf(request: ServiceRequest, keys = presentedKeys(request)): string {
  const given = request.header('x-request-id');
  return given !== undefined && SANE.test(given) && !isKey(given, keys) ? given : randomUUID();
}

const presentedKeys = (request: ServiceRequest): PresentedKeys => [
  request.header('x-api-key'),
  request.header('authorization')?.replace(/^\S+\s+/, ''),
];

interface Received {
  readonly request: ServiceRequest;
  readonly route: Route | undefined;
  readonly origin: Origin | undefined;
  readonly struck: readonly FaultRule[];
  /** The headers of the answer, also if it is an error. */
  readonly headers: Record<string, string>;
}

async function perform({ request, route, origin, struck, headers }: Received, gates: Gates): Promise<Answer> {
  const { options, noteUse, takeToken, operations } = gates;
  if (struck.length > 0) await disturbRequest(request, struck);
  if (!route) throw unserved(request, options.profile);
  const tenant = await tenantOf(request, route, origin, gates);
  const usage = await takeToken(tenant.keyId, origin);
  if (usage) Object.assign(headers, rateHeaders(usage, options.clock.now(), options.variants));
  if (usage && !usage.allowed)
    throw new Problem(429, 'rate-limit', `more than ${count(usage.limit, 'request')} per minute`);
  noteUse(tenant.keyId, origin);
  authorise(route, tenant);
  const tenantNow = async (): Promise<Tenant> => {
    const found = await tenantOf(request, route, origin, gates);
    authorise(route, found);
    return found;
  };
  return operations[route.operation.verb]({ request, tenant, tenantNow, ...route, origin });
}

async function tenantOf(
  request: ServiceRequest,
  { operation: { surface } }: Route,
  origin: Origin | undefined,
  { options, identify }: Gates,
): Promise<Tenant> {
  const key = keyOf(request, surface);
  const tenant = key === undefined ? undefined : await identify(key, origin);
  if (!tenant || !isCurrent(tenant, options.clock.now())) throw unauthorised(surface);
  return tenant;
}

const nameOf = (operation: Operation | undefined): string =>
  operation ? SURFACE_BASE[operation.surface] + operation.path : 'other';

/** Applies faults before the request is served. */
async function disturbRequest(request: ServiceRequest, struck: readonly FaultRule[]): Promise<void> {
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
        await reset(request);
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
async function disturbReply(request: ServiceRequest, struck: readonly FaultRule[], reply: Reply): Promise<Reply> {
  const strikes = (action: FaultRule['do']): boolean => struck.some((rule) => rule.do === action);
  if (strikes('reset-after')) await reset(request);
  const { body } = reply;
  return strikes('truncate') && body !== null ? { ...reply, body: body.slice(0, Math.floor(body.length / 2)) } : reply;
}

async function reset(request: ServiceRequest): Promise<void> {
  request.socket?.resetAndDestroy();
  // The answer that follows is discarded; waiting for one turn of the event loop lets the reset go out first.
  await wait(0);
}
