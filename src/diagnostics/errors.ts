import type { Diagnostic } from './diagnostic.ts';

/** Something the user can mend: shown as a sentence, never with a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly suggestion: string | undefined;
  readonly diagnostics: readonly Diagnostic[];

  constructor(
    message: string,
    details: { suggestion?: string | undefined; diagnostics?: readonly Diagnostic[]; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.suggestion = details.suggestion;
    this.diagnostics = details.diagnostics ?? [];
  }
}

/** What went wrong between us and a target. */
export type RemoteErrorType =
  /** 401: the key is missing, wrong or revoked. Nothing else will work either. */
  | 'unauthorised'
  /** 403 */
  | 'forbidden'
  /** 404 */
  | 'not-found'
  /** 412: somebody changed the object since it was read. */
  | 'changed'
  /** Any other 4xx, or an answer that says that it did not do it. */
  | 'refused'
  /** 429, again and again. */
  | 'rate-limited'
  /** 5xx, again and again. */
  | 'server-error'
  | 'redirected'
  /** HTML or something else that no service of this interface answers with. */
  | 'not-json'
  /** JSON or HTTP that breaks off or is none. */
  | 'malformed'
  | 'timed-out'
  | 'disconnected'
  | 'unreachable'
  | 'unknown-host'
  | 'tls'
  /** Refused here, before it was sent. */
  | 'too-large'
  /** A write whose answer did not arrive: it may have been made. */
  | 'lost-reply'
  /** The user stopped the run before it was sent. */
  | 'interrupted'
  /** The profile has no such operation. */
  | 'unsupported';

export interface RemoteErrorDetails {
  readonly type: RemoteErrorType;
  /** Whether the service did what was asked, as far as one can know. */
  readonly made?: 'no' | 'yes' | 'unknown';
  readonly status?: number;
  /** The id of what was created, where it is known although the answer was lost. */
  readonly id?: string;
  readonly suggestion?: string;
  /** The request never left, since the failure of an earlier one stopped the run: this is the reason of that one. */
  readonly unsent?: true;
}

/** Something a target did or did not do. It has no `cause`: what libraries throw may hold a key. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly type: RemoteErrorType;
  readonly made: 'no' | 'yes' | 'unknown';
  readonly status: number | undefined;
  readonly id: string | undefined;
  readonly suggestion: string | undefined;
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

/** Something that should be impossible: shown with what to report. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

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
