// The page's scripts see the chosen time: a countdown counts from there, and events that are on then are marked.
const RealDate = Date;

/** @param {number} instant in milliseconds; the clock continues from there */
export function startClockAt(instant) {
  const offset = instant - RealDate.now();
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, words, self) => Reflect.construct(target, words.length === 0 ? [now()] : words, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
