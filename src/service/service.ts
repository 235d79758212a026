/** Assembles the service: a database, the rules on top of it, and what serves them. */
import type { Reply } from './http/reply.ts';
import { requestWithin, type OwnRequest } from './http/request.ts';
import { createRespond, type Respond } from './http/respond.ts';
import { newSecret } from './http/this-machine.ts';
import { DeliveryWorker } from './deliveries/worker.ts';
import { createFaults } from './faults.ts';
import { healthOf, type Health } from './observe/health.ts';
import { observeEngine } from './observe/observed-engine.ts';
import type { ServiceOptions } from './options.ts';
import { createPage, type Page } from './page/service-page.ts';
import { RequestLog } from './request-log.ts';
import type { ServiceParts } from './service-parts.ts';
import { openEngine } from './store/database.ts';

/** Without a client for HTTP, which takes longer to load than all requests of a small repository take. */
export type AnswerOwn = (request: OwnRequest) => Promise<Reply>;

export interface Service extends ServiceParts {
  readonly respond: Respond;
  /** Answers a program in this process, without a connection. */
  readonly answerOwn: AnswerOwn;
  /** Idle until started, which `listen` does. */
  readonly deliveries: DeliveryWorker;
  readonly page: Page;
  readonly health: Health;
  readonly close: () => Promise<void>;
}

/** `database`: the path of a SQLite file, or the URL of a PostgreSQL database. */
export async function createService(database: string, options: ServiceOptions): Promise<Service> {
  const engine = observeEngine(await openEngine(database, options), options.observers ?? []);
  const parts: ServiceParts = {
    options,
    engine,
    log: new RequestLog(),
    faults: options.faults ? createFaults(engine) : undefined,
    secret: newSecret(),
  };
  const health = healthOf(engine);
  const page = createPage(parts);
  const respond = createRespond({ ...parts, page, health });
  return {
    ...parts,
    page,
    health,
    respond,
    answerOwn: (request) => respond(requestWithin(request)),
    deliveries: new DeliveryWorker(parts),
    close: () => engine.close(),
  };
}
