/** The steps that every request to an operation passes through, and those to a path that has none. */
import { randomUUID } from 'node:crypto';
import { count } from '../../diagnostics/count.ts';
import { authorise, createIdentify, createNoteUse, keyOf, unauthorised } from '../authentication.ts';
import { Problem } from './problem.ts';
import { replyToError, replyWith, type Answer, type Reply } from './reply.ts';
import type { ServiceRequest } from './request.ts';
import { unserved, type Route } from './routes.ts';
import { createLimiter, rateHeaders } from '../limits.ts';
import { isKey, loggedTarget, type PresentedKeys } from '../request-log.ts';
import { Operations } from '../operations.ts';
import type { ServiceParts } from '../options.ts';
import { isCurrent, type Tenant } from '../store/tenants.ts';

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
  const { clock, onFailure } = service.options;
  const gates = gatesOf(service);
  return async (request, route) => {
    const started = performance.now();
    const keys = presentedKeys(request);
    const id = requestIdOf(request, keys);
    const headers: Record<string, string> = { 'X-Request-Id': id };
    const reply = await perform({ request, route, id, headers }, gates).then(
      (answer) => replyWith(answer, headers),
      (error: unknown) => replyToError(error, { id, headers, onFailure }),
    );
    service.log.add({
      id,
      at: clock.now(),
      method: request.method,
      path: loggedTarget({ target: request.target, operation: route?.operation, keys }),
      status: reply.status,
      durationMs: performance.now() - started,
      operation: route && `${route.kind}.${route.operation.verb}`,
    });
    return reply;
  };
}

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
  /** The id of the request. */
  readonly id: string;
  /** The headers of the answer, also if it is an error. */
  readonly headers: Record<string, string>;
}

async function perform({ request, route, id, headers }: Received, gates: Gates): Promise<Answer> {
  const { options, noteUse, takeToken, operations } = gates;
  if (!route) throw unserved(request, options.profile);
  const tenant = await tenantOf(request, route, gates);
  const usage = await takeToken(tenant.keyId);
  if (usage) Object.assign(headers, rateHeaders(usage, options.clock.now()));
  if (usage && !usage.allowed)
    throw new Problem(429, 'rate-limit', `more than ${count(usage.limit, 'request')} per minute`);
  noteUse(tenant.keyId);
  authorise(route, tenant);
  const tenantNow = async (): Promise<Tenant> => {
    const found = await tenantOf(request, route, gates);
    authorise(route, found);
    return found;
  };
  return operations[route.operation.verb]({ request, tenant, tenantNow, ...route, requestId: id });
}

async function tenantOf(
  request: ServiceRequest,
  { operation: { surface } }: Route,
  { options, identify }: Gates,
): Promise<Tenant> {
  const key = keyOf(request, surface);
  const tenant = key === undefined ? undefined : await identify(key);
  if (!tenant || !isCurrent(tenant, options.clock.now())) throw unauthorised(surface);
  return tenant;
}
