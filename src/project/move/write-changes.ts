/**
 * Writes the changes of a move or a removal: all of them, or none. The new texts are written elsewhere first, which takes a
 * while; then everything takes its place at once. Signals wait until that is done, and the next command takes back what a killed
 * process has begun.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import { holdingSignals } from '../../machine/hold-signals.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import { beginUnfinished, digestOf, type UnfinishedStep } from '../../machine/unfinished.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { inTurn } from '../../values/in-turn.ts';
import type { ContentChange } from './content-change.ts';
import type { FileChange } from './plan-change.ts';

/** A step, and how to take it back. */
interface Step {
  readonly path: string;
  readonly noted: UnfinishedStep;
  readonly take: () => void;
  readonly takeBack: () => void;
}

/** A file that gets a new text, or that goes: a copy of it, and the text that takes its place. */
interface Prepared {
  readonly file: string;
  readonly before: string;
  readonly text: string | undefined;
  readonly unfinished: string;
}

/** `root`: the folder of the configuration. */
export async function writeChanges(
  root: string,
  changes: readonly FileChange[],
  folder?: ContentChange['folder'],
): Promise<void> {
  for (const change of changes) refuseOvertaken(change);
  await holdingSignals(async () => {
    const begun = beginUnfinished(root);
    const prepared = changes.flatMap(({ layer, from, to, text }, index): readonly Prepared[] => {
      if (!text && to !== undefined) return [];
      const path = join(layer.folder, from);
      const file = to === undefined ? path : realpathSync(path);
      return [{ file, before: `${index}.before`, text: text?.after, unfinished: join(begun.folder, String(index)) }];
    });
    try {
      await writeTexts(prepared, begun.folder);
      for (const change of changes) refuseOvertaken(change);
      const steps = stepsOf(changes, prepared, folder);
      begun.note(steps.map(({ noted }) => noted));
      takeAll(steps, changes);
    } finally {
      begun.end();
    }
  });
}

/** Making a file durable takes a while, so several are written at once. */
const AT_ONCE = 16;

async function writeTexts(prepared: readonly Prepared[], folder: string): Promise<void> {
  const failures = await inTurn(prepared, AT_ONCE, async ({ file, before, unfinished, text }) => {
    try {
      await copyFile(file, join(folder, before));
      if (text === undefined) return undefined;
      await writeFile(unfinished, text, { flag: 'wx', mode: statSync(file).mode, flush: true });
      return undefined;
    } catch (error) {
      return notWritten(file, error);
    }
  });
  const failure = failures.find((each) => each !== undefined);
  if (failure) throw failure;
}

function notWritten(path: string, error: unknown): UserError {
  const reason = reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error));
  return new UserError(`${path} could not be written, so nothing was changed: ${reason}`, { cause: error });
}

function takeAll(steps: readonly Step[], changes: readonly FileChange[]): void {
  const taken: Step[] = [];
  for (const step of steps) {
    try {
      step.take();
      taken.push(step);
    } catch (error) {
      for (const each of taken.toReversed()) ifPossible(each.takeBack);
      for (const { layer, to } of changes) if (to !== undefined) removeEmpty(layer.folder, to);
      throw notWritten(step.path, error);
    }
  }
  for (const { layer, from, to } of changes) if (from !== to) removeEmpty(layer.folder, from);
}

/** What was read is what is changed: an editor may have saved the file since. */
function refuseOvertaken({ layer, from, to, text }: FileChange): void {
  const [path, target] = [join(layer.folder, from), to === undefined ? undefined : join(layer.folder, to)];
  refuseLinkOutOf(layer.folder, from);
  if (to !== undefined) refuseLinkOutOf(layer.folder, to);
  if (from !== to && lstatSync(path).isSymbolicLink()) {
    throw new UserError(`${layer.prefix}${from} is a symbolic link, which would lead elsewhere from another folder`, {
      suggestion: 'replace it with the file that it points to',
    });
  }
  if (text && readFileSync(path, 'utf8') !== text.before)
    throw new UserError(`${layer.prefix}${from} was changed in the meantime: try again`);
  if (target !== undefined && from !== to && existsSync(target) && !isSameFile(path, target))
    throw new UserError(`${layer.prefix}${to} exists already`);
}

/** On a disk that ignores case, a name in another case is the same file. */
const isSameFile = (one: string, other: string): boolean => {
  const [a, b] = [statSync(one), statSync(other)];
  return a.ino === b.ino && a.dev === b.dev;
};

function stepsOf(
  changes: readonly FileChange[],
  prepared: readonly Prepared[],
  folder: ContentChange['folder'],
): readonly Step[] {
  const isInFolder = ({ from }: FileChange): boolean => folder !== undefined && from.startsWith(`${folder.from}/`);
  const whole = new Set(changes.filter(isInFolder).map(({ layer }) => layer.folder));
  return [
    ...prepared.filter(({ text }) => text !== undefined).map(replacing),
    ...[...whole].map((root) => renaming(join(root, folder!.from), join(root, folder!.to))),
    ...changes.flatMap((change): readonly Step[] => {
      const { layer, from, to } = change;
      if (to === undefined || from === to || isInFolder(change)) return [];
      return [renaming(join(layer.folder, from), join(layer.folder, to))];
    }),
    ...prepared.filter(({ text }) => text === undefined).map(replacing),
  ];
}

const renaming = (from: string, to: string): Step => ({
  path: to,
  noted: { type: 'rename', from, to },
  take: () => {
    mkdirSync(dirname(to), { recursive: true });
    // Left by a checkout: git has no empty folders.
    if (existsSync(to) && statSync(to).isDirectory() && !isSameFile(from, to)) rmdirSync(to);
    renameSync(from, to);
  },
  takeBack: () => renameSync(to, from),
});

/** A change that is taken back with the bytes from before. */
function replacing({ file: path, before, text, unfinished }: Prepared): Step {
  const [bytes, { mode }] = [readFileSync(path), statSync(path)];
  return {
    path,
    noted: { type: 'replace', file: path, before, after: text === undefined ? null : digestOf(text) },
    take: () => {
      if (text === undefined) rmSync(path);
      // A linked folder may be on another disk.
      else if (!ifPossible(() => (renameSync(unfinished, path), true))) replaceFile(path, text, { mode });
    },
    takeBack: () => replaceFile(path, bytes, { mode }),
  };
}

/** Folders that have nothing left, up to that of the kind. */
function removeEmpty(root: string, path: string): void {
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) {
    const isEmpty = ifPossible(() => readdirSync(join(root, folder)).length === 0);
    if (isEmpty !== true || ifPossible(() => (rmdirSync(join(root, folder)), true)) === undefined) return;
  }
}
