import type { Observer } from './observer.ts';

/** An attempt of the embedded service to deliver to a webhook. */
export interface LoggedDelivery {
  /** The id of the delivery, the same in each attempt. */
  readonly id: string;
  /** What it reports, such as `event.created`. */
  readonly type: string;
  /** The id of the webhook. */
  readonly webhookId: string;
  /** The id of the broadcast. */
  readonly broadcastId: string;
  /** The number of the attempt. */
  readonly attempt: number;
  /** The status of the receiver's answer, if there was one. */
  readonly status: number | null;
  /** The reason why it failed. */
  readonly error: string | null;
  /** `pending` if it is sent again later, `returned` if another process sends it. */
  readonly state: 'pending' | 'delivered' | 'failed' | 'returned';
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** The id of the request that led to it, if it is known. */
  readonly requestId: string | null;
}

export const observeDeliveries = (note: (delivery: LoggedDelivery) => void): Observer => ({
  delivery: ({ id, type, webhookId, broadcastId, attempts, requestId }) => ({
    end: (ended) => note({ id, type, webhookId, broadcastId, attempt: attempts + 1, requestId, ...ended }),
  }),
});
