/** The interface between the two halves of `gitcast dev`: the engine keeps a site up to date, the server shows it. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EventSpan } from '../site/programme.ts';

/** The site that the dev server shows. */
export interface PreviewSite {
  /** Increases with each change of what is shown. */
  readonly revision: number;
  /** The file at a decoded path from the site's root, such as `program/index.html` or `assets/site.0a1b.css`. */
  file(path: string): string | Uint8Array | undefined;
  /** Where a former path leads, by its decoded path from the site's root. */
  movedTo(path: string): string | undefined;
  /** The documents that a page shows something of, its main one first. By the page's file path. */
  madeFrom(path: string): readonly MadeFrom[];
  /** The pages that show a document, its own page first. By the document's file. */
  pagesOf(file: string): readonly string[];
  /** Errors and warnings of the content and of the build. */
  readonly problems: readonly Diagnostic[];
  /** The instant shown. */
  readonly now: number;
  /** True if the user chose that instant; otherwise it is the real time. */
  readonly isNowChosen: boolean;
  /** `undefined`: the real time. */
  setNow(instant: number | undefined): Promise<void>;
  /** The time zone of the event. */
  readonly timezone: string;
  /** From the first start in the programme to the last end; absent if there is no programme. */
  readonly eventSpan?: EventSpan | undefined;
  readonly sync: SyncView;
  onChange(listener: (change: PreviewChange) => void): () => void;
}

export interface MadeFrom {
  readonly address: string;
  readonly file: string;
  readonly title: string;
  readonly state: DocumentState;
}

/** `local`: a kind that is shown on the site and never synced. */
export type DocumentState = 'in-sync' | 'pending' | 'drifted' | 'conflict' | 'local' | 'unknown';

/** The state of pushing saves. */
export interface SyncView {
  /** Its current activity. `held`: saves wait until a person sends them from the editor. */
  readonly status: 'off' | 'idle' | 'waiting' | 'syncing' | 'held' | 'stopped';
  /** The target's name. */
  readonly target: string;
  /** The last push. */
  readonly last?: { readonly at: number; readonly pushed: number };
  /** The notices for a person. */
  readonly notices: readonly SyncNotice[];
}

/** Something about the last push that a person should see. */
export interface SyncNotice {
  /** The document's address. */
  readonly address: string;
  readonly kind: 'drift' | 'conflict' | 'failed' | 'manual' | 'incomplete';
  /** The notice, in one sentence. */
  readonly message: string;
}

export interface PreviewChange {
  readonly revision: number;
  /** True if pages may be other ones. */
  readonly isOther: boolean;
  readonly changedFiles: readonly string[];
  readonly problemsChanged: boolean;
  readonly syncChanged: boolean;
}
