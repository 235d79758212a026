/** The editor of `gitcast dev`: the requests of its pages, with everything that they need of the project. */
import { join, sep } from 'node:path';
import type { EditCalls } from '../../editing/call.ts';
import { EditedFiles } from '../../editing/edited-files.ts';
import type { Configured } from '../dev/follower.ts';
import { boardCalls } from './board-calls.ts';
import { changeCalls } from './change-calls.ts';
import { choiceCalls } from './choice-calls.ts';
import { documentCalls } from './document-calls.ts';
import type { Editing, EditorInput } from './editing.ts';
import { uploadCalls } from './upload-call.ts';
import { valueCalls } from './value-calls.ts';

export function openEditor(input: EditorInput): EditCalls {
  const files = new EditedFiles({
    now: () => input.outside.now().getTime(),
    onWritten: input.touch,
    root: () => input.configured().config.root,
  });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (act: () => Promise<object>): Promise<object> => {
    const turn = last.then(input.settled).then(act);
    last = turn.catch(() => {});
    return turn;
  };
  const editing: Editing = { ...input, files, pathOf: (file) => pathOf(input.configured(), file), inTurn };
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
  const path = found && join(found.folder, file.slice(found.prefix.length));
  return path?.startsWith(found!.folder + sep) ? path : undefined;
}
