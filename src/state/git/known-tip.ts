import type { MadeCommit, StateCommit } from './state-commit.ts';
import type { Push, StateRef } from './state-ref.ts';

/** The commit at the tip of the state's ref, as last read or written from here. */
export class KnownTip {
  readonly #ref: StateRef;
  #seen: StateCommit | undefined;
  #isHeld = false;

  constructor(ref: StateRef) {
    this.#ref = ref;
  }

  get seen(): StateCommit | undefined {
    return this.#seen;
  }

  /** The owner of the lock fetches once. If somebody else writes anyway, the next push detects it. */
  async read(): Promise<StateCommit> {
    if (!this.#isHeld || !this.#seen) this.#seen = await this.#ref.tip();
    return this.#seen;
  }

  /** Puts a commit on top of the current tip: `start`, or what others have pushed since. */
  async advance(start: StateCommit, make: (on: StateCommit) => Promise<MadeCommit>, push: Push): Promise<void> {
    this.#seen = await this.#ref.advance(start, make, push);
  }

  /** The lock was taken: the tip has to be fetched, and does not change from then on. */
  hold(): void {
    this.#isHeld = true;
    this.#seen = undefined;
  }

  letGo(): void {
    this.#isHeld = false;
  }
}
