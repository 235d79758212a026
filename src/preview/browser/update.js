// Follows the server: updates the page in place, or reloads it.
import { reloadKeeping } from './keep.js';
import { planPatch } from './patch.js';
import { introduction } from './server.js';

/** The page as the server sent it: this module runs before the site's own script has changed anything. */
let base = snapshot();

function snapshot() {
  const copy = document.implementation.createHTMLDocument();
  copy.replaceChild(copy.importNode(document.documentElement, true), copy.documentElement);
  return copy;
}

/** One after the other. If anything fails on the way, reloading the page fixes it. */
let running = Promise.resolve();
const queue = (work) => (running = running.then(work).catch(reloadKeeping));

/** Notifies the site's own scripts, and our parts that depend on the page. */
const tell = () => document.dispatchEvent(new CustomEvent('gitcast:update'));

/**
 * Adds a new style sheet next to the old one and removes the old one when the new one is loaded, so that nothing
 * flickers.
 *
 * @returns {Promise<void>}
 */
function swapStyle(link, href) {
  const fresh = /** @type {HTMLLinkElement} */ (link.cloneNode());
  fresh.href = href;
  return new Promise((resolve) => {
    const done = () => {
      link.remove();
      resolve();
    };
    // A style sheet that cannot be loaded replaces the old one anyway: it is what the page now refers to.
    fresh.addEventListener('load', done, { once: true });
    fresh.addEventListener('error', done, { once: true });
    link.after(fresh);
  });
}

let isWanted = false;

/** A page that changed three times in the meantime is fetched once. */
export function updatePage() {
  if (isWanted) return running;
  isWanted = true;
  return queue(() => {
    isWanted = false;
    return fetchAndPatch();
  });
}

async function fetchAndPatch() {
  let text;
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (answer.redirected || !answer.headers.get('content-type')?.startsWith('text/html')) return reloadKeeping();
    text = await answer.text();
  } catch {
    // The server is gone for now. The page catches up once it is back.
    return;
  }
  const next = new DOMParser().parseFromString(text, 'text/html');
  if (!isSameIntroduction(next)) return reloadKeeping();
  const swaps = [];
  const steps = planPatch({ live: document, base, next }, { swapStyle: (...words) => swaps.push(swapStyle(...words)) });
  if (!steps) return reloadKeeping();
  for (const step of steps) step();
  await Promise.all(swaps);
  base = next;
  tell();
}

/** Our own element differs in each revision. That is not a change of the page, but a different clock or server is. */
function isSameIntroduction(next) {
  const ours = next.querySelector('script[data-gitcast]');
  const { gitcast, now, missing } = ours?.dataset ?? {};
  const isSame =
    gitcast === introduction.boot &&
    (now === undefined ? undefined : Number(now)) === introduction.now &&
    (missing !== undefined) === introduction.isMissing;
  if (isSame) ours.replaceWith(next.importNode(base.querySelector('script[data-gitcast]'), true));
  return isSame;
}
