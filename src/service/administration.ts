import { createIdSource } from './ids.ts';
import type { Service } from './service.ts';
import { insertRecord } from './store/records.ts';
import { createKey, insertBroadcast, type Plan } from './store/tenants.ts';

/** The ids of a broadcast, and a key to it. */
export interface Credentials {
  /** The id of the user. */
  readonly userId: string;
  /** The id of the broadcast. */
  readonly broadcastId: string;
  /** The key. */
  readonly key: string;
}

export interface NewBroadcast {
  readonly name: string;
  readonly plan?: Plan;
  readonly userId?: string;
  /** A key that the caller has chosen. */
  readonly key?: string;
}

/** Creates a broadcast with its first key, as signing up would. */
export async function createBroadcast(
  { engine, options: { clock } }: Pick<Service, 'engine' | 'options'>,
  { name, plan = 'pro', userId, key }: NewBroadcast,
): Promise<Credentials> {
  const newId = createIdSource(clock.now);
  const now = clock.now();
  const at = new Date(now).toISOString();
  const owner = userId ?? newId();
  const broadcastId = newId();
  return engine.write('everything', function* () {
    yield* insertBroadcast({ id: broadcastId, userId: owner, plan });
    yield* insertRecord({
      id: broadcastId,
      broadcastId,
      kind: 'broadcast',
      fields: JSON.stringify({ name, status: 'idle' }),
      placeId: null,
      secret: null,
      createdAt: at,
      updatedAt: at,
    });
    const created = yield* createKey(broadcastId, { label: 'first key', now, key });
    return { userId: owner, broadcastId, key: created.key };
  });
}
