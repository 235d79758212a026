import type { StateCommit } from './state-commit.ts';
import type { Push, StateRef } from './state-ref.ts';

/** The commit at the tip of the state's ref, as it was last seen or written from here. */
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

  /** Who holds the lock fetches once. Should somebody else write after all, the next push notices. */
  async read(): Promise<StateCommit> {
    if (!this.#isHeld || !this.#seen) this.#seen = await this.#ref.tip(this.#seen);
    return this.#seen;
  }

  /** Puts a commit on top of what is there, `start` or what others have made of it. */
  async advance(start: StateCommit, write: (on: StateCommit) => Promise<StateCommit>, push: Push): Promise<void> {
    this.#seen = await this.#ref.advance(start, write, push);
  }

  /** The lock was taken: what is there has to be fetched, and stays what it is. */
  hold(): void {
    this.#isHeld = true;
    this.#seen = undefined;
  }

  letGo(): void {
    this.#isHeld = false;
  }
}
