import { hash } from 'node:crypto';
import type { Surface } from '../kinds/kind.ts';
import { Problem } from './http/problem.ts';
import type { ServiceRequest } from './http/request.ts';
import type { Route } from './http/routes.ts';
import { isObjectId } from './ids.ts';
import type { Clock } from './options.ts';
import type { Engine } from './store/work.ts';
import { identify, noteUse, type Tenant } from './store/tenants.ts';

/** The key that is to be checked. Each surface accepts only its own header. */
export function keyOf(request: ServiceRequest, surface: Surface): string | undefined {
  const key = surface === 'A' ? bearer(request.header('authorization')) : request.header('x-api-key');
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
export function authorise({ operation: { surface, method }, params }: Route, tenant: Tenant): void {
  if (surface === 'B') {
    const { userId = '', broadcastId = '' } = params;
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

/** Answers at once for a key that is kept. */
type Identify = (key: string) => Found | Promise<Found>;

type Found = Tenant | undefined;

const KEPT_MS = 2000;
/** Far more than a copy serves at a time. Unknown keys are not kept, so nobody can fill it. */
const MOST = 10_000;

/**
 * Tenants by their keys. They are read again when keys or plans changed. This process knows of its own changes, copies of
 * the service hear of those of others, and a file knows whether another process changed it. In any case they are read
 * again after a moment: a key that was revoked while a copy could not hear is refused by then.
 */
export function createIdentify(engine: Engine): Identify {
  const tenants = new Map<string, { readonly tenant: Tenant; readonly until: number }>();
  let changes = 0;
  engine.onNews((topic) => {
    if (topic !== 'tenants') return;
    changes += 1;
    tenants.clear();
  });
  const ask = async (key: string, name: string): Promise<Found> => {
    const before = changes;
    const until = performance.now() + KEPT_MS;
    const tenant = await engine.read('everything', () => identify(key));
    if (tenants.size >= MOST) tenants.clear();
    // A key that was read before a change may not be valid any more.
    if (tenant && before === changes) tenants.set(name, { tenant, until });
    return tenant;
  };
  return (key) => {
    // The keys themselves are kept nowhere.
    const name = hash('sha256', key);
    if (engine.hasChangedElsewhere()) tenants.clear();
    const found = tenants.get(name);
    return found && found.until > performance.now() ? found.tenant : ask(key, name);
  };
}

const MINUTE = 60_000;

/**
 * Notes when keys were last used, so that nobody revokes one that is still in use. A minute is exact enough, and a request
 * never waits for it.
 */
export function createNoteUse(engine: Engine, clock: Clock): (keyId: string) => void {
  const noted = new Map<string, number>();
  return (keyId) => {
    const now = clock.now();
    const last = noted.get(keyId);
    // A clock that was set back would otherwise say nothing for a long time.
    if (last !== undefined && Math.abs(now - last) < MINUTE) return;
    noted.set(keyId, now);
    engine.write('everything', () => noteUse(keyId, now)).catch(() => noted.delete(keyId));
  };
}
