/**
 * A real service for tests: a temporary database file, a free port on the loopback interface, and a client for each
 * surface that checks every answer against the OpenAPI document.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import { listen, type ListenOptions } from '../../src/service/service-listener.ts';
import type { ServiceOptions } from '../../src/service/options.ts';
import { createService, type Service } from '../../src/service/service.ts';
import type { Plan } from '../../src/service/store/tenants.ts';
import { Client } from './client.ts';
import { databaseFor } from './database.ts';
import { ManualClock } from './manual-clock.ts';

/** One broadcast, with a client for each surface that uses its key. */
export interface Opened extends Credentials {
  readonly a: Client;
  readonly b: Client;
}

export interface Running extends Opened {
  readonly url: string;
  readonly clock: ManualClock;
  readonly service: Service;
  /** Creates another broadcast in the same service, so that lists start empty. */
  readonly another: (details?: { plan?: Plan }) => Promise<Opened>;
  /** Creates clients for a broadcast with a different key. */
  readonly open: (credentials: Credentials) => Opened;
  readonly close: () => Promise<void>;
}

export type Overrides = Partial<Omit<ServiceOptions, 'clock'>> & {
  readonly clock?: ManualClock;
  readonly file?: string;
  readonly drained?: ListenOptions['drained'];
};

/** Tests never look up names on the network. */
async function resolveLoopback(hostname: string): Promise<{ address: string; family: number }[]> {
  if (hostname === '127.0.0.1') return [{ address: hostname, family: 4 }];
  throw new Error(`${hostname} is not looked up in tests`);
}

export async function startService({
  file,
  drained,
  clock = new ManualClock(),
  ...overrides
}: Overrides = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-service-'));
  const options: ServiceOptions = {
    profile: 'extended',
    rateLimit: 0,
    allowPrivateWebhooks: false,
    faults: false,
    variants: new Set(),
    deliveries: { resolve: resolveLoopback },
    ...overrides,
    clock,
  };
  const database = await databaseFor(file ?? join(folder, 'service.db'));
  const service = await createService(database.at, options);
  const { url, close } = await listen(service, { drained });
  const open = (credentials: Credentials): Opened => ({
    ...credentials,
    a: Client.ofSurfaceA(url, credentials, options),
    b: Client.ofSurfaceB(url, credentials, options),
  });
  const another = async ({ plan = 'pro' }: { plan?: Plan } = {}): Promise<Opened> =>
    open(await createBroadcast(service, { name: 'Harbour', plan }));
  return {
    ...(await another()),
    url,
    clock,
    service,
    another,
    open,
    close: async () => {
      await close();
      if (file === undefined) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A service shared by all tests of a file. */
export function useService(overrides?: Overrides): Running {
  const running = {} as Running;
  beforeAll(async () => void Object.assign(running, await startService(overrides)));
  afterAll(() => running.close());
  return running;
}

/** A service for a single test. */
export async function temporaryService(overrides?: Overrides): Promise<Running> {
  const running = await startService(overrides);
  onTestFinished(() => running.close());
  return running;
}
