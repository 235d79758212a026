// When changes are sent: texts after a short rest, choices at once, and always one after the other.
import { say } from '../messages.js';

/** In milliseconds. */
const REST = 300;

/** @param {(isBusy: boolean) => void} onBusy */
export function createSaver(onBusy) {
  /** @type {Map<{ save: () => Promise<void> }, ReturnType<typeof setTimeout>>} */
  const waiting = new Map();
  let last = Promise.resolve();
  let running = 0;
  /** What is held is not being saved. */
  const report = () => onBusy(running > 0 || [...waiting.values()].some((timer) => timer !== undefined));

  /** @param {() => Promise<any>} work */
  function queue(work) {
    running++;
    report();
    last = last
      .then(work)
      .catch((error) => say(`This change could not be saved: ${error}`))
      .finally(() => {
        running--;
        report();
      });
    return last;
  }
  function start(slot) {
    clearTimeout(waiting.get(slot));
    waiting.delete(slot);
    return queue(() => slot.save());
  }
  function flush() {
    for (const slot of waiting.keys()) void start(slot);
    return last;
  }
  return {
    flush,
    isBusy: () => running + waiting.size > 0,
    /** Until its field is left. */
    hold(slot) {
      clearTimeout(waiting.get(slot));
      waiting.set(slot, undefined);
      report();
    },
    later(slot, { isChoice, rest = REST }) {
      clearTimeout(waiting.get(slot));
      if (isChoice) return void start(slot);
      waiting.set(
        slot,
        setTimeout(() => start(slot), rest),
      );
      report();
    },
    /** Sends what is waiting for this field. */
    hurry: (slot) => void (waiting.has(slot) && start(slot)),
    /** Entries of lists change their positions, so texts inside them are sent first. */
    run(work) {
      void flush();
      return queue(work);
    },
  };
}
