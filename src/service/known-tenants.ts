/**
 * Tenants by their keys. They are read again when keys or plans changed. This process knows of its own changes, copies of
 * the service hear of those of others, and a file knows whether another process changed it. In any case they are read
 * again after a moment: a key that was revoked while a copy could not hear is refused by then.
 */
import { hash } from 'node:crypto';
import type { Origin } from './observe/origin.ts';
import type { Engine } from './store/engine.ts';
import { identify, type Tenant } from './store/tenants.ts';

/** Answers at once for a key that is known. */
export type Identify = (key: string, origin?: Origin) => Found | Promise<Found>;

type Found = Tenant | undefined;

const KEPT_MS = 2000;
/** Far more than a copy serves at a time. Unknown keys are not kept, so nobody can fill it. */
const MOST = 10_000;

interface Known {
  readonly tenant: Tenant;
  readonly until: number;
}

export function createIdentify(engine: Engine): Identify {
  const known = new Map<string, Known>();
  let changes = 0;
  engine.onNews((topic) => {
    if (topic !== 'tenants') return;
    changes += 1;
    known.clear();
  });
  const ask = async (key: string, name: string, origin: Origin | undefined): Promise<Found> => {
    const before = changes;
    const until = performance.now() + KEPT_MS;
    const tenant = await engine.read('everything', () => identify(key), { origin });
    if (known.size >= MOST) known.clear();
    // What was read before a change may not be true any more.
    if (tenant && before === changes) known.set(name, { tenant, until });
    return tenant;
  };
  return (key, origin) => {
    // The keys themselves are kept nowhere.
    const name = hash('sha256', key);
    if (engine.hasChangedElsewhere()) known.clear();
    const found = known.get(name);
    return found && found.until > performance.now() ? found.tenant : ask(key, name, origin);
  };
}
