/** A list that several threads work on: each takes the next few that nobody has taken yet. */
export interface Queue {
  readonly take: () => { readonly from: number; readonly to: number } | undefined;
}

/** Shared with other threads: how many are taken. */
export type Taken = Int32Array<SharedArrayBuffer>;

export const nothingTaken = (): Taken => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Enough for taking to cost nothing, few enough for all to end at about the same time. */
const AT_ONCE = 32;

export const queueOf = (length: number, taken: Taken): Queue => ({
  take() {
    const from = Atomics.add(taken, 0, AT_ONCE);
    return from < length ? { from, to: Math.min(from + AT_ONCE, length) } : undefined;
  },
});
