// What outlives a form and its page: where somebody was, and the values that are not written yet.
const PLACE = 'gitcast.dev.edited';
const DRAFTS = 'gitcast.dev.drafts';
const COMMIT = 'gitcast.dev.commit';

/** @typedef {import('./slot.js').Focus & { start?: number, end?: number }} Focus */
/** @typedef {import('../../../editing/protocol.ts').OpenDocument} OpenDocument */
/** @typedef {{ view: string, shown?: any, address?: string, locale?: string, opened?: OpenDocument, look?: import('./slot.js').Look, scroll: number, focus?: Focus }} Kept */

/**
 * A value that is not written, with the one that it was made from. `isNew`: a part or an entry that the file does not have.
 * `isSent`: no answer has come yet.
 *
 * @typedef {{ path: (string | number)[], value?: any, was?: any, isNew?: boolean, isSent?: boolean }} Draft
 * @typedef {{ address: string, locale?: string }} Place
 */

function stored(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}
function store(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the form starts at its top, with the values of the file.
  }
}

/** @param {Kept} place */
export const keepPlace = (place) => store(PLACE, { ...place, href: location.href });

/** @returns {Kept | undefined} undefined on another page */
export function keptPlace() {
  const place = stored(PLACE);
  store(PLACE, {});
  if (place.href === location.href && place.view !== undefined) return place;
  // The page before sent them as it was left, and somebody may undo them here.
  const waiting = ([key, drafts]) => [key, drafts.filter(({ isSent }) => !isSent)];
  store(DRAFTS, Object.fromEntries(Object.entries(stored(DRAFTS)).map(waiting)));
  return undefined;
}

const keyOf = ({ address, locale = '' }) => `${address} ${locale}`;

/** @param {Place} place @param {readonly Draft[]} drafts */
export const keepDrafts = (place, drafts) => store(DRAFTS, { ...stored(DRAFTS), [keyOf(place)]: drafts });

/** The form that takes them keeps them from now on. @param {Place} place @returns {Draft[]} */
export function takeDrafts(place) {
  const drafts = stored(DRAFTS)[keyOf(place)] ?? [];
  keepDrafts(place, []);
  return drafts;
}

/** In any language. @param {string} address */
export const hasDrafts = (address) =>
  Object.entries(stored(DRAFTS)).some(([key, drafts]) => key.startsWith(`${address} `) && drafts.length > 0);

/**
 * The message and the branch that somebody wrote for the next commit, not the proposed ones.
 *
 * @typedef {{ message?: string, branch?: string }} WrittenCommit
 */

/** @param {WrittenCommit} written */
export const keepCommit = (written) => store(COMMIT, written);
/** @returns {WrittenCommit} */
export const keptCommit = () => stored(COMMIT);
