// Reads what the server wrote into the page about itself; see server/inject.ts.
const { gitcast, token, revision, now, missing } = /** @type {HTMLElement} */ (
  document.querySelector('script[data-gitcast]')
).dataset;

export const introduction = {
  boot: gitcast,
  token: token ?? '',
  revision: Number(revision),
  /** The chosen instant, in milliseconds. */
  now: now === undefined ? undefined : Number(now),
  /** True on the page for URLs that do not exist. */
  isMissing: missing !== undefined,
};
