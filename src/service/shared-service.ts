/** A copy of the service on a database that other copies serve too. It keeps no files. */
import { ensureBroadcast, type FirstBroadcast } from './administration.ts';
import { openDoor, type StartOptions } from './service-listener.ts';
import { createService, type Service } from './service.ts';
import { whenStarted, type Patience } from './store/postgres/postgres-failures.ts';

export interface SharedService extends FirstBroadcast {
  readonly url: string;
  readonly own: Service;
  readonly close: () => Promise<void>;
}

/**
 * Listens first: a copy that waits for the database, or until another one has created its tables, would otherwise look dead.
 */
export async function startSharedService(options: StartOptions, patience: Patience): Promise<SharedService> {
  const { create = createService } = options;
  const door = await openDoor(options);
  let own: Service | undefined;
  try {
    const service = { ...options.service, signal: patience.signal };
    own = await whenStarted(options.database, () => create(options.database, service), patience);
    const first = await ensureBroadcast(own, { name: options.name });
    return { ...first, own, ...(await door.serve(own)) };
  } catch (error) {
    await door.close();
    await own?.close();
    throw error;
  }
}
