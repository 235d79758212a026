/** What a program can watch while a call is under way. */
import type { Result } from '../apply/run.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SyncNotice, SyncView } from '../preview/preview-site.ts';
import type { LoggedRequest } from '../service/request-log.ts';
import type { Receipt } from '../webhooks/receiver.ts';
import type { PullEvent } from './pull/pull-event.ts';

export type ProjectEvent = RunEvent | KeyEvent | DevEvent | ServerEvent;

/** The steps of a run that makes changes on a target. */
export type RunEvent =
  | { readonly type: 'run-started'; readonly changes: number }
  | { readonly type: 'change-done'; readonly result: Result }
  | { readonly type: 'run-ended' }
  /** The service asked for a pause. */
  | { readonly type: 'rate-limited'; readonly milliseconds: number }
  /** Creations without an answer are waited for, at the latest until then (milliseconds since 1970). */
  | { readonly type: 'settling'; readonly creations: number; readonly until: number }
  /** The lock of a run that has ended without releasing it was taken over. */
  | { readonly type: 'lock-taken-over'; readonly note: string };

/** Where the key of a target goes. `variables` hold it. */
export type KeyEvent =
  | {
      readonly type: 'key-sent-first';
      readonly target: string;
      readonly variables: readonly string[];
      readonly host: string;
    }
  | { readonly type: 'host-not-remembered'; readonly target: string; readonly reason: string };

/** What `dev` sees and does, from its start to its end. */
export type DevEvent =
  | ({ readonly type: 'dev-started' } & DevStarted)
  | ({ readonly type: 'dev-standing' } & DevStanding)
  /** Files were saved, and so many pages are made anew. */
  | { readonly type: 'files-saved'; readonly files: readonly string[]; readonly pages: number }
  | { readonly type: 'problems'; readonly diagnostics: readonly Diagnostic[] }
  /** The content folder is gone: a checkout under way, or a mistake. Nothing is pushed until it is back. */
  | { readonly type: 'content-gone'; readonly folder: string }
  /** `isRestartNeeded`: settings changed that count only when `dev` starts. */
  | { readonly type: 'configuration-read'; readonly files: readonly string[]; readonly isRestartNeeded: boolean }
  | { readonly type: 'configuration-refused'; readonly message: string }
  | { readonly type: 'watch-problem'; readonly message: string }
  | { readonly type: 'follow-failed'; readonly error: unknown }
  | { readonly type: 'saves-pushed'; readonly target: string; readonly changes: readonly PushedChange[] }
  | { readonly type: 'sync-notice'; readonly target: string; readonly notice: SyncNotice }
  /** A person did not want these to be deleted on the target, and they stay. */
  | { readonly type: 'deletions-declined'; readonly target: string; readonly addresses: readonly string[] };

export interface DevStarted {
  readonly url: string;
  /** The usual port, where it was not free. */
  readonly taken: number | undefined;
  /** The name of the broadcast. */
  readonly name: string;
  /** Where saves are pushed to. */
  readonly target: string | undefined;
}

export interface DevStanding {
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  readonly sync: SyncView;
  /** How many pages are open in a browser. */
  readonly clients: number;
}

export interface PushedChange {
  readonly action: string;
  readonly address: string;
}

/** What reaches a server on this machine. */
export type ServerEvent =
  | { readonly type: 'request-served'; readonly request: LoggedRequest }
  | { readonly type: 'delivery'; readonly receipt: Receipt }
  | { readonly type: 'remote-edits'; readonly event: PullEvent };
