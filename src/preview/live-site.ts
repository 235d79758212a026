/** A site that follows the files: reads the touched files, reports what changed, and builds the rest in idle time. */
import { setTimeout as wait } from 'node:timers/promises';
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

/** At most this many pages are rebuilt after a save to see whether they changed; beyond that a change is assumed. */
const MADE_AT_ONCE = 100;
/** How long other work has to wait while pages are built ahead, in milliseconds. */
const SLICE = 10;
/** How long the pages of a saved document can be requested before everything else is checked, in milliseconds. */
const GLANCE = 50;
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
  #ahead: NodeJS.Immediate | undefined;
  #alarm: NodeJS.Timeout | undefined;

  static async open(input: LiveSiteInput, sync: SyncView): Promise<LiveSite> {
    return new LiveSite(input, await input.open(input.chosenNow ?? input.clock()), sync);
  }

  private constructor(input: LiveSiteInput, engine: Engine, sync: SyncView) {
    this.#input = input;
    this.engine = engine;
    this.#chosenNow = input.chosenNow;
    this.sync = sync;
    this.#told = this.problems;
    this.#makeAhead();
  }

  /** Reads the touched files. Calls run one after the other, so that each sees the current files. */
  touch(touched: Touched, changedFiles: readonly string[]): Promise<Update> {
    return this.#inTurn(async () => {
      const update = await this.engine.update(touched, async (pages) => {
        this.#tell({ pages });
        await wait(GLANCE);
      });
      this.#shown(update, changedFiles);
      return update;
    });
  }

  /** The configuration changed: nothing from before is valid. */
  reload(changedFiles: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.engine.paths();
      this.engine = await this.#input.open(this.engine.now);
      this.#tell({ pages: new Set([...before, ...this.engine.paths()]), changedFiles });
      this.#makeAhead();
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
    clearImmediate(this.#ahead);
    clearTimeout(this.#alarm);
    this.#listeners.clear();
  }

  get problems(): readonly Diagnostic[] {
    return [...this.#aside, ...this.engine.problems];
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
    return this.engine.file(path);
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
    return this.engine.pagesWith(new Set([file]));
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

  #shown({ listed, stale, content }: Update, changedFiles: readonly string[]): void {
    const others =
      stale.size > MADE_AT_ONCE ? [...stale] : [...stale].filter((path) => this.engine.outputs.refresh(path));
    const pages = new Set([...listed, ...others]);
    if (pages.size > 0 || content) this.#tell({ pages, changedFiles });
    else this.#tell({});
    this.#makeAhead();
  }

  /** In slices, so that a request for a page does not wait for all the others. */
  #makeAhead(): void {
    clearImmediate(this.#ahead);
    this.#ahead = setImmediate(() => {
      const until = performance.now() + SLICE;
      if (this.engine.outputs.catchUp(() => performance.now() < until)) this.#makeAhead();
      else this.#caughtUp();
    });
  }

  #caughtUp(): void {
    this.#tell({});
    clearTimeout(this.#alarm);
    const next = this.engine.outputs.nextChange;
    if (this.#chosenNow !== undefined || next === undefined) return;
    const wait = Math.min(Math.max(0, next - this.#input.clock()), LONGEST_TIMER);
    this.#alarm = setTimeout(() => void this.touch({ now: this.#input.clock() }, []), wait);
    this.#alarm.unref();
  }

  #tell(what: Partial<Omit<PreviewChange, 'revision' | 'problemsChanged'>>): void {
    const { problems } = this;
    const problemsChanged = !isSame(problems, this.#told);
    this.#told = problems;
    const { pages = new Set<string>(), changedFiles = [], syncChanged = false } = what;
    if (pages.size === 0 && changedFiles.length === 0 && !syncChanged && !problemsChanged) return;
    this.revision++;
    const change = { revision: this.revision, pages, changedFiles, problemsChanged, syncChanged };
    for (const listener of this.#listeners) listener(change);
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
