/**
 * Adds a new style sheet next to the old one and removes the old one when the new one is loaded, so that nothing
 * flickers.
 *
 * @returns {Promise<void>}
 */
export function swapStyle(link, href) {
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

/** The links to a style sheet, by its path from the root. */
export const linksTo = (doc, path) =>
  [...doc.querySelectorAll('link[rel=stylesheet]')].filter(
    (link) => new URL(link.getAttribute('href'), location.href).pathname === path,
  );
