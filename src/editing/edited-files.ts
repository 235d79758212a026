/**
 * The one place where the editor writes. Every change of files can be undone and done again, also after others wrote to the
 * same files: their lines stay, and where that is impossible nothing is written.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../machine/replace-file.ts';
import { mergeTexts } from '../values/merge-texts.ts';
import type { Refused, Undone, UndoState } from './protocol.ts';

/** By its absolute path. Undefined: there is no such file. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

interface Step {
  readonly files: readonly FileChange[];
  /** In words. */
  readonly said: string;
  readonly address?: string | undefined;
  /** The address before, if the step changed it. */
  readonly formerly?: string | undefined;
  /** Steps with the same key, soon after each other, are one: somebody is typing. */
  readonly key?: string | undefined;
  readonly at: number;
}

/** Pauses up to this long belong to one step, in milliseconds. */
const PAUSE = 3_000;
const MOST_STEPS = 5_000;

interface Options {
  readonly now: () => number;
  /** Called with the paths as soon as they are written, since a watcher notices them later. */
  readonly onWritten: (paths: ReadonlySet<string>) => void;
}

export class EditedFiles {
  readonly #options: Options;
  #done: Step[] = [];
  #undone: Step[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  get state(): UndoState {
    const [undo, redo] = [this.#done.at(-1), this.#undone.at(-1)];
    return { ...(undo && { undo: undo.said }), ...(redo && { redo: redo.said }) };
  }

  /** Writes what a caller has just made from the files as they are. */
  write(files: readonly FileChange[], step: Pick<Step, 'said' | 'address' | 'key'>): void {
    const changed = files.filter(({ before, after }) => !isSame(before, after));
    if (changed.length === 0) return;
    this.#put(changed);
    this.recorded(changed, step);
  }

  /** The same for changes that a command has written. */
  recorded(files: readonly FileChange[], step: Pick<Step, 'said' | 'address' | 'formerly' | 'key'>): void {
    const at = this.#options.now();
    const last = this.#done.at(-1);
    const isTyping = last !== undefined && step.key !== undefined && last.key === step.key && at - last.at < PAUSE;
    const files_ = isTyping ? joined(last.files, files) : files;
    if (isTyping) this.#done.pop();
    this.#done.push({ ...step, files: files_, at });
    if (this.#done.length > MOST_STEPS) this.#done.shift();
    this.#undone = [];
  }

  undo(): Undone {
    const formerly = this.#done.at(-1)?.formerly;
    const back = ({ path, before, after }: FileChange): FileChange => ({ path, before: after, after: before });
    const turned = this.#turn(this.#done, this.#undone, back);
    return turned.type === 'undone' && formerly !== undefined ? { ...turned, address: formerly } : turned;
  }

  redo(): Undone {
    return this.#turn(this.#undone, this.#done, (change) => change);
  }

  #turn(from: Step[], to: Step[], direction: (change: FileChange) => FileChange): Undone {
    const step = from.at(-1);
    if (!step) return refused('There is nothing left to undo here.');
    const changes: FileChange[] = [];
    for (const change of step.files.map(direction)) {
      const now = bytesAt(change.path);
      const after = isSame(now, change.before) ? change.after : mergedInto(now, change);
      if (after === OVERTAKEN)
        return refused(`${nameOf(change.path)} was changed since, in the same lines: nothing was undone.`);
      changes.push({ path: change.path, before: now, after });
    }
    this.#put(changes);
    from.pop();
    to.push(step);
    return {
      type: 'undone',
      said: step.said,
      ...(step.address !== undefined && { address: step.address }),
      next: this.state,
    };
  }

  #put(files: readonly FileChange[]): void {
    for (const { path, after } of files) {
      if (after === undefined) rmSync(path, { force: true });
      else replaceFile(path, after);
    }
    this.#options.onWritten(new Set(files.map(({ path }) => path)));
  }
}

const OVERTAKEN = Symbol('overtaken');

/** The lines of others stay. */
function mergedInto(now: Uint8Array | undefined, { before, after }: FileChange): Uint8Array | typeof OVERTAKEN {
  if (!now || !before || !after) return OVERTAKEN;
  const [ancestor, here, there] = [before, after, now].map((bytes) => Buffer.from(bytes).toString()) as [
    string,
    string,
    string,
  ];
  const { text, conflicts } = mergeTexts({ ancestor, here, there, thereName: '' });
  return conflicts > 0 ? OVERTAKEN : Buffer.from(text);
}

/** Two steps as one: what a file was before the first, and is after the second. */
function joined(first: readonly FileChange[], second: readonly FileChange[]): readonly FileChange[] {
  const changes = new Map(first.map((change) => [change.path, change]));
  for (const change of second)
    changes.set(change.path, { ...change, before: (changes.get(change.path) ?? change).before });
  return [...changes.values()];
}

export const bytesAt = (path: string): Uint8Array | undefined => (existsSync(path) ? readFileSync(path) : undefined);

export const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.from(one).equals(other));

export const refused = (reason: string): Refused => ({ type: 'refused', reason });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
