/**
 * The one place where the editor reads and writes files. It follows no link that leads elsewhere. Every change of files can be
 * undone and done again by the tab that made it, also after others wrote to the same files: their lines stay, and where that is
 * impossible nothing is written.
 */
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { UserError } from '../diagnostics/errors.ts';
import { changing, takeAll, type Step as FileStep } from '../machine/all-or-nothing.ts';
import { replaceFile } from '../machine/replace-file.ts';
import { ifPossible } from '../values/if-possible.ts';
import { mergeTexts } from '../values/merge-texts.ts';
import { utf8Text } from '../values/utf8.ts';
import type { Refused, Turned, UndoState } from './protocol.ts';

/** By its absolute path. Undefined: there is no such file. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

interface Step extends Recorded {
  readonly files: readonly FileChange[];
  readonly at: number;
  /** It is done again if its tab asks for that next. */
  isUndone: boolean;
}

interface Recorded {
  /** The tab of a browser that asked for it. */
  readonly tab: string;
  /** In words. */
  readonly said: string;
  readonly address?: string | undefined;
  /** The address before, if the step changed it. */
  readonly formerly?: string | undefined;
  /** Steps with the same key, soon after each other, are one: somebody is typing. */
  readonly key?: string | undefined;
}

export interface UndoneStep extends Turned {
  /** It changed the address of the document. */
  readonly isMove: boolean;
}

/** Pauses up to this long belong to one step, in milliseconds. */
const PAUSE = 3_000;
/** Of all tabs together. */
const MOST_STEPS = 5_000;

interface Options {
  readonly now: () => number;
  /** Called with the paths as soon as they are written, since a watcher notices them later. */
  readonly onWritten: (paths: ReadonlySet<string>) => void;
  /** Throws for a path that leads elsewhere by now: a link may have taken the place of a file or a folder. */
  readonly refuseElsewhere: (path: string) => void;
}

export class EditedFiles {
  readonly #options: Options;
  /** Those of a tab that are undone follow those that are not. */
  #steps: Step[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  stateOf(tab: string): UndoState {
    const [undo, redo] = [this.#lastDone(tab), this.#firstUndone(tab)];
    return { ...(undo && { undo: undo.said }), ...(redo && { redo: redo.said }) };
  }

  /** Undefined if there is no such file. */
  read(path: string): Uint8Array | undefined {
    this.#options.refuseElsewhere(path);
    return bytesAt(path);
  }

  /** Writes what a caller has just made from the files as they are. */
  write(files: readonly FileChange[], step: Recorded): void {
    const changed = files.filter(({ before, after }) => !isSame(before, after));
    if (changed.length === 0) return;
    this.#put(changed);
    this.recorded(changed, step);
  }

  /** The same for changes that a command has written. */
  recorded(files: readonly FileChange[], step: Recorded): void {
    const at = this.#options.now();
    const last = this.#lastDone(step.tab);
    const isTyping = last !== undefined && step.key !== undefined && last.key === step.key && at - last.at < PAUSE;
    const both = isTyping ? joined(last.files, files) : undefined;
    const isReplaced = (each: Step): boolean =>
      each.tab === step.tab && (each.isUndone || (both !== undefined && each === last));
    this.#steps = this.#steps.filter((each) => !isReplaced(each));
    this.#steps.push({ ...step, files: both ?? files, at, isUndone: false });
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
  }

  undo(tab: string): UndoneStep | Refused {
    const step = this.#lastDone(tab);
    const back = ({ path, before, after }: FileChange): FileChange => ({ path, before: after, after: before });
    return this.#turn(step, { changes: step?.files.map(back), address: step?.formerly ?? step?.address });
  }

  redo(tab: string): UndoneStep | Refused {
    const step = this.#firstUndone(tab);
    return this.#turn(step, { changes: step?.files, address: step?.address });
  }

  #lastDone(tab: string): Step | undefined {
    return this.#steps.findLast((each) => each.tab === tab && !each.isUndone);
  }

  #firstUndone(tab: string): Step | undefined {
    return this.#steps.find((each) => each.tab === tab && each.isUndone);
  }

  #turn(
    step: Step | undefined,
    {
      changes: wanted = [],
      address,
    }: { readonly changes?: readonly FileChange[] | undefined; readonly address?: string | undefined },
  ): UndoneStep | Refused {
    if (!step) return refused('There is nothing left to undo here.');
    const changes: FileChange[] = [];
    for (const change of wanted) {
      const now = this.read(change.path);
      const after = isSame(now, change.before) ? { bytes: change.after } : mergedInto(now, change);
      if (typeof after === 'string') return refused(`${nameOf(change.path)} was ${after}, so nothing was changed.`);
      changes.push({ path: change.path, before: now, after: after.bytes });
    }
    this.#put(changes);
    step.isUndone = !step.isUndone;
    const isMove = step.formerly !== undefined;
    return {
      type: 'undone',
      said: step.said,
      ...(address !== undefined && { address }),
      isMove,
      next: this.stateOf(step.tab),
    };
  }

  #put(files: readonly FileChange[]): void {
    for (const { path } of files) this.#options.refuseElsewhere(path);
    takeAll(files.map(stepOf));
    this.#options.onWritten(new Set(files.map(({ path }) => path)));
  }
}

/** A link stays one, and what it leads to is written. */
function stepOf({ path, before, after }: FileChange): FileStep {
  const file = existsSync(path) ? realpathSync(path) : path;
  if (before && ifPossible(() => statSync(file).mode & 0o222) === 0)
    throw new UserError(`${nameOf(path)} is read-only, so nothing was changed`);
  return changing(file, before, () => {
    if (!isSame(bytesAt(file), before))
      throw new UserError(`${nameOf(path)} was changed in the meantime, so nothing was changed here: try again`);
    if (after === undefined) rmSync(path);
    else replaceFile(file, after);
  });
}

/** The lines of others stay; otherwise the reason why they cannot. */
function mergedInto(
  now: Uint8Array | undefined,
  { before, after }: FileChange,
): { readonly bytes: Uint8Array } | string {
  if (!now || !before || !after) return !now ? 'removed since' : before ? 'changed since' : 'made anew since';
  const [ancestor, here, there] = [before, after, now].map(utf8Text);
  if (ancestor === undefined || here === undefined || there === undefined)
    return 'changed since, and is not UTF-8 text';
  const { text, conflicts } = mergeTexts({ ancestor, here, there, thereName: '' });
  return conflicts > 0 ? 'changed since in the same lines' : { bytes: Buffer.from(text) };
}

/** Two steps as one, if nobody else wrote in between: what a file was before the first, and is after the second. */
function joined(first: readonly FileChange[], second: readonly FileChange[]): readonly FileChange[] | undefined {
  const changes = new Map(first.map((change) => [change.path, change]));
  for (const change of second) {
    const earlier = changes.get(change.path);
    if (!earlier || !isSame(earlier.after, change.before)) return undefined;
    changes.set(change.path, { ...change, before: earlier.before });
  }
  return [...changes.values()];
}

const bytesAt = (path: string): Uint8Array | undefined => (existsSync(path) ? readFileSync(path) : undefined);

export const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.from(one).equals(other));

export const refused = (reason: string): Refused => ({ type: 'refused', reason });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
