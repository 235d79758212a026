/**
 * Puts a new style sheet beside the old one and takes the old one away when the new one works: nothing flickers.
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
    // One that cannot be loaded takes the place all the same: it is what the page says now.
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
