/** A site that follows the files: shows the touched files, then checks them, and tells those who look at it. */
import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Entity } from '../model/broadcast.ts';
import { spanOf } from '../site/programme.ts';
import type { Engine, Touched, Update } from './preview-engine.ts';
import type { DocumentState, MadeFrom, PreviewChange, PreviewSite, SyncView } from './preview-site.ts';

interface LiveSiteInput {
  /** Called at the start, and again when the configuration changes. */
  readonly open: (now: number) => Promise<Engine>;
  readonly timezone: () => string;
  /** The instant to show instead of the real time. */
  readonly chosenNow?: number | undefined;
  readonly clock: () => number;
  readonly stateOf: (entity: Entity) => DocumentState;
}

/** How long other work has to wait while pages are rendered for their problems, in milliseconds. */
const SLICE = 10;
const LONGEST_TIMER = 2 ** 31 - 1;

export class LiveSite implements PreviewSite {
  readonly #input: LiveSiteInput;
  readonly #listeners = new Set<(change: PreviewChange) => void>();
  #chosenNow: number | undefined;
  engine: Engine;
  revision = 1;
  sync: SyncView;
  /** Problems outside the content, for example in the configuration. */
  #aside: readonly Diagnostic[] = [];
  #told: readonly Diagnostic[];
  #queue: Promise<unknown> = Promise.resolve();
  /** What is rendered for its problems, until something newer is shown. */
  #looking: object | undefined;
  #problems: readonly Diagnostic[];
  #alarm: NodeJS.Timeout | undefined;

  static async open(input: LiveSiteInput, sync: SyncView): Promise<LiveSite> {
    return new LiveSite(input, await input.open(input.chosenNow ?? input.clock()), sync);
  }

  private constructor(input: LiveSiteInput, engine: Engine, sync: SyncView) {
    this.#input = input;
    this.engine = engine;
    this.#chosenNow = input.chosenNow;
    this.sync = sync;
    this.#problems = engine.problems;
    this.#told = this.problems;
    void this.#look();
  }

  /**
   * Shows the touched files, and then checks everything, unless something newer is about to be shown. Calls run one after
   * the other, so that each sees the current files.
   */
  touch(touched: Touched, changedFiles: readonly string[], isSuperseded: () => boolean = () => false): Promise<Update> {
    return this.#inTurn(async () => {
      const { engine } = this;
      const update = await engine.update(touched);
      if (update.isOther) {
        this.#looking = undefined;
        this.#tell({ isOther: true, changedFiles });
        // The pages that are open are asked for now.
        await setImmediate();
      }
      // The checks of an earlier change may have been left to this one.
      if (engine.isChecked) return update;
      const isOther = await engine.check(isSuperseded);
      if (!engine.isChecked) return update;
      void this.#look();
      this.#problems = engine.problems;
      this.#tell({ isOther });
      return update;
    });
  }

  /** The configuration changed: nothing from before is valid. */
  reload(changedFiles: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      this.engine = await this.#input.open(this.engine.now);
      this.#problems = this.engine.problems;
      this.#tell({ isOther: true, changedFiles });
      void this.#look();
    });
  }

  async setNow(instant: number | undefined): Promise<void> {
    this.#chosenNow = instant;
    await this.touch({ now: instant ?? this.#input.clock() }, []);
  }

  setSync(sync: SyncView): void {
    this.sync = sync;
    this.#tell({ syncChanged: true });
  }

  setAside(problems: readonly Diagnostic[]): void {
    this.#aside = problems;
    this.#tell({});
  }

  close(): void {
    this.#looking = undefined;
    clearTimeout(this.#alarm);
    this.#listeners.clear();
  }

  get problems(): readonly Diagnostic[] {
    return [...this.#aside, ...this.#problems];
  }

  get now(): number {
    return this.#chosenNow ?? this.#input.clock();
  }

  get isNowChosen(): boolean {
    return this.#chosenNow !== undefined;
  }

  get timezone(): string {
    return this.#input.timezone();
  }

  get eventSpan(): PreviewSite['eventSpan'] {
    return spanOf(this.engine.programme);
  }

  file(path: string): string | Uint8Array | undefined {
    const file = this.engine.file(path);
    // What the page shows may change sooner than what was rendered before.
    this.#setAlarm();
    return file;
  }

  movedTo(path: string): string | undefined {
    return this.engine.movedTo(path);
  }

  madeFrom(path: string): readonly MadeFrom[] {
    return this.engine.madeFrom(path).map((entity) => ({
      address: entity.address,
      file: entity.document.source.file,
      title: titleOf(entity),
      state: this.#input.stateOf(entity),
    }));
  }

  pagesOf(file: string): readonly string[] {
    return this.engine.pagesWith(file);
  }

  onChange(listener: (change: PreviewChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Renders files for their problems, in slices, so that a request for a page does not wait for all of them. */
  async #look(): Promise<void> {
    const looking = (this.#looking = {});
    const { engine } = this;
    let turned = performance.now();
    while (engine.lookAtNext()) {
      if (performance.now() - turned < SLICE) continue;
      await setImmediate();
      if (this.#looking !== looking) return;
      turned = performance.now();
    }
    this.#problems = engine.problems;
    this.#tell({});
  }

  #setAlarm(): void {
    clearTimeout(this.#alarm);
    const next = this.engine.nextChange;
    if (this.#chosenNow !== undefined || next === undefined) return;
    const wait = Math.min(Math.max(0, next - this.#input.clock()), LONGEST_TIMER);
    this.#alarm = setTimeout(() => void this.touch({ now: this.#input.clock() }, []), wait);
    this.#alarm.unref();
  }

  #tell(what: Partial<Omit<PreviewChange, 'revision' | 'problemsChanged'>>): void {
    const { problems } = this;
    const problemsChanged = !isSame(problems, this.#told);
    this.#told = problems;
    const { isOther = false, changedFiles = [], syncChanged = false } = what;
    if (isOther || changedFiles.length > 0 || syncChanged || problemsChanged) {
      this.revision++;
      const change = { revision: this.revision, isOther, changedFiles, problemsChanged, syncChanged };
      for (const listener of this.#listeners) listener(change);
    }
    this.#setAlarm();
  }
}

/** Most are the same objects as before, and there may be thousands. */
const isSame = (problems: readonly Diagnostic[], before: readonly Diagnostic[]): boolean =>
  problems.length === before.length &&
  problems.every((each, index) => each === before[index] || nameOf(each) === nameOf(before[index]!));

const nameOf = ({ code, at, message }: Diagnostic): string => `${code} ${at.file}:${at.line}:${at.column} ${message}`;

function titleOf({ fields, address }: Entity): string {
  const title = fields['title'] ?? fields['name'];
  return typeof title === 'string' ? title : address;
}
