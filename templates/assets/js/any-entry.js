// Shows an entry of the programme that is not stored as a page, from the data of all entries. Its path is behind the #.
const one = (selector, root) => root.querySelector(selector);

export async function showEntry(page) {
  const entry = await find(page.dataset.parts.split(' '), decodeURIComponent(location.hash.slice(1)));
  one('[data-nothing]', page).hidden = entry !== undefined;
  const article = one('[data-entry]', page);
  article.hidden = entry === undefined;
  if (!entry) return;
  for (const line of article.querySelectorAll('[data-line]')) line.hidden = entry[line.dataset.line] === undefined;
  for (const part of article.querySelectorAll('[data-part]')) part.textContent = entry[part.dataset.part] ?? '';
  inLanguage(one('[data-part="t"]', article), entry.l);
  inLanguage(one('[data-part="x"]', article), entry.m);
  const favourite = one('[data-favourite]', article);
  favourite.dataset.favourite = entry.n;
  favourite.setAttribute(
    'aria-label',
    page.dataset.label.replace('{title}', () => entry.t),
  );
  document.title = entry.t;
  document.dispatchEvent(new Event('gitcast:entries'));
}

function inLanguage(element, language) {
  if (!language) return ['lang', 'dir'].forEach((name) => element.removeAttribute(name));
  element.lang = language;
  element.dir = 'auto';
}

async function find(parts, path) {
  for (const part of path === '' ? [] : parts) {
    const entries = await fetch(new URL(part, location.href))
      .then((answer) => answer.json())
      .catch(() => []);
    const found = entries.find(({ u }) => u === path);
    if (found) return found;
  }
  return undefined;
}
