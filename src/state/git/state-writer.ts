/** Writes a run to the state's ref: checkpoints during the run, the state at its end. */
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../diagnostics/errors.ts';
import type { GitRun, GitRunParts } from './git-run.ts';
import type { Intent, JournalLine } from '../journal-line.ts';
import { overtakenState, stateOf } from './known-state.ts';
import type { LocalRun } from './local-runs.ts';
import { mergeStates } from '../merge-states.ts';
import { bodiesIn, bodiesOf, EMPTY_STATE, recent } from '../replay.ts';
import { changesBetween, type RunNote } from '../run-note.ts';
import {
  makeCheckpoint,
  makeState,
  NO_COMMIT,
  uncommittedBodies,
  type MadeCommit,
  type StateCommit,
} from './state-commit.ts';
import type { StateRef } from './state-ref.ts';
import type { State } from '../store.ts';

type StateWriterParts = Pick<GitRunParts, 'owner' | 'ref' | 'local' | 'clock'>;

export interface Checkpoint {
  readonly lines: readonly JournalLine[];
  /** The intents that are about to be sent; defaults to those that were announced before. */
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
    const { ref, local } = this.#parts;
    const before = await ref.knownTip();
    const { lines, planned = before.planned, total = ownLines(before, run) } = made;
    const note = { ...run.note, lines: total };
    const making = { ...(await this.#making(run)), note, planned, deleted: await local.deleted.texts() };
    const make = async (on: StateCommit): Promise<MadeCommit> => {
      const bodies = await uncommittedBodies(local.bodies, bodiesIn(lines), on);
      if (on === before) return makeCheckpoint(on, lines, { ...making, bodies });
      return makeState(on, overtakenState(before, lines, on), { ...making, bodies });
    };
    await ref.advance(before, make, run.lock.changeWith);
  }

  async save(run: GitRun, given: State): Promise<void> {
    const { ref, local, clock } = this.#parts;
    const ancestor = await ref.knownTip();
    const runs = await local.list();
    const ours: State = { ...given, base: recent(given.base, clock.now()) };
    const making = { ...(await this.#making(run)), deleted: await local.deleted.texts() };
    const make = (lost: boolean) => async (on: StateCommit) => {
      const sides = { ancestor: stateOf(ancestor, runs), ours, theirs: stateOf(on, runs) };
      const state = on.id === ancestor.id ? ours : mergeStates(sides);
      const note = await finishedNote(ref, run, { runs, on, state, lost });
      const bodies = await uncommittedBodies(local.bodies, bodiesOf(state), on);
      // Another run may be in progress by now, with its creations still to come.
      const planned = on.note?.finished === false && on.note.id !== note.id ? on.planned : [];
      return makeState(on, state, { ...making, note, bodies, planned });
    };
    const { lost, changeWith } = run.lock;
    try {
      await patiently(lost, () => ref.advance(ancestor, make(false), changeWith));
    } catch (error) {
      if (lost.aborted && runs.some(({ lines }) => lines.length > 0)) {
        const { change } = await ref.refs();
        await ref.advance(await ref.tip(), make(true), (each) => change([each]));
        await local.forget();
      }
      throw error;
    }
    await local.forget();
    await local.bodies.dropAllBut(new Set());
    await local.deleted.dropAllBut(new Set());
  }

  async reset(run: GitRun): Promise<void> {
    const { ref, local } = this.#parts;
    const making = { ...(await this.#making(run)), note: run.note, bodies: new Map(), planned: [] };
    // The current content is not read: it may be the reason for starting over.
    const there: StateCommit = { ...NO_COMMIT, id: await ref.tipId() };
    const make = async (on: StateCommit) => makeState({ ...NO_COMMIT, id: on.id }, EMPTY_STATE, making);
    await ref.advance(there, make, run.lock.changeWith);
    await local.forget();
  }

  async #making({ author }: GitRun) {
    const { owner, ref } = this.#parts;
    return { ...owner, maker: await ref.maker(author) };
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

export interface Finishing {
  /** The runs that this machine remembers. */
  readonly runs: readonly LocalRun[];
  readonly on: StateCommit;
  readonly state: State;
  readonly lost: boolean;
}

/** The description of a run in its last commit. The changes of a run that died are reported as its own. */
export async function finishedNote(ref: StateRef, run: GitRun, { runs, on, state, lost }: Finishing): Promise<RunNote> {
  const notes = [...runs.map(({ note }) => note), ...(on.note ? [on.note] : [])];
  const hasBegun = notes.some(({ id }) => id === run.note.id);
  const dead = hasBegun ? undefined : notes.find(({ finished }) => !finished);
  const { after: _after, lines: pushed, ...note } = dead ?? run.note;
  const local = runs.find((each) => each.note.id === note.id);
  const before = await ref.stateAt(on.note?.finished === false ? on.note.after : on.id);
  const lines = [...on.planned, ...on.lines, ...runs.flatMap((each) => each.lines)];
  return {
    ...note,
    finished: true,
    // The run's own machine may know more, and come back.
    ...((dead || lost) && { interrupted: true as const, lines: local?.lines.length ?? pushed ?? 0 }),
    changes: changesBetween(before.base, state.base, lines),
  };
}
