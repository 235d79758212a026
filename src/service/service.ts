/** Assembles the service: a database, the rules on top of it, and the app that serves them. */
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { DeliveryWorker } from './deliveries/worker.ts';
import { Faults } from './faults.ts';
import { createIdSource } from './ids.ts';
import { LaggingView } from './lagging-view.ts';
import { RateLimiter } from './limits.ts';
import { Operations } from './operations.ts';
import type { ServiceOptions } from './options.ts';
import { Outbox } from './outbox.ts';
import { createPage, type Page } from './page/page.ts';
import { createRepresent } from './representation.ts';
import { RequestLog } from './request-log.ts';
import { Resources } from './resources.ts';
import { Database } from './store/database.ts';
import { Idempotency } from './store/idempotency.ts';
import { Records } from './store/records.ts';
import { Tenants } from './store/tenants.ts';

export interface Service {
  readonly app: Hono;
  readonly options: ServiceOptions;
  readonly database: Database;
  readonly records: Records;
  readonly tenants: Tenants;
  readonly outbox: Outbox;
  /** Idle until started, which `listen` does. */
  readonly deliveries: DeliveryWorker;
  readonly page: Page;
  readonly log: RequestLog;
  readonly faults: Faults | undefined;
  readonly close: () => void;
}

export async function createService(file: string, options: ServiceOptions): Promise<Service> {
  const { clock, variants } = options;
  const database = new Database(file);
  const records = new Records(database);
  const tenants = new Tenants(database);
  const outbox = new Outbox({ database, records, clock, newId: createIdSource(clock.now) });
  const resources = new Resources({ records, tenants, outbox, options });
  const lagging = variants.has('lagging-lists') ? new LaggingView(records, clock) : undefined;
  const idempotency = new Idempotency(database, clock.now);
  const represent = createRepresent(variants);
  const operations = new Operations({
    database,
    records,
    represent,
    variants,
    lagging,
    resources,
    idempotency,
    options,
  });
  const log = new RequestLog();
  const faults = options.faults ? new Faults() : undefined;
  const deliveries = new DeliveryWorker({ database, records, outbox, faults, options });
  const page = createPage({ database, records, tenants, deliveries, log }, { profile: options.profile });
  const app = createApp({
    options,
    tenants,
    limiter: new RateLimiter(options.rateLimit, clock),
    operations,
    log,
    faults,
    page,
  });
  return {
    app,
    options,
    database,
    records,
    tenants,
    outbox,
    deliveries,
    page,
    log,
    faults,
    close: () => database.close(),
  };
}
