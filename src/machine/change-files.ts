/**
 * The one writer of a project's files. Changes that belong together are all made, or none: the new texts are written elsewhere
 * first, which takes a while, and then everything takes its place at once. A failure takes back what was done, and the next
 * command takes back what a killed process has begun (unfinished.ts). State and site have writers of their own.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { ifPossible } from '../values/if-possible.ts';
import { inTurn } from '../values/in-turn.ts';
import { isSameFile, syncFile, syncFolder } from './disk-steps.ts';
import { reasonOfDisk } from './disk-failure.ts';
import { holdingSignals } from './hold-signals.ts';
import { realPath, refuseLinkElsewhere } from './symbolic-links.ts';
import {
  beginUnfinished,
  digestOf,
  endsOf,
  endUnfinished,
  noteSteps,
  pathInTree,
  takePlace,
  takeStepsBack,
  type Step,
  type Unfinished,
} from './unfinished.ts';

export type Content = string | Uint8Array;

/** A file by its absolute path. Undefined: there is no such file. */
export interface FileChange<C extends Content = Content> {
  readonly path: string;
  readonly before: C | undefined;
  readonly after: C | undefined;
}

/** A file or a folder that gets another name, or that goes, whatever is in it: absolute paths. */
export interface Move {
  readonly from: string;
  readonly to: string | undefined;
}

export type Change = FileChange | Move;

/** Undefined if there is no such file. */
export function contentOf(path: string): Buffer | undefined {
  try {
    return existsSync(path) ? readFileSync(path) : undefined;
  } catch (error) {
    const reason = reasonOfDisk(error);
    throw reason === undefined ? error : new UserError(`${path} cannot be read: ${reason}`, { cause: error });
  }
}

/** A new content, whatever the file has now. */
export const changeTo = (path: string, after: Content): FileChange => ({ path, before: contentOf(path), after });

export const isSameContent = (one: Content | undefined, other: Content | undefined): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && Buffer.from(one as string).equals(Buffer.from(other as string)));

/** Making a file durable takes a while, so several are at once. */
const AT_ONCE = 16;

/** `root`: the folder of the project. Signals that would end the program wait until this is done. */
export const changeFiles = (root: string, changes: readonly Change[]): Promise<void> =>
  holdingSignals(async () => {
    for (const copies of changing(root, changes))
      await inTurn(copies, AT_ONCE, async ({ file, of }) => flush(file).catch(failing(root, of)));
  });

/** The same for a few files, before anything else happens in this process. */
export function changeFilesAtOnce(root: string, changes: readonly Change[]): void {
  for (const copies of changing(root, changes))
    for (const { file, of } of copies) orFail(root, of, () => syncFile(file, 'r+'));
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

/** A new text, or what it replaces. */
interface Copy {
  readonly file: string;
  /** The file that it is about. */
  readonly of: string;
}

/** Yields the copies that have to be durable before anything takes its place. */
function* changing(root: string, changes: readonly Change[]): Generator<readonly Copy[], void, void> {
  if (changes.length === 0) return;
  for (const change of changes) refuse(root, change);
  // One step is whole by itself, and saves of the editor wait for nothing else.
  const isAlone = changes.length === 1;
  const begun = orFail(root, undefined, () => beginUnfinished(root));
  const copies: Copy[] = [];
  const copy = (file: string, content: Content, of: string, mode: number | undefined): void =>
    orFail(root, of, () => {
      writeFileSync(file, content, { flag: 'wx' });
      if (mode !== undefined) chmodSync(file, mode);
      copies.push({ file, of });
    });
  try {
    const steps = changes.map((change, index): Step => {
      const inTree = (path: string): string => pathInTree(begun, path);
      if ('from' in change || change.after === undefined) {
        const { from, to } = 'from' in change ? change : { from: change.path, to: undefined };
        return { from: inTree(from), ...(to !== undefined && { to: inTree(to) }) };
      }
      const { path, before, after } = change;
      const mode = statSync(path, { throwIfNoEntry: false })?.mode;
      copy(join(begun.folder, `${index}.after`), after, path, mode);
      if (before !== undefined && !isAlone) copy(join(begun.folder, `${index}.before`), before, path, mode);
      // A link stays one, and what it leads to is written.
      return { to: inTree(realPath(path)), text: { digest: digestOf(after), isNew: before === undefined } };
    });
    yield copies;
    // An editor may have saved a file since.
    for (const change of changes) refuse(root, change);
    if (!isAlone) orFail(root, root, () => noteSteps(begun, steps));
    take(root, begun, steps);
  } finally {
    endUnfinished(begun);
  }
}

function take(root: string, begun: Unfinished, steps: readonly Step[]): void {
  const ends = steps.map((step, index) => endsOf(begun, step, index));
  let current = root;
  try {
    for (const [index, each] of ends.entries()) {
      current = join(begun.root, steps[index]!.to ?? steps[index]!.from!);
      takePlace(each);
    }
    const folders = new Set(ends.flatMap(({ from, to }) => [dirname(from), dirname(to)]));
    // A folder that has moved is not there any more.
    for (const each of folders) if (each !== begun.folder && existsSync(each)) syncFolder(each);
  } catch (error) {
    takeStepsBack(begun, steps);
    failing(realPath(root), current)(error);
  }
}

function orFail<T>(root: string, path: string | undefined, act: () => T): T {
  try {
    return act();
  } catch (error) {
    return failing(root, path)(error);
  }
}

const failing =
  (root: string, path: string | undefined) =>
  (error: unknown): never => {
    if (error instanceof UserError) throw error;
    const reason = reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error));
    const name = nameIn(root, path ?? (error as NodeJS.ErrnoException).path ?? root);
    throw new UserError(`${name} could not be written, so nothing was changed: ${reason}`, { cause: error });
  };

function refuse(root: string, change: Change): void {
  if ('from' in change) {
    refuseLinkElsewhere(root, change.from);
    if (change.to === undefined) return;
    refuseLinkElsewhere(root, change.to);
    const isTaken = existsSync(change.to) && !isSameFile(change.from, change.to) && !isEmptyFolder(change.to);
    if (isTaken) throw new UserError(`${nameIn(root, change.to)} exists already`);
    return;
  }
  const { path, before } = change;
  refuseLinkElsewhere(root, path);
  if (!isSameContent(contentOf(path), before)) {
    const name = nameIn(root, path);
    throw new UserError(
      before === undefined
        ? `${name} exists already`
        : `${name} was changed in the meantime, so nothing was changed here: try again`,
    );
  }
  if (before !== undefined && (statSync(path).mode & 0o222) === 0)
    throw new UserError(`${nameIn(root, path)} is read-only, so nothing was changed`);
}

const isEmptyFolder = (path: string): boolean => ifPossible(() => readdirSync(path).length === 0) ?? false;

function nameIn(root: string, path: string): string {
  const name = relative(root, path).replaceAll(sep, '/');
  return name === '' || name.startsWith('..') ? path : name;
}
