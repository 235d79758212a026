// What the server wrote into the page about itself; see server/inject.ts.
const { gitcast, token, revision, now, missing } = /** @type {HTMLElement} */ (
  document.querySelector('script[data-gitcast]')
).dataset;

export const introduction = {
  boot: gitcast,
  token: token ?? '',
  revision: Number(revision),
  /** The instant that somebody chose, in milliseconds. */
  now: now === undefined ? undefined : Number(now),
  /** Whether this is the page for addresses that lead nowhere. */
  isMissing: missing !== undefined,
};
