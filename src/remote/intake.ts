/**
 * Limits how much one reading of a target keeps in memory. Each answer is limited on its own, but a hostile service can
 * have any number of lists, pages and objects, so everything that is read together is counted together.
 */
import { RemoteError } from '../diagnostics/errors.ts';

const MEBI = 1024 * 1024;
/** In characters; more than any broadcast has. */
const MOST = 256 * MEBI;
/** A service accepts bodies of up to 1 MiB, so no object is much larger than that. */
const MOST_PER_OBJECT = 8 * MEBI;

export class Intake {
  #taken = 0;

  /** Also called before a request, so that data that would not be kept is not requested. */
  assertRoom(): void {
    if (this.#taken > MOST) throw tooLarge('the target sent more than 256 MiB in this run, so gitcast stopped reading');
  }

  /** Counts an answer before any of its objects are kept. */
  take(size: number, objects: number): void {
    if (size > MOST_PER_OBJECT * Math.max(objects, 1)) throw tooLarge('the target sent an object larger than 8 MiB');
    this.#taken += size;
    this.assertRoom();
  }

  /** For answers that are not kept in the end. */
  giveBack(size: number): void {
    this.#taken -= size;
  }
}

const tooLarge = (message: string): RemoteError => new RemoteError(message, { type: 'malformed' });
