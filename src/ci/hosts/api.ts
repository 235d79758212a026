/**
 * Calls to the API of a repository's host: JSON, and its pages of results. The token is sent to the
 * API's own origin only, and appears in no message.
 */
import { UserError } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';
import { connect, USUAL_TIMEOUTS } from '../../remote/http/connection.ts';
import type { Method, Outcome, AnswerHeaders } from '../../remote/http/exchange.ts';
import type { NetworkFailure } from '../../remote/http/network-failure.ts';
import { createRedact } from '../../remote/http/redact.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isObject, type JsonObject } from '../../values/json.ts';
import { describeMismatch, listOf, mismatchOf, type Shape } from '../../values/shape.ts';

export interface ApiOptions {
  /** The name of the host in messages. */
  readonly host: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Part of the headers. */
  readonly token: string;
  /** The variables with the proxies to use. */
  readonly variable: (name: string) => string | undefined;
  /** The path of the next page of results, from an answer to this one. */
  readonly nextPage: (headers: AnswerHeaders, path: string) => string | undefined;
  /** The next step after a refusal. */
  readonly suggest: (refusal: { readonly status: number; readonly headers: AnswerHeaders }) => string | undefined;
}

export interface Api {
  readonly read: <T>(path: string, shape: Shape<T>) => Promise<T>;
  readonly readAll: <T>(path: string, shape: Shape<T>) => AsyncIterable<T>;
  readonly write: (method: Exclude<Method, 'GET'>, path: string, body?: JsonObject) => Promise<void>;
  /** The text of a file; undefined if there is none. */
  readonly text: (path: string) => Promise<string | undefined>;
}

/** The host answered with a status that is not a success. */
export class ApiRefusal extends UserError {
  readonly status: number;
  /** The host's own words. */
  readonly said: string;

  constructor(message: string, { status, said, suggestion }: Pick<ApiRefusal, 'status' | 'said' | 'suggestion'>) {
    super(message, { suggestion });
    this.status = status;
    this.said = said;
  }
}

/** Undefined if the host refuses the call in a way that is expected. */
export async function unlessRefused<T>(
  call: Promise<T>,
  isExpected: (refusal: ApiRefusal) => boolean,
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiRefusal && isExpected(error)) return undefined;
    throw error;
  }
}

export const isNotFound = ({ status }: ApiRefusal): boolean => status === 404;

const CONCURRENCY = 4;
/** A larger file is no plan of a broadcast. */
const MOST_ANSWER_BYTES = 20_000_000;

export function openApi({ host, url, headers, token, variable, nextPage, suggest }: ApiOptions): Api {
  const redact = createRedact([token]);
  const connection = connect({
    baseUrl: url,
    environment: variable,
    most: CONCURRENCY,
    mostAnswerBytes: MOST_ANSWER_BYTES,
    timeouts: USUAL_TIMEOUTS,
  });
  const itsAddress = `that ${url} is the address of its API`;

  const failure = (call: string, { what, suggestion }: NetworkFailure): UserError =>
    new UserError(`${host}: ${call} ${what}`, {
      suggestion: suggestion.replace(/(the target's )?`baseUrl`/, itsAddress),
    });

  const refusal = (call: string, { status, headers, text }: Answer): ApiRefusal => {
    const said = redact(printable(messageIn(text))).slice(0, 300);
    return new ApiRefusal(`${host} answered ${call} with ${status}${said === '' ? '' : `: ${said}`}`, {
      status,
      said,
      suggestion: suggest({ status, headers }),
    });
  };

  const exchange = async (method: Method, path: string, body?: JsonObject): Promise<Answer> => {
    const outcome = await connection.exchange({
      method,
      path,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (outcome.type === 'failure') throw failure(nameOf(method, path), outcome.failure);
    return outcome;
  };

  const send = async (method: Method, path: string, body?: JsonObject): Promise<Answer> => {
    const answer = await exchange(method, path, body);
    if (answer.status < 300) return answer;
    throw refusal(nameOf(method, path), answer);
  };

  const parsed = <T>(path: string, { text }: Answer, shape: Shape<T>): T => {
    const value = parsedJson(text);
    const mismatch = mismatchOf(value, shape);
    if (mismatch === undefined) return value as T;
    throw new UserError(
      `${host} answered ${nameOf('GET', path)} with something unexpected: ${redact(printable(describeMismatch(mismatch)))}`,
      { suggestion: `check ${itsAddress}` },
    );
  };

  return {
    read: async (path, shape) => parsed(path, await send('GET', path), shape),
    readAll: async function* (path, shape) {
      for (let page: string | undefined = path; page !== undefined;) {
        const answer = await send('GET', page);
        yield* parsed(page, answer, listOf(shape));
        page = nextPage(answer.headers, page);
      }
    },
    write: async (method, path, body) => void (await send(method, path, body)),
    text: async (path) => {
      const answer = await exchange('GET', path);
      if (answer.status === 404) return undefined;
      if (answer.status < 300) return answer.text;
      throw refusal(nameOf('GET', path), answer);
    },
  };
}

type Answer = Extract<Outcome, { type: 'answer' }>;

const nameOf = (method: Method, path: string): string => `${method} ${path.replace(/\?.*$/, '')}`;

const parsedJson = (text: string): unknown => ifPossible(() => JSON.parse(text));

/** GitHub sends `message`, GitLab `message`, `error` or an object of lists in `message`. */
function messageIn(text: string): string {
  const answer = parsedJson(text);
  const message = isObject(answer) ? (answer['message'] ?? answer['error'] ?? '') : '';
  return typeof message === 'string' ? message : JSON.stringify(message);
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
