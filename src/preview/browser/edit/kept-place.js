// What outlives a form and its page: where somebody was, and the values that are not written yet.
import { ofTab, takeOfTab } from '../storage.js';

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

/** @param {Kept} place */
export const keepPlace = (place) => ofTab.set(PLACE, { ...place, href: location.href });

/** @returns {Kept | undefined} undefined on another page */
export function keptPlace() {
  const place = takeOfTab(PLACE);
  if (place?.href === location.href && place.view !== undefined) return place;
  // The page before sent them as it was left, and somebody may undo them here.
  const waiting = ([key, drafts]) => [key, drafts.filter(({ isSent }) => !isSent)];
  ofTab.set(DRAFTS, Object.fromEntries(Object.entries(allDrafts()).map(waiting)));
  return undefined;
}

const allDrafts = () => ofTab.get(DRAFTS) ?? {};
const keyOf = ({ address, locale = '' }) => `${address} ${locale}`;

/** @param {Place} place @param {readonly Draft[]} drafts */
export const keepDrafts = (place, drafts) => ofTab.set(DRAFTS, { ...allDrafts(), [keyOf(place)]: drafts });

/** The form that takes them keeps them from now on. @param {Place} place @returns {Draft[]} */
export function takeDrafts(place) {
  const drafts = allDrafts()[keyOf(place)] ?? [];
  keepDrafts(place, []);
  return drafts;
}

/** In any language. @param {string} address */
export const hasDrafts = (address) =>
  Object.entries(allDrafts()).some(([key, drafts]) => key.startsWith(`${address} `) && drafts.length > 0);

/**
 * The message and the branch that somebody wrote for the next commit, not the proposed ones.
 *
 * @typedef {{ message?: string, branch?: string }} WrittenCommit
 */

/** @param {WrittenCommit} written */
export const keepCommit = (written) => ofTab.set(COMMIT, written);
/** @returns {WrittenCommit} */
export const keptCommit = () => ofTab.get(COMMIT) ?? {};
