// The page's scripts see the time that was chosen: a countdown counts from there, and what is on then is marked.
const RealDate = Date;

/** @param {number} instant in milliseconds; the clock goes on from there */
export function startClockAt(instant) {
  const offset = instant - RealDate.now();
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, words, self) => Reflect.construct(target, words.length === 0 ? [now()] : words, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
