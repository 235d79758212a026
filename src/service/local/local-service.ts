/** The service on this machine: started for one database, or found where another command runs it already. */
import { UserError } from '../../diagnostics/errors.ts';
import { createBroadcast, type Credentials } from '../administration.ts';
import { listen } from '../listen.ts';
import type { ServiceOptions } from '../options.ts';
import { createService, type Service } from '../service.ts';
import { readCard, writeCard } from './card.ts';
import { claim } from './claim.ts';
import { signIn, untilAlone } from './guests.ts';

export interface LocalService extends Credentials {
  readonly url: string;
  readonly databaseId: string;
  /** The service itself where this process runs it. */
  readonly own?: Service;
  /** Ends what was started here; a service that another command runs goes on. */
  readonly close: () => Promise<void>;
}

export interface LocalOptions {
  readonly database: string;
  readonly port?: number;
  /** The name of the broadcast of a new database. */
  readonly name: string;
  readonly service: ServiceOptions;
}

export type Started =
  | { readonly type: 'started'; readonly service: LocalService }
  | { readonly type: 'running'; readonly pid: number };

/** Starts the service, unless another process serves this database. */
export async function startLocalService({ database, port, name, service: options }: LocalOptions): Promise<Started> {
  const claimed = claim(database);
  if (claimed.type === 'taken') return { type: 'running', pid: claimed.pid };
  try {
    const service = await createService(database, options);
    const credentials = { ...credentialsOf(service, database, name), databaseId: service.database.id };
    const { url, close } = await listen(service, { ...(port !== undefined && { port }) });
    writeCard(database, { ...credentials, url });
    const end = async (): Promise<void> => {
      await untilAlone(database);
      writeCard(database, credentials);
      await close();
      claimed.release();
    };
    return { type: 'started', service: { ...credentials, url, own: service, close: end } };
  } catch (error) {
    claimed.release();
    throw error;
  }
}

const PATIENCE = 5000;
const STEP = 50;

/** The service of a database, whoever runs it. */
export async function useLocalService(options: LocalOptions): Promise<LocalService> {
  for (let waited = 0; ; waited += STEP) {
    const started = await startLocalService(options);
    if (started.type === 'started') return started.service;
    const leave = signIn(options.database);
    const card = readCard(options.database);
    if (card?.url !== undefined && (await answers(card.url))) {
      const { url, databaseId } = card;
      if (databaseId !== undefined) return { ...card, url, databaseId, close: async () => leave() };
      leave();
      throw new UserError(`process ${started.pid} serves ${options.database} with an older gitcast`, {
        suggestion: 'end it, and try again',
      });
    }
    leave();
    if (waited >= PATIENCE) throw new Error(`process ${started.pid} holds ${options.database} and does not answer`);
    // The other one is just starting or just ending.
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** Those on the card, those of a broadcast made now, or a new key where the card was lost. */
function credentialsOf(service: Service, database: string, name: string): Credentials {
  const { tenants, options } = service;
  const now = options.clock.now();
  const card = readCard(database);
  if (card && tenants.identify(card.key, now))
    return { userId: card.userId, broadcastId: card.broadcastId, key: card.key };
  const [first] = tenants.listBroadcasts();
  if (!first) return createBroadcast(service, { name });
  const { key } = service.database.writeNow(() => tenants.createKey(first.id, { label: 'this machine', now }));
  return { userId: first.userId, broadcastId: first.id, key };
}
