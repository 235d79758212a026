/**
 * Changes of files that are on their way. New texts and copies of old ones are in a folder that no checkout can write into
 * (git-folder.ts), with a note of the steps that is written before the first of them. A failure takes them back, and the next
 * command takes back those of a process that was killed. It believes only a note of its own user, about this work tree.
 */
import { hash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { ifPossible } from '../values/if-possible.ts';
import { once } from '../values/once.ts';
import * as is from '../values/shape.ts';
import { privateFolder, type PrivateFolder } from './git-folder.ts';
import { isSameFile, moveFile, removeEmptyAbove, syncFolder } from './disk-steps.ts';
import { fateOf, processFields, thisProcess } from './processes.ts';
import { realPath } from './symbolic-links.ts';

/** From the root, with `/` between the parts: below it, and in no git directory. */
const path = is.shape<string>('a path in the work tree', (value) => typeof value === 'string' && isPath(value));

function isPath(value: string): boolean {
  const parts = relative(sep, resolve(sep, value)).split(sep);
  return value !== '' && parts.join('/') === value && !parts.some((part) => part.toLowerCase() === '.git');
}

/** Without `from`, a new text gets its place, and `text` has its digest. Without `to`, something goes. */
const step = is.object({
  from: is.optional(path),
  to: is.optional(path),
  text: is.optional(is.object({ digest: is.text, isNew: is.flag })),
});

/** A file or a folder gets another place. */
export type Step = is.InferOf<typeof step>;

const note = is.object({ owner: is.object(processFields), root: is.text, steps: is.listOf(step) });

/** Changes of one process in a work tree. `folder`: has its note, and texts and copies by the index of their step. */
export type Unfinished = PrivateFolder;

const unfinishedIn = ({ folder }: PrivateFolder): string => join(folder, 'unfinished');

const noteIn = (folder: string): string => join(folder, 'note.json');

export function beginUnfinished(project: string): Unfinished {
  mkdirSync(project, { recursive: true });
  const own = privateFolder(project);
  const begun = { root: own.root, folder: join(unfinishedIn(own), randomUUID()) };
  mkdirSync(unfinishedIn(own), { recursive: true });
  mkdirSync(begun.folder, { recursive: true, mode: 0o700 });
  noteSteps(begun, []);
  return begun;
}

/** From now on, the steps are taken back if this process is killed. */
export function noteSteps({ root, folder }: Unfinished, steps: readonly Step[]): void {
  const written = join(folder, 'note');
  writeFileSync(written, JSON.stringify({ owner: thisProcess(), root, steps }), { flush: steps.length > 0 });
  renameSync(written, noteIn(folder));
  if (steps.length > 0) syncFolder(folder);
}

/** Nothing is taken back from now on. */
export function endUnfinished({ folder }: Unfinished): void {
  rmSync(noteIn(folder), { force: true });
  rmSync(folder, { recursive: true, force: true });
  ifPossible(() => rmdirSync(dirname(folder)));
  ifPossible(() => rmdirSync(dirname(dirname(folder))));
}

/** The path of a file as a step has it. Links on the way to it are followed. */
export function pathInTree({ root }: Unfinished, file: string): string {
  const from = relative(root, join(realPath(dirname(file)), basename(file))).replaceAll(sep, '/');
  if (!isPath(from)) throw new UserError(`${file} is in a git directory, so it is not written`);
  return from;
}

/** Where the file or folder of a step is before it, and afterwards. */
export const endsOf = ({ root, folder }: Unfinished, { from, to }: Step, index: number) => ({
  from: from === undefined ? join(folder, `${index}.after`) : join(root, from),
  to: to === undefined ? join(folder, `${index}.before`) : join(root, to),
});

export function takePlace({ from, to }: ReturnType<typeof endsOf>): void {
  mkdirSync(dirname(to), { recursive: true });
  // Left by a checkout: git has no empty folders.
  if (!isSameFile(from, to)) ifPossible(() => rmdirSync(to));
  moveFile(from, to);
}

export function takeStepsBack(begun: Unfinished, steps: readonly Step[]): void {
  for (const [index, { text, ...each }] of [...steps.entries()].toReversed()) {
    const { from, to } = endsOf(begun, each, index);
    ifPossible(() => {
      if (text) takeTextBack(to, text, join(begun.folder, `${index}.before`));
      else if (existsSync(to) && (!existsSync(from) || isSameFile(from, to))) takePlace({ from: to, to: from });
    });
    removeEmptyAbove(to, begun.root);
  }
}

/** A file that somebody has edited since stays. */
function takeTextBack(file: string, { digest, isNew }: NonNullable<Step['text']>, before: string): void {
  if (digestOf(readFileSync(file)) !== digest) return;
  if (isNew) rmSync(file);
  else moveFile(before, file);
}

export const digestOf = (content: string | Uint8Array): string => hash('sha256', content, 'base64url');

/** Takes back what processes left behind that were killed. Returns how many of them had taken a step. */
export function takeBackUnfinished(project: string): number {
  const own = ifPossible(() => privateFolder(project));
  const names = own ? (ifPossible(() => readdirSync(unfinishedIn(own))) ?? []) : [];
  return names.filter((name) => {
    const begun = { root: own!.root, folder: join(unfinishedIn(own!), name) };
    const steps = stepsOfDead(begun);
    if (!steps) return false;
    takeStepsBack(begun, steps);
    endUnfinished(begun);
    return steps.length > 0;
  }).length;
}

const here = once(thisProcess);

/** Undefined if they are of another user, or their process may be alive. */
function stepsOfDead({ root, folder }: Unfinished): readonly Step[] | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || stats.uid !== (process.getuid?.() ?? stats.uid)) return undefined;
  const text = ifPossible(() => readFileSync(noteIn(folder), 'utf8'));
  // It has not begun, or has ended.
  if (!text) return undefined;
  const read: unknown = ifPossible(() => JSON.parse(text));
  if (!is.hasShape(read, note)) return refuseNote(folder, 'it is damaged');
  const fate = fateOf(read.owner, { here: here(), lastSeen: stats.mtimeMs, now: Date.now() });
  if (fate !== 'ended' && fate !== 'restarted') return undefined;
  if (read.root !== root) return refuseNote(folder, `it belongs to the work tree ${read.root}`);
  const folders = read.steps.flatMap(({ from = '', to = '' }) => [from, to].map((each) => dirname(join(root, each))));
  const link = folders.find((each) => realPath(each) !== each);
  return link === undefined ? read.steps : refuseNote(folder, `${link} is now a symbolic link`);
}

function refuseNote(folder: string, why: string): never {
  throw new UserError(`the note of an interrupted command in ${folder} is not followed: ${why}`, {
    suggestion: 'check with git status which files that command had changed, then remove this folder',
  });
}
