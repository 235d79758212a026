/** The editor of `gitcast dev`: the requests of its pages, with everything that they need of the project. */
import { join } from 'node:path';
import type { EditCalls } from '../../editing/call.ts';
import { EditedFiles } from '../../editing/edited-files.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { Configured } from '../dev/follower.ts';
import type { SyncOnSave } from '../dev/sync-on-save.ts';
import type { Outside } from '../outside.ts';
import { boardCalls } from './board-calls.ts';
import { changeCalls } from './change-calls.ts';
import { choiceCalls } from './choice-calls.ts';
import { documentCalls } from './document-calls.ts';
import { uploadCalls } from './upload-call.ts';
import { valueCalls } from './value-calls.ts';

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

/** What the calls of the editor work with. */
export interface Editing extends EditorInput {
  /** Everything is written through these, so that all of it can be undone. */
  readonly files: EditedFiles;
  /** The absolute path of a file in the content folder or in the target's own folder, by its name in diagnostics. */
  readonly pathOf: (file: string) => string | undefined;
}

export function openEditor(input: EditorInput): EditCalls {
  const files = new EditedFiles({ now: () => input.outside.now().getTime(), onWritten: input.touch });
  const editing: Editing = { ...input, files, pathOf: (file) => pathOf(input.configured(), file) };
  return {
    ...valueCalls(editing),
    ...boardCalls(editing),
    ...changeCalls(editing),
    ...choiceCalls(editing),
    ...documentCalls(editing),
    ...uploadCalls(editing),
  };
}

/** A name is one that the content has, or is made from its address: it cannot lead elsewhere. */
function pathOf({ files: { contentFolder, shared, overlay }, target }: Configured, file: string): string | undefined {
  const folders = [
    { prefix: shared.prefix, folder: contentFolder },
    { prefix: overlay.prefix, folder: `${contentFolder}.${target}` },
  ];
  const found = folders.find(({ prefix }) => file.startsWith(prefix));
  const path = found && file.slice(found.prefix.length);
  const isInside = path !== undefined && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isInside ? join(found!.folder, path) : undefined;
}
