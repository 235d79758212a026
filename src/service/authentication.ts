import type { Exchange } from './http/exchange.ts';
import type { Surface } from '../kinds/kind.ts';
import type { Operation } from '../kinds/operation.ts';
import { Problem } from './http/problem.ts';
import { isObjectId } from './ids.ts';
import type { Tenant } from './store/tenants.ts';

/** The key that is to be checked. Each surface accepts only its own header. */
export function keyOf(c: Exchange, surface: Surface): string | undefined {
  const key = surface === 'A' ? bearer(c.req.header('authorization')) : c.req.header('x-api-key');
  return key === '' ? undefined : key;
}

export function unauthorised(surface: Surface): Problem {
  const header = surface === 'A' ? 'Authorization: Bearer <key>' : 'X-API-KEY: <key>';
  return new Problem(401, 'unauthorized', `a valid API key is required; send it as ${header}`, {
    headers: surface === 'A' ? { 'WWW-Authenticate': 'Bearer' } : {},
  });
}

const bearer = (header: string | undefined): string | undefined => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];

/** Checks path, plan and method: a key gives access to one broadcast, perhaps only to read it, and the API requires the Pro plan. */
export function authorise(c: Exchange, { surface, method }: Operation, tenant: Tenant): void {
  if (surface === 'B') {
    const [userId = '', broadcastId = ''] = [c.req.param('userId'), c.req.param('broadcastId')];
    const malformed = [userId, broadcastId].find((id) => !isObjectId(id));
    if (malformed !== undefined) throw malformedId(malformed);
    if (userId !== tenant.userId || broadcastId !== tenant.broadcastId) {
      throw new Problem(404, 'not-found', `broadcast ${broadcastId} does not exist`);
    }
  }
  if (tenant.plan !== 'pro') throw new Problem(403, 'plan', 'the API requires the Pro plan');
  if (tenant.access === 'read' && method !== 'GET') throw new Problem(403, 'read-only', 'this key can only read');
}

export const malformedId = (id: string): Problem =>
  new Problem(400, 'invalid', `\`${id.slice(0, 60)}\` is not an id of 24 hexadecimal characters`);
