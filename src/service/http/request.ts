/**
 * A request as the service sees it, of a connection or of a program in this process. No framework is between them: one that
 * makes a Request, a URL and a Response of each request costs as much as a read.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { unescape } from 'node:querystring';
import { Problem } from './problem.ts';

export interface ServiceRequest {
  readonly method: string;
  /** Path and query, still encoded. */
  readonly target: string;
  /** Decoded. */
  readonly path: string;
  /** The parts of the path, decoded. The first one is empty. */
  readonly segments: readonly string[];
  /** The name in lower case. Several values are joined by commas. */
  readonly header: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
  /** The whole body. Fails if it has more bytes, or if the connection ended before it did. */
  readonly receive: (mostBytes: number) => Promise<Uint8Array>;
  /** Undefined for a program in this process. */
  readonly socket: Socket | undefined;
}

/** The part of a request that its target decides. */
class Target {
  readonly target: string;
  readonly segments: readonly string[];
  #query: URLSearchParams | undefined;

  constructor(target: string) {
    this.target = target;
    const segments = this.target.split('?', 1)[0]!.split('/');
    this.segments = target.includes('%') ? segments.map(unescape) : segments;
  }

  get path(): string {
    return this.segments.join('/');
  }

  query(name: string): string | undefined {
    const start = this.target.indexOf('?');
    if (start === -1) return undefined;
    this.#query ??= new URLSearchParams(this.target.slice(start));
    return this.#query.get(name) ?? undefined;
  }
}

/** Throws a problem if its target is not a path, or its host is none. */
export const requestFrom = (incoming: IncomingMessage): ServiceRequest => new ReceivedRequest(incoming);

class ReceivedRequest extends Target implements ServiceRequest {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    super(targetOf(incoming));
    this.#incoming = incoming;
  }

  get method(): string {
    return this.#incoming.method!;
  }

  get socket(): Socket {
    return this.#incoming.socket;
  }

  header(name: string): string | undefined {
    return headerOf(this.#incoming, name);
  }

  receive(mostBytes: number): Promise<Uint8Array> {
    return receive(this.#incoming, mostBytes);
  }
}

export interface OwnRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

export function requestWithin({ method, path, headers, body }: OwnRequest): ServiceRequest {
  const bytes = Buffer.from(body ?? '');
  return Object.assign(new Target(path), {
    method,
    socket: undefined,
    header: (name: string) => (name === 'content-length' ? String(bytes.length) : headers[name]),
    receive: async () => bytes,
  });
}

/** A URL parser leaves these as they are. */
const PLAIN_TARGET = /^(?:\/[\w-]+)+(?:\?[\w!$%&()*+,./:;=?@[\]~-]*)?$/;
const PLAIN_HOST = /^[a-z\d._-]+(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}))?$/;

/** The target of the request as a URL parser writes it. */
function targetOf(incoming: IncomingMessage): string {
  const { url = '', httpVersion } = incoming;
  const hostName = headerOf(incoming, 'host');
  // HTTP/1.0 has no such header.
  if (hostName === undefined && httpVersion === '1.1') throw malformed('the header Host is missing');
  if (PLAIN_TARGET.test(url) && PLAIN_HOST.test(hostName ?? UNNAMED)) return url;
  const parsed = url.startsWith('/') ? parseOn(hostName ?? UNNAMED, url) : /^https?:\/\//.test(url) && URL.parse(url);
  if (!parsed || url.split('?', 1)[0]!.includes('\\'))
    throw malformed('the request target is not a path, or the header Host is not a host');
  return parsed.pathname + parsed.search;
}

/** Not a name that makes the request count as one from this machine. */
const UNNAMED = 'unnamed.invalid';

function parseOn(hostName: string, target: string): URL | null {
  const parsed = URL.parse(`http://${hostName}${target}`);
  return parsed?.hostname === hostName.replace(/:\d+$/, '').toLowerCase() ? parsed : null;
}

export const malformed = (why: string): Problem =>
  new Problem(400, 'malformed-request', `the request cannot be read: ${why}`);

/** Not from `headers`, which has only the first of several keys. A request with two keys is refused. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const each = rawHeaders[index]!;
    if (each.length !== name.length || each.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1]!;
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

const CUT = 'the connection was closed';

const receive = (incoming: IncomingMessage, mostBytes: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    if (incoming.destroyed) {
      // The client is gone, perhaps after it sent everything.
      const received = incoming.complete ? (incoming.read() as Uint8Array | null) : null;
      return received ? resolve(received) : reject(new Error(CUT));
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= mostBytes) return;
      // Closing the connection here would lose the answer.
      incoming.pause();
      reject(tooLarge());
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => {
      if (!incoming.readableEnded) reject(new Error(CUT));
    });
  });

export const tooLarge = (): Problem => new Problem(413, 'too-large', 'the body may be at most 1 MiB');
