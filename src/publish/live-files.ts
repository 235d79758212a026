/** Reads files of a live site: with bounded concurrency, retries, redirects and decoded bodies, and without keeping them. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fetch, type Response } from 'undici';
import { networkFailure } from '../remote/http/network-failure.ts';
import { proxyAgent, type Environment } from '../remote/http/proxy.ts';
import type { SiteFile } from './manifest.ts';

export interface LiveOptions {
  /** The variables that name proxies. */
  readonly environment: Environment;
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before the first retry; each further one takes twice as long. */
  readonly pause?: number;
}

export type LiveFile = (SiteFile & Where & { readonly type: 'file' }) | (Where & { readonly type: 'absent' }) | Unread;

/** It is unknown whether there is one: the server failed, or cannot be reached. */
interface Unread {
  readonly type: 'unread';
  readonly reason: string;
  readonly status?: number;
}

export type Presence = { readonly type: 'there' | 'absent' } | Unread;

interface Where {
  readonly status: number;
  /** The address that the server redirected to, if it did. */
  readonly redirected?: string;
}

export interface LiveFiles {
  /** The digest and size of a file. */
  readonly look: (url: string) => Promise<LiveFile>;
  /** True if there is a file. */
  readonly ask: (url: string) => Promise<Presence>;
  /** The text of a small file; undefined if there is none. */
  readonly readText: (url: string) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

const TRIES = 4;
const PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const MOST_TEXT_BYTES = 256 * 1024 * 1024;
const TIMEOUTS = { connectTimeout: 10_000, headersTimeout: 30_000, bodyTimeout: 60_000 };

export function openLiveFiles({ environment, concurrency, signal, pause = PAUSE }: LiveOptions): LiveFiles {
  const dispatcher = proxyAgent(environment, { connections: concurrency, ...TIMEOUTS });
  const send = async (url: string, { method = 'GET' }: Manner): Promise<Response> =>
    // A cache that still has the previous site is asked to look again.
    fetch(url, { method, dispatcher, signal: signal ?? null, headers: { 'cache-control': 'no-cache' } });

  /** Retries what may be temporary. */
  const attempt = async <T>(url: string, read: Read<T>, manner: Manner = {}): Promise<T | Unread> => {
    for (let tries = 1; ; tries++) {
      const outcome = await once(url, read, manner);
      if ('value' in outcome) return outcome.value;
      if (tries === TRIES || !outcome.isTemporary) return { type: 'unread', reason: outcome.reason };
      await wait(Math.min(outcome.after ?? pause * 2 ** (tries - 1), LONGEST_PAUSE), undefined, { signal });
    }
  };
  const once = async <T>(url: string, read: Read<T>, manner: Manner): Promise<{ readonly value: T } | Failed> => {
    try {
      const answer = await send(url, manner);
      if (answer.status !== 429 && answer.status < 500) return { value: await read(answer) };
      await answer.body?.cancel();
      return { reason: answeredWith(answer.status), isTemporary: true, ...retryAfter(answer) };
    } catch (error) {
      signal?.throwIfAborted();
      const cause = causeOf(error);
      const reason = cause instanceof Error ? REFUSED_BY_FETCH[cause.message] : undefined;
      if (reason !== undefined) return { reason, isTemporary: false };
      const { what, passing } = networkFailure(cause, new URL(url).origin);
      return { reason: `the request ${what}`, isTemporary: passing };
    }
  };

  return {
    async ask(url) {
      const asked = await attempt(url, readPresence, { method: 'HEAD' });
      if (asked !== 'refused' && asked.type !== 'unread') return asked;
      // Some servers do not answer HEAD.
      const read = await attempt(url, readPresence);
      return read === 'refused' ? { type: 'unread', reason: 'the server refuses GET requests' } : read;
    },
    look: (url) => attempt(url, readFile),
    async readText(url) {
      const read = await attempt(url, readText);
      return 'text' in read ? read.text : undefined;
    },
    close: () => dispatcher.close(),
  };
}

interface Manner {
  readonly method?: 'GET' | 'HEAD';
}

type Read<T> = (answer: Response) => Promise<T>;

async function readPresence(answer: Response): Promise<Presence | 'refused'> {
  await answer.body?.cancel();
  if (answer.status === 405) return 'refused';
  if (answer.ok) return { type: 'there' };
  const isAbsent = answer.status === 404 || answer.status === 410;
  return isAbsent ? { type: 'absent' } : { type: 'unread', reason: answeredWith(answer.status) };
}

const answeredWith = (status: number): string =>
  `the server answered ${status}${status === 401 || status === 403 ? ' (not allowed)' : ''}`;

interface Failed {
  readonly reason: string;
  readonly isTemporary: boolean;
  readonly after?: number;
}

/** A page for missing files has a body too: it is the site's 404.html, which is verified like every other file. */
async function readFile(answer: Response): Promise<LiveFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    const data = chunk as Uint8Array;
    hash.update(data);
    bytes += data.length;
  }
  const where = { status: answer.status, ...(answer.redirected && { redirected: answer.url }) };
  if (answer.status === 410) return { type: 'absent', ...where };
  // Behind a password, for example, nobody knows whether the file is there.
  if (!answer.ok && answer.status !== 404)
    return { type: 'unread', reason: answeredWith(answer.status), status: answer.status };
  return { type: 'file', digest: hash.digest('hex').slice(0, 32), bytes, ...where };
}

async function readText(answer: Response): Promise<{ readonly text?: string }> {
  if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > MOST_TEXT_BYTES) {
    await answer.body?.cancel();
    return {};
  }
  return { text: await answer.text() };
}

function retryAfter({ headers }: Response): { readonly after?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { after: seconds * 1000 } : {};
}

/** The messages of `fetch` for what it does not do, which have no code. */
const REFUSED_BY_FETCH: Readonly<Record<string, string>> = {
  'redirect count exceeded': 'the server redirects without end',
  'bad port': 'the port is reserved for another protocol, and browsers do not open it',
};

/** `fetch` wraps the error of the network. */
const causeOf = (error: unknown): unknown =>
  error instanceof TypeError && error.cause !== undefined ? error.cause : error;
