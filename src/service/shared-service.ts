/** A copy of the service on a database that other copies serve too. It keeps no files. */
import { ensureBroadcast, type FirstBroadcast } from './administration.ts';
import { listen } from './listen.ts';
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
  /** The name of the broadcast in a new database. */
  readonly name: string;
  readonly service: ServiceOptions;
}

export async function startSharedService({
  database,
  port,
  hostname,
  name,
  service,
}: SharedOptions): Promise<SharedService> {
  const own = await createService(database, service);
  try {
    const first = await ensureBroadcast(own, { name });
    const { url, close } = await listen(own, {
      ...(port !== undefined && { port }),
      ...(hostname !== undefined && { hostname }),
    });
    return { url, ...first, own, close };
  } catch (error) {
    await own.close();
    throw error;
  }
}
