/**
 * One attempt at one delivery. The host name is resolved once, all of its addresses are checked, and the connection is
 * made only to those addresses: a name that resolves differently a moment later gains nothing. The request still uses
 * the name, so that the certificate is verified against it. Redirects are not followed.
 */
import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { addressKind, type AddressKind } from '../../machine/network-address.ts';

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface Shipment {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Ends the attempt early. */
  readonly abandon?: AbortSignal | undefined;
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
}

export type Outcome =
  | { readonly status: number; readonly error?: undefined }
  | { readonly status?: undefined; readonly error: string };

const MOST_ANSWER_BYTES = 64 * 1024;

/** These names are reserved (RFC 2606). Looking them up would only leak the attempt to an outside resolver. */
const RESERVED = /(?:^|\.)(?:example|invalid|example\.(?:com|net|org))\.?$/i;

const resolveName: Resolve = async (hostname) => {
  if (RESERVED.test(hostname)) throw new Error(`${hostname} is reserved for examples, so it is not looked up`);
  return await promisify(lookUp)(hostname, { all: true });
};

export async function send(shipment: Shipment): Promise<Outcome> {
  const { url, timeoutMs, abandon, allowPrivate, resolve = resolveName } = shipment;
  const target = new URL(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = abandon ? AbortSignal.any([timeout, abandon]) : timeout;
  try {
    const addresses = await before(signal, resolve(target.hostname.replaceAll(/[[\]]/g, '')));
    const refusal = refusalOfAll(target, addresses, allowPrivate);
    return refusal === undefined ? { status: await post(target, addresses, shipment, signal) } : { error: refusal };
  } catch (error) {
    return { error: timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : describe(error, target.hostname) };
  }
}

/** One refused address refuses them all: a public name that also resolves to a private address looks like an attack. */
function refusalOfAll(target: URL, addresses: readonly LookupAddress[], allowPrivate: boolean): string | undefined {
  const refused = addresses
    .map(({ address }) => refusalOf(address, { allowPrivate }))
    .find((each) => each !== undefined);
  if (refused !== undefined) return refused;
  if (target.protocol === 'https:') return undefined;
  const isLocal = allowPrivate && addresses.every(({ address }) => addressKind(address) === 'loopback');
  return isLocal ? undefined : 'deliveries are sent only to https addresses';
}

/** The kinds that `--allow-private-webhooks` permits. No receiver can listen on the others. */
const LOCAL = new Set<AddressKind>(['loopback', 'private', 'shared', 'link-local']);

/**
 * Anyone who can register a webhook can make this machine send requests, so by default none go to an address that is not
 * publicly reachable.
 */
export function refusalOf(address: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  const kind = addressKind(address);
  if (kind === 'public' || (allowPrivate && LOCAL.has(kind))) return undefined;
  const article = kind === 'unspecified' ? 'an' : 'a';
  return `${address} is ${article} ${kind} address; deliveries are sent only to public addresses`;
}

function post(
  target: URL,
  addresses: readonly LookupAddress[],
  shipment: Shipment,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...shipment.headers, 'content-length': Buffer.byteLength(shipment.body) },
    lookup: pinnedTo(addresses),
    agent: false, // Not shared: a pooled connection might lead to a different address.
    signal,
  };
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      ignoreBody(response);
      // The status decides. The delivery was received, even if reading the body fails.
      response.once('close', () => resolve(response.statusCode!)).on('error', () => {});
    };
    const request =
      target.protocol === 'https:' ? requestTls(target, options, answered) : requestPlain(target, options, answered);
    request.once('error', reject).end(shipment.body);
  });
}

function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first!.address, first!.family);
  };
}

/** Reads the body to its end, so that the receiver can finish sending it, up to a limit. */
function ignoreBody(response: IncomingMessage): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) response.destroy();
  });
}

/** The system's resolver cannot be interrupted, so this stops waiting for it instead. */
async function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([promise, interrupted]);
}

function describe(error: unknown, hostname: string): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: readonly Error[] };
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${hostname} cannot be resolved`;
    case 'ECONNREFUSED':
      return 'the connection was refused';
    case 'ECONNRESET':
      return 'the connection was closed before the answer was complete';
    default:
      // If several addresses were tried, the message is empty and the reasons are in `errors`.
      return (message || errors?.[0]?.message) ?? 'the connection failed';
  }
}
