/**
 * What is on its way into a project, in `.gitcast/unfinished/`: a file there is neither read as content nor committed. Steps that
 * belong together are noted there before the first one. A failure takes them back, and the next command takes back those of a
 * process that was killed.
 */
import { hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ifPossible } from '../values/if-possible.ts';
import { once } from '../values/once.ts';
import { fateOf, thisProcess, type ProcessIdentity } from './processes.ts';
import { unfinishedName } from './replace-file.ts';
import { refuseLinkOutOf } from './symbolic-links.ts';

/** A file or a folder gets another name: absolute paths. */
export interface Step {
  readonly from: string;
  readonly to: string;
  /** Of a new text, which takes the place of a file: its digest, and the copy of that file, or null if there was none. */
  readonly text?: { readonly digest: string; readonly before: string | null };
}

const [OWNER, STEPS] = ['owner.json', 'steps.json'];

const unfinishedIn = (root: string): string => join(root, '.gitcast', 'unfinished');

/** Each process has a folder of its own there. */
export function beginUnfinished(root: string): string {
  const folder = join(unfinishedIn(root), randomUUID());
  refuseLinkOutOf(root, folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, OWNER), JSON.stringify(thisProcess()));
  return folder;
}

/** From now on, the steps are taken back if this process is killed. */
export function noteSteps(folder: string, steps: readonly Step[]): void {
  const file = join(folder, STEPS);
  writeFileSync(file, '');
  const note: Note = { inode: statSync(file).ino, steps };
  writeFileSync(file, JSON.stringify(note), { flush: true });
  syncFolder(folder);
}

/** With the inode of its own file: a note that came with a repository, or that was copied, is not believed. */
interface Note {
  readonly inode: number;
  readonly steps: readonly Step[];
}

/** None if no step was taken. Undefined if the note is not believed. */
function notedSteps(folder: string): readonly Step[] | undefined {
  const file = join(folder, STEPS);
  const note = ifPossible(() => JSON.parse(readFileSync(file, 'utf8')) as Note);
  if (!note) return [];
  return note.inode === statSync(file).ino ? note.steps : undefined;
}

/** Nothing is taken back from now on. */
export function endUnfinished(root: string, folder: string): void {
  rmSync(join(folder, STEPS), { force: true });
  rmSync(folder, { recursive: true, force: true });
  removeEmptyAbove(folder, root);
}

export function takeStep({ from, to }: Step): void {
  mkdirSync(dirname(to), { recursive: true });
  // Left by a checkout: git has no empty folders.
  if (!isSameFile(from, to)) ifPossible(() => rmdirSync(to));
  moveFile(from, to);
}

export function takeStepsBack(root: string, steps: readonly Step[]): void {
  for (const step of steps.toReversed()) {
    ifPossible(() => takeStepBack(step));
    removeEmptyAbove(step.to, root);
  }
}

function takeStepBack({ from, to, text }: Step): void {
  if (!text) {
    const isTaken = existsSync(to) && (!existsSync(from) || isSameFile(from, to));
    if (isTaken) return takeStep({ from: to, to: from });
  } else if (digestOf(readFileSync(to)) === text.digest) {
    // Otherwise somebody has edited it since.
    if (text.before === null) rmSync(to);
    else moveFile(text.before, to);
  }
}

/** A linked folder may be on another disk: then the file is copied there first. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const beside = unfinishedName(to);
    copyFileSync(from, beside);
    renameSync(beside, to);
    rmSync(from);
  }
}

/** On a disk that ignores case, a name in another case is the same file. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

function removeEmptyAbove(path: string, root: string): void {
  for (let folder = dirname(path); folder.startsWith(root) && folder !== root; folder = dirname(folder))
    if (ifPossible(() => (rmdirSync(folder), true)) === undefined) return;
}

/** Makes a new or removed name durable. Windows cannot open a folder; renames are already durable there. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncFile(folder, 'r');
}

export function syncFile(file: string, mode: 'r' | 'r+'): void {
  const handle = openSync(file, mode);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export const digestOf = (content: string | Uint8Array): string => hash('sha256', content, 'base64url');

/** Takes back what processes left behind that were killed. Returns how many of them had taken a step. */
export function takeBackUnfinished(root: string): number {
  const folders = (ifPossible(() => readdirSync(unfinishedIn(root))) ?? []).map((name) =>
    join(unfinishedIn(root), name),
  );
  return folders.filter((folder) => {
    const steps = isLeft(folder) ? notedSteps(folder) : undefined;
    if (!steps) return false;
    takeStepsBack(root, steps);
    endUnfinished(root, folder);
    return steps.length > 0;
  }).length;
}

const here = once(thisProcess);

function isLeft(folder: string): boolean {
  const owner = ifPossible(() => JSON.parse(readFileSync(join(folder, OWNER), 'utf8')) as ProcessIdentity);
  if (!owner) return false;
  const fate = fateOf(owner, { here: here(), lastSeen: statSync(folder).mtimeMs, now: Date.now() });
  return fate === 'ended' || fate === 'restarted';
}
