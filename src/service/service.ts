/** Assembles the service: a database, the rules on top of it, and what serves them. */
import type { Reply } from './http/reply.ts';
import { requestWithin, type OwnRequest } from './http/request.ts';
import { createRespond, type Respond } from './http/respond.ts';
import { newSecret } from './http/this-machine.ts';
import { DeliveryWorker } from './deliveries/worker.ts';
import { createFaults, type Faults } from './faults.ts';
import { createIdentify, createNoteUse } from './authentication.ts';
import { Health } from './observe/health.ts';
import { observeEngine } from './observe/observed-engine.ts';
import { createLimiter } from './limits.ts';
import { Operations } from './operations.ts';
import type { ServiceOptions } from './options.ts';
import { createPage, type Page } from './page/service-page.ts';
import { RequestLog } from './request-log.ts';
import type { Engine } from './store/work.ts';
import { openEngine } from './store/database.ts';

/** Without a client for HTTP, which takes longer to load than all requests of a small repository take. */
export type AnswerOwn = (request: OwnRequest) => Promise<Reply>;

export interface Service {
  readonly respond: Respond;
  /** Answers a program in this process, without a connection. */
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
  const engine = observeEngine(await openEngine(database, options), options.observers ?? []);
  const log = new RequestLog();
  const faults = options.faults ? createFaults(engine) : undefined;
  const deliveries = new DeliveryWorker({ engine, faults, options });
  const secret = newSecret();
  const page = createPage({ engine, log }, { profile: options.profile, secret });
  const health = new Health(engine);
  const respond = createRespond({
    options,
    identify: createIdentify(engine),
    noteUse: createNoteUse(engine, options.clock),
    takeToken: createLimiter(engine, options),
    operations: new Operations(engine, options),
    log,
    faults,
    page,
    health,
    secret,
  });
  return {
    respond,
    answerOwn: (request) => respond(requestWithin(request)),
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
