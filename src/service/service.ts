/** Assembles the service: a database, the rules on top of it, and the app that serves them. */
import type { Hono } from 'hono';
import { createDirect, type ServeDirectly } from './http/direct.ts';
import { createAnswerOwn, type AnswerOwn } from './http/own-requests.ts';
import { newSecret } from './http/secret.ts';
import { DeliveryWorker } from './deliveries/worker.ts';
import { LocalFaults, type Faults } from './faults.ts';
import { KeyUse } from './key-use.ts';
import { Health } from './observe/health.ts';
import { observeEngine } from './observe/observed-engine.ts';
import { createIdentify } from './known-tenants.ts';
import { LaggingView } from './lagging-view.ts';
import { RateLimiter, SharedRateLimiter } from './limits.ts';
import { Operations } from './operations.ts';
import type { ServiceOptions } from './options.ts';
import { Outbox } from './outbox.ts';
import { createPage, type Page } from './page/page.ts';
import { createRepresent } from './representation.ts';
import { RequestLog } from './request-log.ts';
import { Resources } from './resources.ts';
import { SharedFaults } from './shared-faults.ts';
import type { Engine } from './store/engine.ts';
import { openEngine } from './store/open-engine.ts';
import { once } from '../values/once.ts';

export interface Service {
  readonly app: () => Promise<Hono>;
  /** A faster way to the same operations. */
  readonly direct: ServeDirectly;
  /** The way to them in this process. */
  readonly answerOwn: AnswerOwn;
  readonly options: ServiceOptions;
  readonly engine: Engine;
  /** Idle until started, which `listen` does. */
  readonly deliveries: DeliveryWorker;
  readonly page: Page;
  readonly health: Health;
  readonly log: RequestLog;
  readonly faults: Faults | undefined;
  /** Opens the page, and lets programs inject faults. */
  readonly secret: string;
  readonly close: () => Promise<void>;
}

/** `database`: the path of a SQLite file, or the URL of a PostgreSQL database. */
export async function createService(database: string, options: ServiceOptions): Promise<Service> {
  const { clock, variants } = options;
  const engine = observeEngine(await openEngine(database, options), options.observers ?? []);
  const resources = new Resources({ outbox: new Outbox(clock), options });
  const lagging = variants.has('lagging-lists') ? new LaggingView(clock) : undefined;
  const operations = new Operations({
    engine,
    represent: createRepresent(variants),
    variants,
    lagging,
    resources,
    options,
  });
  const log = new RequestLog();
  const faults = options.faults ? faultsOn(engine) : undefined;
  const deliveries = new DeliveryWorker({ engine, faults, options });
  const secret = newSecret();
  const page = createPage({ engine, log }, { profile: options.profile, secret });
  const limiter = engine.isShared
    ? new SharedRateLimiter(options.rateLimit, clock, engine)
    : new RateLimiter(options.rateLimit, clock);
  const health = new Health(engine);
  const identify = createIdentify(engine);
  const keyUse = new KeyUse(engine, clock);
  const serving = { options, identify, keyUse, limiter, operations, log, faults };
  const app = once(async () => (await import('./app.ts')).createApp({ ...serving, page, health, secret }));
  return {
    app,
    direct: createDirect(serving),
    answerOwn: createAnswerOwn(serving),
    options,
    engine,
    deliveries,
    page,
    health,
    log,
    faults,
    secret,
    close: () => engine.close(),
  };
}

const faultsOn = (engine: Engine): Faults => (engine.isShared ? new SharedFaults(engine) : new LocalFaults());
