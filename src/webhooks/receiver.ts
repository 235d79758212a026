/** Receives deliveries on this machine, verifies them and reports them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ifPossible } from '../values/if-possible.ts';
import { isObject, nestsDeeper, type Json } from '../values/json.ts';
import { closeNow, listenOn } from '../machine/listen-on.ts';
import { limitUnreadBodies } from '../machine/unread-bodies.ts';
import { memorySeen, type SeenDeliveries } from './seen.ts';
import { verify, type Scheme } from './signatures.ts';

/** A delivery, after its signature was verified. */
export interface Delivery {
  /** The id of the delivery, the same when it is repeated. */
  readonly id: string;
  readonly type: string;
  /** When the service sent it. */
  readonly timestamp: string;
  /** The event, as the service describes it. */
  readonly data: Json;
}

/** The outcome of a received delivery. */
export type Receipt =
  /** It is genuine, and new. */
  | { readonly kind: 'valid'; readonly delivery: Delivery }
  /** Deliveries are made at least once: this one was received before. */
  | { readonly kind: 'duplicate'; readonly delivery: Delivery }
  /** It was refused. */
  | { readonly kind: 'invalid'; readonly reason: string };

interface ReceiverOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly secret: string;
  readonly scheme: Scheme;
  readonly onDelivery: (receipt: Receipt) => void;
  readonly now?: () => number;
  /** Defaults to the deliveries since the start. */
  readonly seen?: SeenDeliveries;
}

export interface Receiver {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const MOST_BYTES = 1024 * 1024;
const DEEPEST = 100;

export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { seen = memorySeen() } = options;
  const server = createServer((request, response) => {
    void receive(request, response, options, seen);
  });
  limitUnreadBodies(server);
  return { url: await listenOn(server, { port: options.port }), close: () => closeNow(server) };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, scheme, onDelivery, now = Date.now }: ReceiverOptions,
  seen: SeenDeliveries,
): Promise<void> {
  if (request.method !== 'POST') return answer(response, 405);
  const body = await readBody(request).catch(() => undefined);
  if (body === undefined) return; // The sender hung up: there is nothing to answer and nothing to report.
  if (body === 'too large') {
    answer(response, 413);
    return onDelivery({ kind: 'invalid', reason: 'the body is larger than 1 MiB' });
  }
  const at = now();
  const verdict = verify({ scheme, secret, headers: request.headers, body, now: at });
  const receipt = verdict.valid ? receiptOf(body, seen, at) : ({ kind: 'invalid', reason: verdict.reason } as const);
  // Answers first: the sender does not wait until the delivery is processed.
  answer(response, receipt.kind === 'invalid' ? 401 : 204);
  onDelivery(receipt);
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Uses the id in the body: both schemes sign it, but only one signs the header. */
function receiptOf(body: Buffer, seen: SeenDeliveries, now: number): Receipt {
  const delivery = parseDelivery(body.toString('utf8'));
  if (!delivery) return { kind: 'invalid', reason: 'the body is not a delivery: {id, type, timestamp, data}' };
  const madeAt = Date.parse(delivery.timestamp);
  if (Number.isNaN(madeAt)) return { kind: 'invalid', reason: 'the `timestamp` of the body is not a time' };
  return { kind: seen.isNew({ id: delivery.id, madeAt }, now) ? 'valid' : 'duplicate', delivery };
}

function parseDelivery(text: string): Delivery | undefined {
  const value = nestsDeeper(text, DEEPEST) ? undefined : ifPossible(() => JSON.parse(text) as unknown);
  if (!isObject(value)) return undefined;
  const { id, type, timestamp, data = null } = value;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof timestamp !== 'string') return undefined;
  return { id, type, timestamp, data };
}
