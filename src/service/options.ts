import type { Outcome, Shipment } from './deliveries/send.ts';
import type { KindName } from '../kinds/registry.ts';
import type { LoggedDelivery, RequestLog } from './request-log.ts';
import type { Engine } from './store/work.ts';

export type Profile = 'documented' | 'extended';

/** Access to time. Tests use a clock that moves only when they advance it. */
export interface Clock {
  readonly now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** `requestId`: the request during which it happened, if it is known. */
export type OnFailure = (message: string, requestId?: string) => void;

export interface ServiceOptions {
  readonly profile: Profile;
  /** Requests per minute and key; 0 for no limit. */
  readonly rateLimit: number;
  /** Deliver to private and loopback addresses, and to loopback without TLS. */
  readonly allowPrivateWebhooks: boolean;
  readonly clock: Clock;
  /** Reports an error that no client sees: a bug, or a database that fails. */
  readonly onFailure?: OnFailure | undefined;
  /** Called after each attempt at a delivery. */
  readonly onDelivery?: ((delivery: LoggedDelivery) => void) | undefined;
  /** Ends the attempt to open the database. */
  readonly signal?: AbortSignal | undefined;
  /** The OpenAPI document, served at /openapi.json. */
  readonly openapi?: () => object;
  readonly tests?: TestSettings;
}

/** Settings for tests; each has a default for production. */
interface TestSettings {
  /** Returns 0 to 1; spreads the retries. */
  readonly random?: () => number;
  readonly send?: (shipment: Shipment) => Promise<Outcome>;
  /** The id of a new record. */
  readonly newId?: (kind: KindName) => string | undefined;
}

/** The parts of a service that everything else in it is built on. */
export interface ServiceParts {
  readonly options: ServiceOptions;
  readonly engine: Engine;
  readonly log: RequestLog;
}
