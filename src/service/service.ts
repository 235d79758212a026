/** Assembles the service: a database, the rules on top of it, and what serves them. */
import type { Reply } from './http/reply.ts';
import { requestWithin, type OwnRequest } from './http/request.ts';
import { createRespond, type Respond } from './http/respond.ts';
import { DeliveryWorker } from './deliveries/worker.ts';
import { healthOf, type Health } from './health.ts';
import type { ServiceOptions, ServiceParts } from './options.ts';
import { RequestLog } from './request-log.ts';
import { openEngine } from './store/database.ts';

export interface Service extends ServiceParts {
  readonly respond: Respond;
  readonly health: Health;
  /** Answers a program in this process, without a connection or a client for HTTP, which takes long to load. */
  readonly answerOwn: (request: OwnRequest) => Promise<Reply>;
  /** Idle until started, which `listen` does. */
  readonly deliveries: DeliveryWorker;
  readonly close: () => Promise<void>;
}

/** `database`: the path of a SQLite file, or the URL of a PostgreSQL database. */
export async function createService(database: string, options: ServiceOptions): Promise<Service> {
  const engine = await openEngine(database, options);
  const parts = { options, engine, log: new RequestLog() };
  const health = healthOf(engine);
  const respond = createRespond(parts, health);
  return {
    ...parts,
    health,
    respond,
    answerOwn: (request) => respond(requestWithin(request)),
    deliveries: new DeliveryWorker(parts),
    close: () => engine.close(),
  };
}
