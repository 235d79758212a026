/**
 * The bound on what one reading of a target keeps in memory. Each answer is bounded by itself, but a hostile service has
 * as many lists, pages and objects as it likes: everything that is read together is counted together.
 */
import { RemoteError } from '../diagnostics/errors.ts';

const MEBI = 1024 * 1024;
/** In characters, and more than any broadcast has. */
const MOST = 256 * MEBI;
/** A service takes bodies of 1 MiB, so no object grows far beyond that. */
const MOST_PER_OBJECT = 8 * MEBI;

export class Intake {
  #taken = 0;

  /** Called before a request too: what would not be kept is not asked for. */
  assertRoom(): void {
    if (this.#taken > MOST) throw tooLarge('the target sent more than 256 MiB in this run, and no more is read');
  }

  /** Counts an answer before any of its objects is kept. */
  take(size: number, objects: number): void {
    if (size > MOST_PER_OBJECT * Math.max(objects, 1)) throw tooLarge('the target sent an object of more than 8 MiB');
    this.#taken += size;
    this.assertRoom();
  }

  /** For answers that are not kept after all. */
  giveBack(size: number): void {
    this.#taken -= size;
  }
}

const tooLarge = (message: string): RemoteError => new RemoteError(message, { type: 'malformed' });
