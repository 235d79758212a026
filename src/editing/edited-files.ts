/**
 * The one place where the editor reads and writes files. It follows no link that leads elsewhere. Every change of files can be
 * undone and done again by the tab that made it, also after others wrote to the same files: their lines stay, and where that is
 * impossible nothing is written.
 */
import { changeFilesAtOnce, contentOf, isSameContent, type FileChange } from '../machine/change-files.ts';
import { refuseLinkElsewhere } from '../machine/symbolic-links.ts';
import { mergeTexts } from '../values/merge-texts.ts';
import { utf8Text } from '../values/utf8.ts';
import type { Refused, Turned, UndoState } from './protocol.ts';

export type EditedFile = FileChange<Uint8Array>;

interface Step {
  readonly files: readonly EditedFile[];
  readonly at: number;
  /** It is done again if its tab asks for that next. */
  isUndone: boolean;
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
export type Recorded = Omit<Step, 'files' | 'at' | 'isUndone'>;

/** Pauses up to this long belong to one step, in milliseconds. */
const PAUSE = 3_000;
/** Of all tabs together. */
const MOST_STEPS = 5_000;

interface Options {
  readonly now: () => number;
  /** Called with the paths as soon as they are written, since a watcher notices them later. */
  readonly onWritten: (paths: ReadonlySet<string>) => void;
  /** The folder of the project. */
  readonly root: () => string;
}

export class EditedFiles {
  readonly #options: Options;
  /** Those of a tab that are undone follow those that are not. */
  #steps: Step[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  stateOf(tab: string): UndoState {
    const { undo, redo } = this.#next(tab);
    return { ...(undo && { undo: undo.said }), ...(redo && { redo: redo.said }) };
  }

  #next(tab: string): { readonly undo: Step | undefined; readonly redo: Step | undefined } {
    const steps = this.#steps.filter((each) => each.tab === tab);
    return { undo: steps.findLast(({ isUndone }) => !isUndone), redo: steps.find(({ isUndone }) => isUndone) };
  }

  /** Undefined if there is no such file. */
  read(path: string): Uint8Array | undefined {
    refuseLinkElsewhere(this.#options.root(), path);
    return contentOf(path);
  }

  /** Writes what a caller has just made from the files as they are. */
  write(files: readonly EditedFile[], step: Recorded): void {
    const changed = files.filter(({ before, after }) => !isSameContent(before, after));
    if (changed.length === 0) return;
    changeFilesAtOnce(this.#options.root(), changed);
    this.recorded(changed, step);
  }

  /** The same for changes that a command has written. */
  recorded(files: readonly EditedFile[], step: Recorded): void {
    this.#options.onWritten(new Set(files.map(({ path }) => path)));
    const at = this.#options.now();
    const { undo: last } = this.#next(step.tab);
    const isTyping = last !== undefined && step.key !== undefined && last.key === step.key && at - last.at < PAUSE;
    const both = isTyping ? joined(last.files, files) : undefined;
    this.#steps = this.#steps.filter((each) => !(each.tab === step.tab && each.isUndone) && !(both && each === last));
    this.#steps.push({ ...step, files: both ?? files, at, isUndone: false });
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
  }

  turn(tab: string, direction: 'undo' | 'redo'): Turned | Refused {
    const step = this.#next(tab)[direction];
    if (!step) return refused(`There is nothing left to ${direction} here.`);
    const changes: EditedFile[] = [];
    for (const { path, before, after } of step.files) {
      const [from, to] = direction === 'undo' ? [after, before] : [before, after];
      const now = this.read(path);
      const next = isSameContent(now, from) ? { bytes: to } : mergedInto(now, { from, to });
      if (typeof next === 'string') return refused(`${nameOf(path)} was ${next}, so nothing was changed.`);
      changes.push({ path, before: now, after: next.bytes });
    }
    changeFilesAtOnce(this.#options.root(), changes);
    this.#options.onWritten(new Set(changes.map(({ path }) => path)));
    step.isUndone = direction === 'undo';
    const address = step.isUndone ? (step.formerly ?? step.address) : step.address;
    return { type: 'undone', said: step.said, ...(address !== undefined && { address }), next: this.stateOf(tab) };
  }
}

/** The lines of others stay; otherwise the reason why they cannot. */
function mergedInto(
  now: Uint8Array | undefined,
  { from, to }: { readonly from: Uint8Array | undefined; readonly to: Uint8Array | undefined },
): { readonly bytes: Uint8Array } | string {
  if (!now || !from || !to) return !now ? 'removed since' : from ? 'changed since' : 'made anew since';
  const [ancestor, here, there] = [from, to, now].map(utf8Text);
  if (ancestor === undefined || here === undefined || there === undefined)
    return 'changed since, and is not UTF-8 text';
  const { text, conflicts } = mergeTexts({ ancestor, here, there, thereName: '' });
  return conflicts > 0 ? 'changed since in the same lines' : { bytes: Buffer.from(text) };
}

/** Two steps as one, if nobody else wrote in between: what a file was before the first, and is after the second. */
function joined(first: readonly EditedFile[], second: readonly EditedFile[]): readonly EditedFile[] | undefined {
  const changes = new Map(first.map((change) => [change.path, change]));
  for (const change of second) {
    const earlier = changes.get(change.path);
    if (!earlier || !isSameContent(earlier.after, change.before)) return undefined;
    changes.set(change.path, { ...change, before: earlier.before });
  }
  return [...changes.values()];
}

export const refused = (reason: string): Refused => ({ type: 'refused', reason });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
