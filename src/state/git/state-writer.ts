/** Writes a run to the state's ref: checkpoints during the run, the state at its end. */
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../diagnostics/errors.ts';
import { newBlob, type NewObject, type ObjectFormat } from '../../git/new-objects.ts';
import { finishedNote } from './finished-note.ts';
import type { GitRun } from './git-run.ts';
import type { Intent, JournalLine } from '../journal-line.ts';
import { bodiesIn, bodiesOf, EMPTY_STATE, overtakenState, stateOf } from './known-state.ts';
import type { KnownTip } from './known-tip.ts';
import type { LocalRuns } from './local-runs.ts';
import type { LockClock } from '../file/lock.ts';
import { mergeStates } from '../merge-states.ts';
import { recent } from '../recent.ts';
import type { SharedBodies } from './shared-bodies.ts';
import { makeCheckpoint, makeState, NO_COMMIT, type MadeCommit, type StateCommit } from './state-commit.ts';
import type { StateOwner } from '../state-file.ts';
import type { StateRef } from './state-ref.ts';
import type { State } from '../store.ts';

export interface StateWriterParts {
  readonly owner: StateOwner;
  readonly ref: StateRef;
  readonly tip: KnownTip;
  readonly local: LocalRuns;
  readonly bodies: SharedBodies;
  readonly clock: LockClock;
}

export interface Checkpoint {
  readonly lines: readonly JournalLine[];
  /** What is about to be sent; defaults to what was announced before. */
  readonly planned?: readonly Intent[];
  /** The number of journal lines of the run that are then in the shared state; defaults to the previous number. */
  readonly total?: number;
}

export class StateWriter {
  readonly #parts: StateWriterParts;
  #lastPush: Promise<unknown> = Promise.resolve();

  constructor(parts: StateWriterParts) {
    this.#parts = parts;
  }

  /** One after the other. */
  checkpoint(run: GitRun, made: Checkpoint): Promise<void> {
    const next = this.#lastPush.then(() => this.#pushCheckpoint(run, made));
    this.#lastPush = next.catch(() => undefined);
    return next;
  }

  async #pushCheckpoint(run: GitRun, made: Checkpoint): Promise<void> {
    const { tip, bodies } = this.#parts;
    const before = await tip.read();
    const { lines, planned = before.planned, total = ownLines(before, run) } = made;
    const note = { ...run.note, lines: total };
    const making = await this.#making(run);
    const deleted = await this.#deleted(making.format);
    const make = async (on: StateCommit): Promise<MadeCommit> => {
      const blobs = await bodies.blobs(bodiesIn(lines), on, making.format);
      const made = { ...making, note, bodies: blobs, planned, deleted };
      if (on === before) return makeCheckpoint(on, { lines, planned }, made);
      return makeState(on, overtakenState(before, lines, on), made);
    };
    await tip.advance(before, make, run.lock.changeWith);
  }

  async save(run: GitRun, given: State): Promise<void> {
    const { ref, tip, local, bodies, clock } = this.#parts;
    const ancestor = await tip.read();
    const runs = await local.list();
    const ours: State = { ...given, base: recent(given.base, clock.now()) };
    const making = await this.#making(run);
    const deleted = await this.#deleted(making.format);
    const make = (lost: boolean) => async (on: StateCommit) => {
      const sides = { ancestor: stateOf(ancestor, runs), ours, theirs: stateOf(on, runs) };
      const state = on.id === ancestor.id ? ours : mergeStates(sides);
      const note = await finishedNote(ref, run, { runs, on, state, lost });
      const blobs = await bodies.blobs(bodiesOf(state), on, making.format);
      // Another run may be in progress by now, with its creations still to come.
      const planned = on.note?.finished === false && on.note.id !== note.id ? on.planned : [];
      return makeState(on, state, { ...making, note, bodies: blobs, planned, deleted });
    };
    const { lost, changeWith } = run.lock;
    try {
      await patiently(lost, () => tip.advance(ancestor, make(false), changeWith));
    } catch (error) {
      if (lost.aborted && runs.some(({ lines }) => lines.length > 0)) {
        const { change } = await ref.refs();
        await tip.advance(await ref.tip(), make(true), (each) => change([each]));
        await local.forget();
      }
      throw error;
    }
    await local.forget();
    await local.bodies.dropAllBut(new Set());
    await local.deleted.dropAllBut(new Set());
  }

  async reset(run: GitRun): Promise<void> {
    const { ref, tip, local } = this.#parts;
    const making = { ...(await this.#making(run)), note: run.note, bodies: new Map<string, NewObject>(), planned: [] };
    // The current content is not read: it may be the reason for starting over.
    const there: StateCommit = { ...NO_COMMIT, id: await ref.tipId() };
    const make = async (on: StateCommit) => makeState({ ...NO_COMMIT, id: on.id }, EMPTY_STATE, making);
    await tip.advance(there, make, run.lock.changeWith);
    await local.forget();
  }

  /** The copies on this machine that may not be in the shared state yet. */
  async #deleted(format: ObjectFormat): Promise<ReadonlyMap<string, NewObject>> {
    const texts = await this.#parts.local.deleted.texts();
    return new Map([...texts].map(([name, text]) => [name, newBlob(format, text)]));
  }

  async #making({ author }: GitRun) {
    const { owner, ref } = this.#parts;
    return { ...owner, author, format: (await ref.settings()).format, commit: await ref.commitMaker() };
  }
}

const ownLines = ({ note }: StateCommit, run: GitRun): number => (note?.id === run.note.id ? (note.lines ?? 0) : 0);

/** At the end of a run, a network outage of some seconds is waited out: the machine may be gone afterwards. */
const WAITS = [1000, 2000, 4000, 8000];

async function patiently<T>(lost: AbortSignal, act: () => Promise<T>): Promise<T> {
  for (const milliseconds of WAITS) {
    try {
      return await act();
    } catch (error) {
      if (lost.aborted || !(error instanceof UserError)) throw error;
      await wait(milliseconds);
    }
  }
  return act();
}
