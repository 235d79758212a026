import { createIdSource } from './ids.ts';
import type { Clock } from './options.ts';
import type { Service } from './service.ts';
import { insertRecord } from './store/records.ts';
import { createKey, insertBroadcast, listBroadcasts, type Plan } from './store/tenants.ts';
import { run, type Work } from './store/work.ts';

/** The ids of a broadcast, and a key to it. */
export interface Credentials {
  /** The id of the user. */
  readonly userId: string;
  /** The id of the broadcast. */
  readonly broadcastId: string;
  /** The key. */
  readonly key: string;
}

interface NewBroadcast {
  readonly name: string;
  readonly plan?: Plan;
  /** A key that the caller has chosen. */
  readonly key?: string;
}

type Administered = Pick<Service, 'engine' | 'options'>;

/** Creates a broadcast with its first key, as signing up would. */
export const createBroadcast = ({ engine, options }: Administered, details: NewBroadcast): Promise<Credentials> =>
  engine.write('everything', () => insertNewBroadcast(details, options.clock));

/** The first broadcast of the database, with a key only if it is created here: the database keeps its hash. */
export const ensureBroadcast = ({ engine, options }: Administered, details: NewBroadcast): Promise<FirstBroadcast> =>
  engine.write('everything', () => insertUnlessThere(details, options.clock));

export type FirstBroadcast = Omit<Credentials, 'key'> & Partial<Pick<Credentials, 'key'>>;

function* insertUnlessThere(details: NewBroadcast, clock: Clock): Work<FirstBroadcast> {
  const [first] = yield* listBroadcasts();
  if (first) return { userId: first.userId, broadcastId: first.id };
  // The second of two copies that start at the same time is refused here and runs again.
  yield* run("INSERT INTO meta (name, value) VALUES ('has-broadcast', 'yes')");
  return yield* insertNewBroadcast(details, clock);
}

function* insertNewBroadcast({ name, plan = 'pro', key }: NewBroadcast, clock: Clock): Work<Credentials> {
  const newId = createIdSource(clock.now);
  const now = clock.now();
  const at = new Date(now).toISOString();
  const userId = newId();
  const broadcastId = newId();
  yield* insertBroadcast({ id: broadcastId, userId, plan });
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
  return { userId, broadcastId, key: created.key };
}
