/** Connections to a target, kept alive, with one request at a time on each. */
import type { LookupFunction } from 'node:net';
import { headerOf, type AnswerHead, type Method, type Outcome, type AnswerHeaders } from './exchange.ts';
import { networkFailure } from './network-failure.ts';
import { namingProxy, proxyAgent, type Environment } from './proxy.ts';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface Timeouts {
  readonly connect: number;
  /** Time until the answer begins. */
  readonly headers: number;
  /** Time from there until it is complete. */
  readonly body: number;
}

export const USUAL_TIMEOUTS: Timeouts = { connect: 10_000, headers: 30_000, body: 60_000 };

const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

export interface Sending {
  readonly method: Method;
  /** Relative to the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** The answer is not text, unless it is a refusal. */
  readonly wantsBytes?: boolean;
}

export interface Connection {
  /** One try. Never throws: failures are outcomes too. */
  readonly exchange: (sending: Sending) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

export interface ConnectionOptions {
  readonly baseUrl: string;
  /** The maximum number of requests in flight. */
  readonly most: number;
  /** The maximum size of an answer. */
  readonly mostAnswerBytes?: number;
  readonly timeouts: Timeouts;
  /** The variables that name proxies. */
  readonly environment: Environment;
  /** Replaces the lookup of the host name, unless a proxy looks it up. */
  readonly lookup?: LookupFunction | undefined;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
}

export function connect(options: ConnectionOptions): Connection {
  const { most, mostAnswerBytes = MOST_ANSWER_BYTES, timeouts, environment, lookup, signal } = options;
  const { origin, pathname } = new URL(options.baseUrl);
  const agent = proxyAgent(environment, {
    connections: most,
    pipelining: 1,
    allowH2: false,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: mostAnswerBytes,
    connectTimeout: timeouts.connect,
    connect: { timeout: timeouts.connect, ...(lookup && { lookup }) },
  });
  const prefix = pathname.replace(/\/+$/, '');
  const stop = (): void => void agent.destroy();
  signal?.addEventListener('abort', stop, { once: true });

  const exchange = async ({ method, path, headers, body, wantsBytes }: Sending): Promise<Outcome> => {
    let head: AnswerHead | undefined;
    try {
      const answer = await agent.request({ origin, method, path: prefix + path, headers, body });
      head = { status: answer.statusCode, headers: answer.headers };
      // undici only limits the pause between two chunks; an answer that trickles would never end.
      const timer = setTimeout(() => answer.body.destroy(errorWith('UND_ERR_BODY_TIMEOUT')), timeouts.body);
      try {
        const bytes = await answer.body.bytes();
        if (wantsBytes && head.status < 300) return { type: 'answer', ...head, text: '', bytes };
        return { type: 'answer', ...head, text: answerText(bytes, head, MOST_ANSWER_BYTES) };
      } finally {
        clearTimeout(timer);
      }
    } catch (error) {
      const failure = networkFailure(namingProxy(error, environment), origin);
      return { type: 'failure', failure, ...(head && { head }) };
    }
  };

  return {
    exchange,
    close: async () => {
      signal?.removeEventListener('abort', stop);
      await (signal?.aborted ? agent.destroy() : agent.close());
    },
  };
}

/** Has a code like the errors of Node.js and undici, so that it is classified with them. */
const errorWith = (code: 'UND_ERR_BODY_TIMEOUT' | 'UNREADABLE_ANSWER'): Error =>
  Object.assign(new Error(code), { code });

/** We never ask for compression, but some servers and proxies compress anyway. */
const DECOMPRESS: Readonly<Record<string, (bytes: Uint8Array, limits: { maxOutputLength: number }) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

const utf8 = new TextDecoder();
const CHARSET = /;\s*charset\s*=\s*"?([\w:.-]+)/i;

/**
 * The body of an answer: decompressed, decoded with the declared character set, without a byte order mark. An error
 * answer is decoded as far as possible, because its status matters most.
 */
function answerText(bytes: Uint8Array, { status, headers }: AnswerHead, most: number): string {
  try {
    const [, charset = 'utf-8'] = CHARSET.exec(headerOf(headers, 'content-type') ?? '') ?? [];
    const decoder = charset.toLowerCase() === 'utf-8' ? utf8 : new TextDecoder(charset);
    return decoder.decode(decompressed(bytes, headers, most));
  } catch {
    if (status >= 300) return '';
    throw errorWith('UNREADABLE_ANSWER');
  }
}

function decompressed(bytes: Uint8Array, headers: AnswerHeaders, most: number): Uint8Array {
  if (bytes.length === 0) return bytes;
  const codings = (headerOf(headers, 'content-encoding') ?? '').toLowerCase().split(',');
  const used = codings.map((coding) => coding.trim()).filter((coding) => coding !== '' && coding !== 'identity');
  return used.reduceRight((compressed, coding) => DECOMPRESS[coding]!(compressed, { maxOutputLength: most }), bytes);
}
