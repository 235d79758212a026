/**
 * Decides what follows from an outcome: done, retry, or failed. It depends on the method: reads and idempotent writes
 * are retried after transient failures. A POST whose answer was lost is never sent again from here, because it may have
 * been carried out: the caller has to check first.
 */
import { RemoteError, type RemoteErrorDetails } from '../diagnostics/errors.ts';
import type { Json } from '../values/json.ts';
import { LONGEST_WAIT } from './http/budget.ts';
import { DEEPEST_ANSWER, parseAnswer, TooDeep } from './answer-json.ts';
import { errorText, htmlTitle, saysError, refusal } from './refusal.ts';
import { headerOf, type History, type Method, type Outcome, type AnswerHeaders } from './http/exchange.ts';
import type { Redact } from './http/redact.ts';

export type Verdict =
  | {
      readonly type: 'done';
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly body: Json | undefined;
      /** Parts of the body with keys that programs may misread. */
      readonly doubtful: ReadonlySet<Json>;
      /** The length of its text, in characters. */
      readonly size?: number;
    }
  /** `doubtful`: this try may have been carried out. */
  | { readonly type: 'again'; readonly doubtful: boolean }
  | { readonly type: 'failed'; readonly error: RemoteError };

export interface Case {
  readonly method: Method;
  readonly path: string;
  readonly outcome: Outcome;
  readonly history: History;
  readonly redact: Redact;
}

const MOST_TRIES = 5;
const MOST_REFUSALS = 10;

export function judge(given: Case): Verdict {
  return given.outcome.type === 'answer' ? judgeAnswer(given, given.outcome) : judgeFailure(given, given.outcome);
}

type Failure = Extract<Outcome, { type: 'failure' }>;
type Answer = Extract<Outcome, { type: 'answer' }>;

function judgeFailure(given: Case, { failure, head }: Failure): Verdict {
  const { type, sent, passing, what, suggestion } = failure;
  const { method, history } = given;
  const isDone = head !== undefined && isSuccess(head.status);
  if (sent && (method === 'POST' || (method !== 'GET' && isDone))) {
    return lostReply(given, what, { ...(head && { head }), made: isDone ? 'yes' : 'unknown' });
  }
  if (passing && history.failures + 1 < MOST_TRIES) return again(sent);
  return failed(given, what, { type, suggestion, made: made(method, sent || history.doubtful) });
}

function judgeAnswer(given: Case, answer: Answer): Verdict {
  const { method, history, redact } = given;
  const { status, text } = answer;
  if (isSuccess(status)) return judgeSuccess(given, answer);
  if (status === 429) {
    const isPatient = history.refusals + 1 < MOST_REFUSALS && history.waited < LONGEST_WAIT;
    return isPatient ? { type: 'again', doubtful: false } : { type: 'failed', error: refusal(given, answer) };
  }
  if (status >= 500 || status === 408) {
    const said = errorText(text, redact);
    const what = `was answered with ${status}${said === undefined ? '' : `: ${said}`}`;
    if (method === 'POST') return lostReply(given, what, { head: answer, made: 'unknown' });
    if (history.failures + 1 < MOST_TRIES) return again(method !== 'GET');
    const suggestion = 'the service has a problem: try again later';
    return failed(given, what, { type: 'server-error', status, suggestion, made: made(method, true) });
  }
  if (status === 412 && history.doubtful) {
    const what = 'was refused because the object has changed, perhaps through an earlier try of the same request';
    return lostReply(given, what, { head: answer, made: 'unknown' });
  }
  return { type: 'failed', error: refusal(given, answer) };
}

function judgeSuccess(given: Case, answer: Answer): Verdict {
  const { method, history, redact } = given;
  const { text, headers, status } = answer;
  if (text.trim() === '') return { type: 'done', status, headers, body: undefined, doubtful: new Set() };
  try {
    const { value: body, doubtful } = parseAnswer(text);
    return saysError(body)
      ? errorInside(given, answer)
      : { type: 'done', status, headers, body, doubtful, size: text.length };
  } catch (error) {
    if (error instanceof TooDeep) {
      const what = `was answered with JSON nested more than ${DEEPEST_ANSWER} levels deep`;
      if (method !== 'GET') return lostReply(given, what, { head: answer, made: 'yes' });
      return failed(given, what, {
        type: 'malformed',
        status,
        suggestion: "check the target's `baseUrl`; if it is correct, report this to the service's operator",
      });
    }
    if (!isMeantAsJson(headers, text)) {
      const title = errorText(htmlTitle(text) === undefined ? '' : text, redact);
      return failed(given, `was answered with something other than JSON${title === undefined ? '' : ` (“${title}”)`}`, {
        type: 'not-json',
        status,
        made: made(method, true),
        suggestion: "check the target's `baseUrl`; a proxy or a sign-in page may be in between",
      });
    }
    const what = 'was answered with incomplete JSON';
    if (method !== 'GET') return lostReply(given, what, { head: answer, made: 'yes' });
    if (history.failures + 1 < MOST_TRIES) return again(false);
    return failed(given, what, {
      type: 'malformed',
      status,
      suggestion: 'try again; something truncates the answers',
    });
  }
}

/** A success by its status and an error by its body: there is no way to know which is true. */
function errorInside(given: Case, { status, text }: Answer): Verdict {
  const said = errorText(text, given.redact);
  return failed(given, `was answered with ${status} and an error${said === undefined ? '' : `: ${said}`}`, {
    type: given.method === 'GET' ? 'malformed' : 'refused',
    status,
    made: made(given.method, true),
    suggestion: "check the target's `baseUrl`; if it is correct, the service has a problem: try again later",
  });
}

function isMeantAsJson(headers: AnswerHeaders, text: string): boolean {
  const type = headerOf(headers, 'content-type') ?? '';
  return type === '' ? /^\s*[[{]/.test(text) : /\bjson\b/i.test(type);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const again = (doubtful: boolean): Verdict => ({ type: 'again', doubtful });
const made = (method: Method, mayBe: boolean): 'no' | 'unknown' => (method !== 'GET' && mayBe ? 'unknown' : 'no');

function failed({ method, path, redact }: Case, what: string, details: RemoteErrorDetails): Verdict {
  return { type: 'failed', error: new RemoteError(`${method} ${redact(path)} ${what}`, details) };
}

interface Lost {
  readonly head?: { readonly status: number; readonly headers: AnswerHeaders };
  readonly made: 'yes' | 'unknown';
}

function lostReply(given: Case, what: string, { head, made }: Lost): Verdict {
  const id = head && made === 'yes' ? idInLocation(head.headers, given.path) : undefined;
  return failed(given, what, {
    type: 'lost-reply',
    made,
    ...(head && { status: head.status }),
    ...(id !== undefined && { id }),
    suggestion: 'run the command again: it checks what was created before it sends anything',
  });
}

/**
 * The id at the end of `Location`, which the answer to a creation at this path may have. Below a different path it
 * belongs to something else, such as a pending job.
 */
export function idInLocation(headers: AnswerHeaders, path: string): string | undefined {
  const parts = headerOf(headers, 'location')
    ?.replace(/[?#].*$/, '')
    .split('/');
  const [collection, last] = [parts?.at(-2), parts?.at(-1)];
  if (last === undefined || last === '' || (collection ?? '') !== path.split('/').at(-1)) return undefined;
  return decode(last);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
