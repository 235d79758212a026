/** What the calls of the editor work with. */
import type { EditedFiles } from '../../editing/edited-files.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { Configured } from '../dev/follower.ts';
import type { SyncOnSave } from '../dev/sync-on-save.ts';
import type { Outside } from '../outside.ts';

export interface EditorInput {
  readonly live: LiveSite;
  readonly configured: () => Configured;
  readonly outside: Outside;
  /** The site reads these files now. */
  readonly touch: (paths: ReadonlySet<string>) => void;
  /** Waits until the site has read what was written. */
  readonly settled: () => Promise<void>;
  /** Undefined if nothing is synced. */
  readonly sync: () => SyncOnSave | undefined;
}

export interface Editing extends EditorInput {
  /** Everything is written through these, so that all of it can be undone. */
  readonly files: EditedFiles;
  /** The absolute path of a file in the content folder or in the target's own folder, by its name in diagnostics. */
  readonly pathOf: (file: string) => string | undefined;
  /** What takes several moments: each sees the files, and the content, as the one before left them. */
  readonly inTurn: (act: () => Promise<object>) => Promise<object>;
}
