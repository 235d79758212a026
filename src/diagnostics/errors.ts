import type { Diagnostic } from './diagnostic.ts';

/** A problem that the user can fix: shown as a sentence, never with a stack trace. */
export class UserError extends Error {
  /** Always `UserError`. */
  override readonly name = 'UserError';
  /** The next step, if there is one. */
  readonly suggestion: string | undefined;
  /** The problems in files that caused it. */
  readonly diagnostics: readonly Diagnostic[];
  /** What a program gets besides: the result of a run that was refused as a whole. */
  readonly report: object | undefined;

  constructor(
    message: string,
    details: {
      suggestion?: string | undefined;
      diagnostics?: readonly Diagnostic[];
      report?: object | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.suggestion = details.suggestion;
    this.diagnostics = details.diagnostics ?? [];
    this.report = details.report;
  }
}

/** Ways in which a request to a target can fail. */
export type RemoteErrorType =
  /** 401: the key is missing, wrong or revoked. Nothing else will work either. */
  | 'unauthorised'
  /** 403 */
  | 'forbidden'
  /** 404 */
  | 'not-found'
  /** 412: the object has changed since it was read. */
  | 'changed'
  /** Any other 4xx, or a response that reports a failure. */
  | 'refused'
  /** 429 after every retry. */
  | 'rate-limited'
  /** 5xx after every retry. */
  | 'server-error'
  | 'redirected'
  /** HTML or anything else that no service with this interface sends. */
  | 'not-json'
  /** JSON or HTTP that is truncated or invalid. */
  | 'malformed'
  | 'timed-out'
  | 'disconnected'
  | 'unreachable'
  | 'unknown-host'
  | 'tls'
  /** Refused by gitcast, before it was sent. */
  | 'too-large'
  /** A write whose response did not arrive: it may have taken effect. */
  | 'lost-reply'
  /** The user stopped the run before it was sent. */
  | 'interrupted'
  /** The profile has no such operation. */
  | 'unsupported';

/** The details of a failed request. */
export interface RemoteErrorDetails {
  readonly type: RemoteErrorType;
  /** Did the service carry out the request? `unknown` if the response was lost. */
  readonly made?: 'no' | 'yes' | 'unknown';
  /** The status of the response, if there was one. */
  readonly status?: number;
  /** The id of the created object, if it is known although the response was lost. */
  readonly id?: string;
  /** The next step, if there is one. */
  readonly suggestion?: string;
  /** The request was never sent, because an earlier failure stopped the run; the message is that failure's. */
  readonly unsent?: true;
}

/** A failed request to a target. It has no `cause`: errors thrown by libraries may contain a key. */
export class RemoteError extends Error {
  /** Always `RemoteError`. */
  override readonly name = 'RemoteError';
  readonly type: RemoteErrorType;
  /** Did the service carry out the request? `unknown` if the response was lost. */
  readonly made: 'no' | 'yes' | 'unknown';
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** The id of the created object, if it is known although the response was lost. */
  readonly id: string | undefined;
  /** The next step, if there is one. */
  readonly suggestion: string | undefined;
  /** True if the request was never sent, because an earlier failure stopped the run. */
  readonly unsent: boolean;

  constructor(message: string, { type, made = 'no', status, id, suggestion, unsent }: RemoteErrorDetails) {
    super(message);
    this.type = type;
    this.made = made;
    this.status = status;
    this.id = id;
    this.suggestion = suggestion;
    this.unsent = unsent ?? false;
  }
}

/** A bug in gitcast: shown with what to report. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** A handler of rejections that expects one type of error. Any other error goes on. */
export const expecting =
  <E, T>(type: abstract new (...args: never[]) => E, handle: (error: E) => T) =>
  (error: unknown): T => {
    if (error instanceof type) return handle(error);
    throw error;
  };

/** Ends a switch over a closed union: a value that no case handles stops the program instead of passing for another. */
export function assertNever(value: never): never {
  throw new InternalError(`unexpected value ${tagOf(value)}`);
}

/** An object shows only its tag: its other fields may hold a secret. */
function tagOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { type, kind, code } = value as Readonly<Record<string, unknown>>;
  return String(type ?? kind ?? code ?? 'without a type');
}
