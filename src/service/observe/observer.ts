/**
 * Those who watch what the service does: logs, metrics and traces. An observer is called when an activity begins, and
 * what it returns when that has ended.
 */
import type { DeliveryState, DeliverySummary } from '../deliveries/delivery-store.ts';
import type { Origin } from './origin.ts';

interface Failed {
  readonly error?: unknown;
}

export interface Activities {
  readonly request: {
    readonly begun: {
      readonly id: string;
      readonly method: string;
      /** The path as it is declared, such as `/v1/events/{id}`, or `other`: there are few of them. */
      readonly route: string;
      /** Path and query, without keys. */
      readonly path: string;
      /** The trace that the client continues here. */
      readonly traceparent: string | undefined;
    };
    readonly ended: {
      readonly status: number;
      /** The code of the problem that the answer reports. */
      readonly problem: string | undefined;
    };
  };
  /** Queries that belong together: a change is a transaction. */
  readonly work: { readonly begun: { readonly type: 'read' | 'change' }; readonly ended: Failed };
  readonly query: {
    readonly begun: { readonly sql: string; readonly system: 'sqlite' | 'postgresql' };
    readonly ended: Failed;
  };
  /** An attempt at a delivery. */
  readonly delivery: { readonly begun: DeliverySummary; readonly ended: Attempted };
}

export interface Attempted {
  /** The status of the receiver's answer, if there was one. */
  readonly status: number | null;
  readonly error: string | null;
  /** `pending` if it is sent again later, `returned` if another process sends it. */
  readonly state: DeliveryState | 'returned';
}

export type Activity = keyof Activities;

type Begun<A extends Activity> = Activities[A]['begun'];
type Ended<A extends Activity> = Activities[A]['ended'];

export interface Watched<A extends Activity> {
  /** The origin of what the activity leads to, if the observer has one of its own. */
  readonly origin?: Origin;
  readonly end: (ended: Ended<A> & { readonly durationMs: number }) => void;
}

export type Observer = {
  readonly [A in Activity]?: (begun: Begun<A>, origin: Origin | undefined) => Watched<A> | undefined;
};

const nothing = (): void => {};

/** Tells all observers that an activity begins. */
export function begin<A extends Activity>(
  observers: readonly Observer[],
  activity: A,
  begun: Begun<A>,
  origin: Origin | undefined,
): { readonly origin: Origin | undefined; readonly end: (ended: Ended<A>) => void } {
  if (observers.length === 0) return { origin, end: nothing };
  const started = performance.now();
  const watched = observers.flatMap((observer) => observer[activity]?.(begun, origin) ?? []);
  return {
    origin: watched.find((each) => each.origin)?.origin ?? origin,
    end: (ended) => {
      const durationMs = performance.now() - started;
      for (const each of watched) each.end({ ...ended, durationMs });
    },
  };
}
