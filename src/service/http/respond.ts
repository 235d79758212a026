/** Finds what answers a request: an operation, an endpoint of the service itself, or nothing. */
import { healthEndpoints, type Health } from '../health.ts';
import type { OnFailure, ServiceParts } from '../options.ts';
import { Problem } from './problem.ts';
import { jsonReply, replyToError, type Endpoints, type Reply } from './reply.ts';
import type { ServiceRequest } from './request.ts';
import { findRoute } from './routes.ts';
import { createServe, requestIdOf } from './serve-requests.ts';

export type Respond = (request: ServiceRequest) => Promise<Reply>;

export function createRespond(service: ServiceParts, health: Health): Respond {
  const { openapi, profile, onFailure } = service.options;
  const serve = createServe(service);
  const endpoints: Endpoints = {
    ...healthEndpoints(health.obstacle),
    ...(openapi && { 'GET /openapi.json': () => jsonReply(200, openapi()) }),
  };
  return async (request) => {
    const route = findRoute(request, profile);
    const endpoint = route ? undefined : endpointIn(endpoints, request);
    return endpoint ? answerBy(endpoint, request, onFailure) : serve(request, route);
  };
}

const PREPARING = 'the database is being prepared';

const STARTING: Endpoints = healthEndpoints(async () => PREPARING);

/** While the database is being prepared: a copy that waits for another one to create the tables is alive. */
export const respondWhileStarting: Respond = (request) =>
  answerBy(endpointIn(STARTING, request) ?? unprepared, request);

const unprepared = (): never => {
  throw new Problem(503, 'unavailable', PREPARING, { headers: { 'Retry-After': '1' } });
};

type Endpoint = Endpoints[string];

const endpointIn = (endpoints: Endpoints, { method, path }: ServiceRequest): Endpoint | undefined =>
  endpoints[`${method === 'HEAD' ? 'GET' : method} ${path}`];

async function answerBy(endpoint: Endpoint, request: ServiceRequest, onFailure?: OnFailure): Promise<Reply> {
  try {
    return await endpoint();
  } catch (error) {
    const id = requestIdOf(request);
    return replyToError(error, { id, headers: { 'X-Request-Id': id }, onFailure });
  }
}
