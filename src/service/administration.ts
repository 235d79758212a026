import { createIdSource } from './ids.ts';
import type { Service } from './service.ts';
import type { Plan } from './store/tenants.ts';

/** The ids of a broadcast, and a key to it. */
export interface Credentials {
  /** The id of the user. */
  readonly userId: string;
  /** The id of the broadcast. */
  readonly broadcastId: string;
  /** The key. */
  readonly key: string;
}

/** Creates a broadcast with its first key, as signing up would. */
export function createBroadcast(
  { database, tenants, records, options }: Service,
  { name, plan = 'pro', userId, key }: { name: string; plan?: Plan; userId?: string; key?: string },
): Credentials {
  const newId = createIdSource(options.clock.now);
  const now = options.clock.now();
  const at = new Date(now).toISOString();
  const owner = userId ?? newId();
  const broadcastId = newId();
  return database.writeNow(() => {
    tenants.createBroadcast(broadcastId, owner, plan);
    records.insert({
      id: broadcastId,
      broadcastId,
      kind: 'broadcast',
      fields: JSON.stringify({ name, status: 'idle' }),
      placeId: null,
      secret: null,
      createdAt: at,
      updatedAt: at,
    });
    const created = tenants.createKey(broadcastId, { label: 'first key', now, ...(key !== undefined && { key }) });
    return { userId: owner, broadcastId, key: created.key };
  });
}
