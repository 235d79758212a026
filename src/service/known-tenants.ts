/**
 * Tenants by their keys. A file answers at once, so it is asked for every request. A server is asked again when keys or
 * plans changed, of which a copy of the service hears from the others, and in any case after a moment: a key that was
 * revoked while this copy could not hear is refused by then.
 */
import { hash } from 'node:crypto';
import type { Engine } from './store/engine.ts';
import { identify, type Tenant } from './store/tenants.ts';

export type Identify = (key: string) => Promise<Tenant | undefined>;

const KEPT_MS = 2000;
/** Far more than a copy serves at a time. Unknown keys are not kept, so nobody can fill it. */
const MOST = 10_000;

interface Known {
  readonly tenant: Tenant;
  readonly until: number;
}

export function createIdentify(engine: Engine): Identify {
  const ask: Identify = (key) => engine.read('everything', () => identify(key));
  if (!engine.isShared) return ask;
  const known = new Map<string, Known>();
  let changes = 0;
  engine.onNews((topic) => {
    if (topic !== 'tenants') return;
    changes += 1;
    known.clear();
  });
  return async (key) => {
    // The keys themselves are kept nowhere.
    const name = hash('sha256', key);
    const found = known.get(name);
    if (found && found.until > performance.now()) return found.tenant;
    const before = changes;
    const until = performance.now() + KEPT_MS;
    const tenant = await ask(key);
    if (known.size >= MOST) known.clear();
    // What was read before a change may not be true any more.
    if (tenant && before === changes) known.set(name, { tenant, until });
    return tenant;
  };
}
