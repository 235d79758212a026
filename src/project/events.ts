/** The events that a program can watch during a call. */
import type { Result } from '../apply/run.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SyncNotice, SyncView } from '../preview/preview-site.ts';
import type { LoggedRequest } from '../service/request-log.ts';
import type { Receipt } from '../webhooks/receiver.ts';
import type { ChangedFile } from '../git/side-branch.ts';
import type { PullConflict, Skipped } from '../pull/pull-plan.ts';

export type ProjectEvent = RunEvent | KeyEvent | DevEvent | ServerEvent;

/** The steps of a run that makes changes on a target. */
export type RunEvent =
  | { readonly type: 'run-started'; readonly changes: number }
  | { readonly type: 'change-done'; readonly result: Result }
  | { readonly type: 'run-ended' }
  /** The service asked for a pause. */
  | { readonly type: 'rate-limited'; readonly milliseconds: number }
  /** Waiting for creations without an answer, until then at the latest (milliseconds since 1970). */
  | { readonly type: 'settling'; readonly creations: number; readonly until: number }
  /** Another run holds the lock; this one waits for it, so long at the most. */
  | { readonly type: 'lock-waited-for'; readonly holder: string; readonly milliseconds: number }
  /** Took over the lock of a run that ended without releasing it. */
  | { readonly type: 'lock-taken-over'; readonly note: string };

/** Where a target's key is sent. `variables` are the environment variables that hold it. */
export type KeyEvent =
  | {
      readonly type: 'key-sent-first';
      readonly target: string;
      readonly variables: readonly string[];
      readonly host: string;
    }
  | { readonly type: 'host-not-remembered'; readonly target: string; readonly reason: string };

/** The events of `dev`, from its start to its end. */
export type DevEvent =
  | ({ readonly type: 'dev-started' } & DevStarted)
  | ({ readonly type: 'dev-standing' } & DevStanding)
  /** Files were saved; `pages` is the number of pages to rebuild. */
  | { readonly type: 'files-saved'; readonly files: readonly string[]; readonly pages: number }
  | { readonly type: 'problems'; readonly diagnostics: readonly Diagnostic[] }
  /** The content folder is missing: a checkout in progress, or a mistake. Nothing is pushed until it is back. */
  | { readonly type: 'content-gone'; readonly folder: string }
  /** `isRestartNeeded`: settings changed that are read only when `dev` starts. */
  | { readonly type: 'configuration-read'; readonly files: readonly string[]; readonly isRestartNeeded: boolean }
  | { readonly type: 'configuration-refused'; readonly message: string }
  | { readonly type: 'watch-problem'; readonly message: string }
  | { readonly type: 'follow-failed'; readonly error: unknown }
  | { readonly type: 'saves-pushed'; readonly target: string; readonly changes: readonly PushedChange[] }
  | { readonly type: 'sync-notice'; readonly target: string; readonly notice: SyncNotice }
  /** A person declined to delete these on the target, so they stay. */
  | { readonly type: 'deletions-declined'; readonly target: string; readonly addresses: readonly string[] };

export interface DevStarted {
  readonly url: string;
  /** The default port, if it was not free. */
  readonly taken: number | undefined;
  /** The name of the broadcast. */
  readonly name: string;
  /** The target that saves are pushed to. */
  readonly target: string | undefined;
}

export interface DevStanding {
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  readonly sync: SyncView;
  /** The number of pages open in a browser. */
  readonly clients: number;
}

export interface PushedChange {
  readonly action: string;
  readonly address: string;
}

/** Requests and deliveries that reach a server on this machine. */
export type ServerEvent =
  | { readonly type: 'request-served'; readonly request: LoggedRequest }
  | { readonly type: 'delivery'; readonly receipt: Receipt }
  | { readonly type: 'remote-edits'; readonly event: PullEvent };

/** The results of received deliveries. */
export type PullEvent =
  | ({ readonly kind: 'pulled'; readonly branch: string; readonly deliveries: readonly string[] } & PulledBranch)
  | { readonly kind: 'waiting'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: string; readonly suggestion: string | null };

export interface PulledBranch {
  readonly commit: string | undefined;
  readonly files: readonly ChangedFile[];
  readonly pushed: boolean;
  readonly notPushed?: string;
  readonly conflicts: readonly PullConflict[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
}
