/**
 * The one writer of a project's files. Changes that belong together are all made, or none: the new texts are written elsewhere
 * first, which takes a while, and then everything takes its place at once. A failure takes back what was done, and the next
 * command takes back what a killed process has begun (unfinished.ts). State and site have writers of their own.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { ifPossible } from '../values/if-possible.ts';
import { inTurn } from '../values/in-turn.ts';
import { reasonOfDisk } from './disk-failure.ts';
import { holdingSignals } from './hold-signals.ts';
import { refuseLinkElsewhere } from './symbolic-links.ts';
import {
  beginUnfinished,
  digestOf,
  endUnfinished,
  isSameFile,
  noteSteps,
  syncFolder,
  takeStep,
  takeStepsBack,
  type Step,
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
export const contentOf = (path: string): Uint8Array | undefined => (existsSync(path) ? readFileSync(path) : undefined);

/** A new content, whatever the file has now. */
export const changeTo = (path: string, after: Content): FileChange => ({ path, before: contentOf(path), after });

export const isSameContent = (one: Content | undefined, other: Content | undefined): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && Buffer.from(one as string).equals(Buffer.from(other as string)));

/** Making a file durable takes a while, so several are written at once. */
const AT_ONCE = 16;

/** `root`: the folder of the project. Signals that would end the program wait until this is done. */
export async function changeFiles(root: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await holdingSignals(async () => {
    const begun = begin(root, changes);
    try {
      await inTurn(begun.copies, AT_ONCE, async ({ file, content, mode, of }) => {
        const writing = async (): Promise<void> => {
          await writeFile(file, content, NEW);
          if (mode !== undefined) await chmod(file, mode);
        };
        await writing().catch((error: unknown) => fail(root, of, error));
      });
      make(begun);
    } finally {
      endUnfinished(root, begun.folder);
    }
  });
}

/** The same for a few files, before anything else happens in this process. */
export function changeFilesAtOnce(root: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const begun = begin(root, changes);
  let current = '';
  try {
    for (const { file, content, mode, of } of begun.copies) {
      current = of;
      writeFileSync(file, content, NEW);
      if (mode !== undefined) chmodSync(file, mode);
    }
    make(begun);
  } catch (error) {
    fail(root, current, error);
  } finally {
    endUnfinished(root, begun.folder);
  }
}

const NEW = { flag: 'wx', flush: true } as const;

function fail(root: string, path: string, error: unknown): never {
  if (error instanceof UserError) throw error;
  const reason = reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error));
  throw new UserError(`${nameIn(root, path)} could not be written, so nothing was changed: ${reason}`, {
    cause: error,
  });
}

interface Begun {
  readonly root: string;
  readonly changes: readonly Change[];
  /** Has the copies. */
  readonly folder: string;
  readonly copies: readonly Copy[];
  readonly steps: readonly Step[];
}

/** A new text, or what it replaces. */
interface Copy {
  readonly file: string;
  readonly content: Content;
  /** The permissions of the file that is replaced. */
  readonly mode: number | undefined;
  readonly of: string;
}

function begin(root: string, changes: readonly Change[]): Begun {
  for (const change of changes) refuse(root, change);
  const folder = unfinishedFolder(root);
  const copies: Copy[] = [];
  const steps = changes.map((change, index): Step => {
    const [text, before] = [join(folder, `${index}.after`), join(folder, `${index}.before`)];
    if ('from' in change) return { from: change.from, to: change.to ?? before };
    const { path, after } = change;
    if (after === undefined) return { from: path, to: before };
    // A link stays one, and what it leads to is written.
    const to = existsSync(path) ? realpathSync(path) : path;
    const mode = statSync(to, { throwIfNoEntry: false })?.mode;
    copies.push({ file: text, content: after, mode, of: path });
    if (change.before !== undefined && !isAlone(changes))
      copies.push({ file: before, content: change.before, mode, of: path });
    return { from: text, to, text: { digest: digestOf(after), before: change.before === undefined ? null : before } };
  });
  return { root, changes, folder, copies, steps };
}

/** One step is whole by itself, and saves of the editor wait for nothing else. */
const isAlone = (changes: readonly Change[]): boolean => changes.length === 1;

function unfinishedFolder(root: string): string {
  try {
    return beginUnfinished(root);
  } catch (error) {
    return fail(root, root, error);
  }
}

function make({ root, changes, folder, steps }: Begun): void {
  // An editor may have saved a file since.
  for (const change of changes) refuse(root, change);
  if (!isAlone(changes)) noteSteps(folder, steps);
  let current = '';
  try {
    for (const step of steps) {
      current = step.to.startsWith(folder) ? step.from : step.to;
      takeStep(step);
    }
    // A folder that has moved is not there any more.
    const folders = new Set(steps.flatMap(({ from, to }) => [dirname(from), dirname(to)]));
    for (const each of folders) if (each !== folder && existsSync(each)) syncFolder(each);
  } catch (error) {
    takeStepsBack(root, steps);
    fail(root, current, error);
  }
}

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

const nameIn = (root: string, path: string): string => relative(root, path).replaceAll(sep, '/') || path;
