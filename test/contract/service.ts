/**
 * A real service for tests: a temporary database file, a free port on the loopback interface, and a client for each
 * surface that checks every answer against the OpenAPI document.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import { listen } from '../../src/service/service-listener.ts';
import { createService, type TestOptions, type TestService } from '../service.ts';
import type { Plan } from '../../src/service/store/tenants.ts';
import { Client } from './client.ts';
import type { LoggedDelivery, LoggedRequest } from '../../src/service/request-log.ts';
import { send, type Outcome, type Shipment } from '../../src/service/deliveries/send.ts';
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
  readonly service: TestService;
  /** The requests that it served. */
  readonly requests: readonly LoggedRequest[];
  /** Its attempts at deliveries. */
  readonly attempts: readonly LoggedDelivery[];
  /** Creates another broadcast in the same service, so that lists start empty. */
  readonly another: (details?: { plan?: Plan }) => Promise<Opened>;
  /** Creates clients for a broadcast with a different key. */
  readonly open: (credentials: Credentials) => Opened;
  readonly close: () => Promise<void>;
}

export type Overrides = Partial<Omit<TestOptions, 'clock'>> & {
  readonly clock?: ManualClock;
  readonly file?: string;
};

/** Tests never look up names on the network. */
export const sendHere = (shipment: Shipment): Promise<Outcome> => send({ ...shipment, resolve: resolveLoopback });

/** A receiver has so long to answer. */
export const sendWithin = (timeoutMs: number) => ({
  send: (shipment: Shipment): Promise<Outcome> => sendHere({ ...shipment, timeoutMs }),
});

async function resolveLoopback(hostname: string): Promise<{ address: string; family: number }[]> {
  if (hostname === '127.0.0.1') return [{ address: hostname, family: 4 }];
  throw new Error(`${hostname} is not looked up in tests`);
}

export async function startService({
  file,
  clock = new ManualClock(),
  ...overrides
}: Overrides = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-service-'));
  const attempts: LoggedDelivery[] = [];
  const options: TestOptions = {
    profile: 'extended',
    rateLimit: 0,
    allowPrivateWebhooks: false,
    onDelivery: (delivery) => void attempts.push(delivery),
    ...overrides,
    tests: { send: sendHere, ...overrides.tests },
    clock,
  };
  const database = await databaseFor(file ?? join(folder, 'service.db'));
  const service = await createService(database.at, options);
  const requests: LoggedRequest[] = [];
  service.log.onRequest((request) => void requests.push(request));
  const { url, close } = await listen(service);
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
    requests,
    attempts,
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
