/** A watch that follows the configuration: an edit of it can name other folders. */
import { isDeepStrictEqual } from 'node:util';
import { watch, type Watch, type Watched, type WatchEvents } from '../../preview/watch.ts';

export class MovingWatch implements Watch {
  readonly #events: WatchEvents;
  #watched: Watched;
  #watch: Watch;

  static async open(watched: Watched, events: WatchEvents): Promise<MovingWatch> {
    return new MovingWatch(watched, events, await watch(watched, events));
  }

  private constructor(watched: Watched, events: WatchEvents, opened: Watch) {
    this.#watched = watched;
    this.#events = events;
    this.#watch = opened;
  }

  /** The new folders are watched before it returns, so that what is saved after they are read is noticed. */
  async moveTo(watched: Watched): Promise<void> {
    if (isDeepStrictEqual(watched, this.#watched)) return;
    const before = this.#watch;
    this.#watch = await watch(watched, this.#events);
    this.#watched = watched;
    await before.close();
  }

  readonly close = (): Promise<void> => this.#watch.close();
}
