/**
 * Updates an open page to its new HTML without losing what the user did on it. There are three sides: the HTML the page
 * was loaded with (`base`), the new HTML (`next`), and the page as scripts and people have changed it since (`live`).
 * Only differences between base and next are applied to live, so typed text, opened details, the focus, the scroll
 * position and everything that scripts have set up elsewhere stay as they are.
 *
 * If that cannot work (a script must run on new content, or a script has rebuilt the changed part) there is no patch,
 * and the page has to be reloaded.
 */
class CannotPatch extends Error {}

/** Scripts that run. What a page tells search engines is a script only by name. */
const RUN = 'script:not([type="application/ld+json"])';

/**
 * @param {{ live: Document, base: Document, next: Document }} sides
 * @param {{ swapStyle: (link: HTMLLinkElement, href: string) => void }} tools
 * @returns {(() => void)[] | undefined} the steps to take, none of which has been taken yet
 */
export function planPatch({ live, base, next }, { swapStyle }) {
  /** @type {(() => void)[]} */
  const steps = [];
  try {
    compareAttributes(live.documentElement, base.documentElement, next.documentElement, steps);
    compareElements(live.head, base.head, next.head, steps, swapStyle);
    compareElements(live.body, base.body, next.body, steps, swapStyle);
    return steps;
  } catch (error) {
    if (error instanceof CannotPatch) return undefined;
    throw error;
  }
}

function compareElements(live, base, next, steps, swapStyle) {
  if (base.isEqualNode(next)) return;
  if (base.matches(`${RUN}, noscript, iframe, meta[http-equiv]`)) throw new CannotPatch();
  if (base.matches('link[rel=stylesheet]')) {
    const href = next.getAttribute('href');
    if (href !== base.getAttribute('href')) steps.push(() => swapStyle(live, href));
    return;
  }
  compareAttributes(live, base, next, steps);
  const [liveChildren, baseChildren, nextChildren] = [live, base, next].map(({ childNodes }) => [...childNodes]);
  if (sameLists(baseChildren, nextChildren, (one, other) => one.isEqualNode(other))) return;
  if (!sameLists(liveChildren, baseChildren, sameName)) throw new CannotPatch();
  const partner = pairUp(baseChildren, nextChildren);
  const kept = new Set(partner);
  baseChildren.forEach((_, index) => {
    if (!kept.has(index)) steps.push(() => liveChildren[index].remove());
  });
  // From the end, so that the node after a new one is already in place.
  let before = null;
  for (let index = nextChildren.length - 1; index >= 0; index--) {
    const from = partner[index];
    if (from === undefined) {
      const made = inserted(nextChildren[index]);
      const place = before;
      steps.push(() => live.insertBefore(made, place));
      before = made;
    } else {
      compareNodes(liveChildren[from], baseChildren[from], nextChildren[index], steps, swapStyle);
      before = liveChildren[from];
    }
  }
}

function compareNodes(live, base, next, steps, swapStyle) {
  if (base.nodeType === Node.ELEMENT_NODE) return compareElements(live, base, next, steps, swapStyle);
  if (base.data === next.data) return;
  if (live.data !== base.data) throw new CannotPatch();
  steps.push(() => (live.data = next.data));
}

function compareAttributes(live, base, next, steps) {
  const names = new Set([...base.getAttributeNames(), ...next.getAttributeNames()]);
  for (const name of names) {
    const [before, after] = [base.getAttribute(name), next.getAttribute(name)];
    if (before === after) continue;
    if (isForScripts(name)) throw new CannotPatch();
    if (name === 'class') steps.push(() => changeClasses(live, before, after));
    else if (after === null) steps.push(() => live.removeAttribute(name));
    else steps.push(() => live.setAttribute(name, after));
  }
}

/** Scripts add their own classes, which stay. */
function changeClasses(live, before, after) {
  const ours = (before ?? '').split(/\s+/);
  const added = [...live.classList].filter((name) => !ours.includes(name));
  if (after === null && added.length === 0) live.removeAttribute('class');
  else live.setAttribute('class', [...(after ? [after] : []), ...added].join(' '));
}

/** Scripts read `data-` attributes when they start; only ours means nothing to them. */
const isForScripts = (name) => name.startsWith('data-') && name !== 'data-source';

const ALIVE = `${RUN}, iframe, form, input, textarea, select, dialog, noscript, link, meta`;

function inserted(node) {
  if (node.nodeType === Node.ELEMENT_NODE) {
    for (const each of [node, ...node.querySelectorAll('*')])
      if (each.matches(ALIVE) || each.getAttributeNames().some(isForScripts)) throw new CannotPatch();
  }
  return document.importNode(node, true);
}

const sameName = (one, other) => one.nodeName === other.nodeName;
const sameLists = (one, other, same) =>
  one.length === other.length && one.every((node, index) => same(node, other[index]));

/** With more pairs than this, the search for unchanged nodes would take longer than reloading the page. */
const MOST_PAIRS = 1_000_000;

/**
 * Matches each child of the new list to a child of the old one: the longest common subsequence of equal children, and
 * between them those of the same name in order.
 *
 * @returns {(number | undefined)[]}
 */
export function pairUp(before, after) {
  const [old, fresh] = [before.map(keyOf), after.map(keyOf)];
  /** @type {(number | undefined)[]} */
  const partner = Array.from({ length: after.length });
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) partner[start] = start++;
  let [oldEnd, freshEnd] = [old.length, fresh.length];
  while (oldEnd > start && freshEnd > start && old[oldEnd - 1] === fresh[freshEnd - 1]) partner[--freshEnd] = --oldEnd;
  for (const [from, to] of commonRun(old.slice(start, oldEnd), fresh.slice(start, freshEnd)))
    partner[start + to] = start + from;
  pairByName(before, after, partner);
  return partner;
}

function commonRun(old, fresh) {
  if (old.length * fresh.length > MOST_PAIRS) return [];
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      lengths[i][j] = old[i] === fresh[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const pairs = [];
  for (let i = 0, j = 0; i < old.length && j < fresh.length;) {
    if (old[i] === fresh[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  return pairs;
}

function pairByName(before, after, partner) {
  let free = 0;
  for (let index = 0; index < after.length; index++) {
    const taken = partner[index];
    if (taken !== undefined) {
      free = taken + 1;
      continue;
    }
    const next = partner.slice(index).find((each) => each !== undefined) ?? before.length;
    const found = before.findIndex((node, at) => at >= free && at < next && sameName(node, after[index]));
    if (found === -1) continue;
    partner[index] = found;
    free = found + 1;
  }
}

/** An added line at the top of a file changes all marks below it; they do not identify anything. */
const keyOf = (node) =>
  node.nodeType === Node.ELEMENT_NODE ? node.outerHTML.replaceAll(/ data-source="[^"]*"/g, '') : `#${node.data}`;
