/** A copy of the service on a database that other copies serve too. It keeps no files. */
import { ensureBroadcast, type FirstBroadcast } from './administration.ts';
import { openDoor, type ListenOptions } from './listen.ts';
import type { ServiceOptions } from './options.ts';
import { createService, type Service } from './service.ts';

export interface SharedService extends FirstBroadcast {
  readonly url: string;
  readonly own: Service;
  readonly close: () => Promise<void>;
}

export interface SharedOptions {
  /** The URL of the database. */
  readonly database: string;
  readonly port?: number;
  /** The address to listen on (default: 127.0.0.1). */
  readonly hostname?: string | undefined;
  /** Awaited before the port closes. */
  readonly drained?: ListenOptions['drained'];
  /** The name of the broadcast in a new database. */
  readonly name: string;
  readonly service: ServiceOptions;
}

/** Listens first: a copy that waits until another one has migrated the database would otherwise look dead. */
export async function startSharedService(options: SharedOptions): Promise<SharedService> {
  const door = await openDoor(options);
  let own: Service | undefined;
  try {
    own = await createService(options.database, options.service);
    const first = await ensureBroadcast(own, { name: options.name });
    return { ...first, own, ...(await door.serve(own)) };
  } catch (error) {
    await door.close();
    await own?.close();
    throw error;
  }
}
