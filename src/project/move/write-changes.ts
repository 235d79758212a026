/**
 * Writes the changes of a move or a removal: all of them, or none. The new texts are written beside the files first, which
 * takes a while; then everything takes its place at once. Signals wait until that is done.
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
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { changing, notWritten, takeAll, type Step } from '../../machine/all-or-nothing.ts';
import { holdingSignals } from '../../machine/hold-signals.ts';
import { unfinishedName } from '../../machine/replace-file.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { inTurn } from '../../values/in-turn.ts';
import type { ContentChange } from './content-change.ts';
import type { FileChange } from './plan-change.ts';

/** A new text that is written beside the file whose place it takes. */
interface Prepared {
  readonly file: string;
  readonly unfinished: string;
  readonly text: string;
}

export async function writeChanges(changes: readonly FileChange[], folder?: ContentChange['folder']): Promise<void> {
  for (const change of changes) refuseOvertaken(change);
  await holdingSignals(async () => {
    const prepared = changes.flatMap(({ layer, from, text }): readonly Prepared[] => {
      if (!text) return [];
      const file = realpathSync(join(layer.folder, from));
      return [{ file, unfinished: unfinishedName(file), text: text.after }];
    });
    try {
      await writeTexts(prepared);
      for (const change of changes) refuseOvertaken(change);
      takeAll(stepsOf(changes, prepared, folder));
      for (const { layer, from, to } of changes) if (from !== to) removeEmpty(layer.folder, from);
    } catch (error) {
      for (const { layer, to } of changes) if (to !== undefined) removeEmpty(layer.folder, to);
      throw error;
    } finally {
      for (const { unfinished } of prepared) rmSync(unfinished, { force: true });
    }
  });
}

/** Making a file durable takes a while, so several are written at once. */
const AT_ONCE = 16;

async function writeTexts(prepared: readonly Prepared[]): Promise<void> {
  const failures = await inTurn(prepared, AT_ONCE, async ({ file, unfinished, text }) => {
    try {
      const { mode } = statSync(file);
      await writeFile(unfinished, text, { flag: 'wx', mode, flush: true });
      await chmod(unfinished, mode);
      return undefined;
    } catch (error) {
      return notWritten(file, error);
    }
  });
  const failure = failures.find((each) => each !== undefined);
  if (failure) throw failure;
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
    ...prepared.map(({ file, unfinished }) => changing(file, readFileSync(file), () => renameSync(unfinished, file))),
    ...[...whole].map((root) => renaming(join(root, folder!.from), join(root, folder!.to))),
    ...changes.flatMap((change): readonly Step[] => {
      const { layer, from, to } = change;
      const path = join(layer.folder, from);
      if (to === undefined) return [changing(path, readFileSync(path), () => rmSync(path))];
      return from === to || isInFolder(change) ? [] : [renaming(path, join(layer.folder, to))];
    }),
  ];
}

const renaming = (from: string, to: string): Step => ({
  path: to,
  take: () => {
    mkdirSync(dirname(to), { recursive: true });
    // Left by a checkout: git has no empty folders.
    if (existsSync(to) && statSync(to).isDirectory() && !isSameFile(from, to)) rmdirSync(to);
    renameSync(from, to);
  },
  takeBack: () => renameSync(to, from),
});

/** Folders that have nothing left, up to that of the kind. */
function removeEmpty(root: string, path: string): void {
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) {
    const isEmpty = ifPossible(() => readdirSync(join(root, folder)).length === 0);
    if (isEmpty !== true || ifPossible(() => (rmdirSync(join(root, folder)), true)) === undefined) return;
  }
}
