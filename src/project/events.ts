/** The events that a program can watch during a call. */
import type { Result } from '../apply/run.ts';
import type { ConfigurationEvent } from '../repository/caller.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SyncNotice, SyncView } from '../preview/preview-site.ts';
import type { LoggedDelivery } from '../service/request-log.ts';
import type { LoggedRequest } from '../service/request-log.ts';

/** Anything that a listener can receive. */
export type ProjectEvent = ConfigurationEvent | RunEvent | PublishEvent | DevEvent | ServiceEvent;

/** The steps of a run that makes changes on a target. */
export type RunEvent =
  /** A run begins to make this many changes. */
  | { readonly type: 'run-started'; readonly changes: number }
  /** A change was made, or failed. */
  | { readonly type: 'change-done'; readonly result: Result }
  /** The last change is done; the results are saved next. */
  | { readonly type: 'run-ended' }
  /** The service asked for a pause. */
  | { readonly type: 'rate-limited'; readonly milliseconds: number }
  /** Waiting until the target shows what these changes wait for, until then at the latest (milliseconds since 1970). */
  | { readonly type: 'settling'; readonly changes: number; readonly until: number }
  /** Another run holds the lock; this one waits for it, so long at the most. */
  | { readonly type: 'lock-waited-for'; readonly holder: string; readonly milliseconds: number }
  /** Took over the lock of a run that ended without releasing it. */
  | { readonly type: 'lock-taken-over'; readonly note: string };

/** A file arrived on the host. */
export interface PublishEvent {
  readonly type: 'file-published';
  /** How many files are published. */
  readonly done: number;
  /** How many there are. */
  readonly total: number;
}

/** The events of `dev`, from its start to its end. */
export type DevEvent =
  | ({ readonly type: 'dev-started' } & DevStarted)
  | ({ readonly type: 'dev-standing' } & DevStanding)
  /** Files were saved; `pages` is the number of pages to rebuild. */
  | { readonly type: 'files-saved'; readonly files: readonly string[] }
  /** The problems of the files as they are now. */
  | { readonly type: 'problems'; readonly diagnostics: readonly Diagnostic[] }
  /** The content folder is missing or empty: a checkout or a rename in progress, or a mistake. Nothing is pushed until it is back. */
  | { readonly type: 'content-gone'; readonly folder: string }
  /** `isRestartNeeded`: settings changed that are read only when `dev` starts. */
  | { readonly type: 'configuration-read'; readonly files: readonly string[]; readonly isRestartNeeded: boolean }
  /** The configuration has errors, so the last good one stays in use. */
  | { readonly type: 'configuration-refused'; readonly message: string }
  /** Some changes of files may not be noticed. */
  | { readonly type: 'watch-problem'; readonly message: string }
  /** A save could not be shown. */
  | { readonly type: 'follow-failed'; readonly error: unknown }
  /** Saves are on the target. */
  | { readonly type: 'saves-pushed'; readonly target: string; readonly changes: readonly PushedChange[] }
  /** Something about pushing that a person should see. */
  | { readonly type: 'sync-notice'; readonly target: string; readonly notice: SyncNotice }
  /** A person declined to delete these on the target, so they stay. */
  | { readonly type: 'deletions-declined'; readonly target: string; readonly addresses: readonly string[] };

/** How to reach a running `dev`. */
export interface DevStarted {
  /** The URL of the preview. */
  readonly url: string;
  /** With `host`: a link for another machine, which works once. */
  readonly link?: string | undefined;
  /** The default port, if it was not free. */
  readonly taken: number | undefined;
  /** The name of the broadcast. */
  readonly name: string;
  /** The target that saves are pushed to. */
  readonly target: string | undefined;
  /** True if saves wait until somebody sends them from the editor. */
  readonly isHeld: boolean;
}

/** The present state of `dev`. */
export interface DevStanding {
  /** The number of documents. */
  readonly documents: number;
  /** The number of errors. */
  readonly errors: number;
  /** The number of warnings. */
  readonly warnings: number;
  /** The state of pushing saves. */
  readonly sync: SyncView;
  /** The number of pages open in a browser. */
  readonly clients: number;
}

/** A change that a save made on the target. */
export interface PushedChange {
  /** The action that was taken. */
  readonly action: string;
  /** The document's address. */
  readonly address: string;
}

/** The reports of the embedded service. */
export type ServiceEvent =
  /** It answered a request. */
  | { readonly type: 'request-served'; readonly request: LoggedRequest }
  /** It tried to deliver to a webhook. */
  | { readonly type: 'delivery-attempted'; readonly delivery: LoggedDelivery }
  /** An error inside of it, which its client sees only as a 500 or as a late delivery. */
  | { readonly type: 'service-failed'; readonly message: string; readonly requestId?: string | undefined }
  /** Something that its operator should know. */
  | { readonly type: 'service-notice'; readonly message: string };
