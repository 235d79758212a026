import { element } from './element.js';
import { settings } from './settings.js';

const SCHEMES = { system: 'System', light: 'Light', dark: 'Dark' };

/** Other views of the page: its languages, light or dark, a phone. */
export function viewSection({ page, schemeChanged }) {
  const languages = element('div', { class: 'segments', role: 'group', 'aria-label': 'Language' });
  const languageLabel = element('span', {}, 'Language');
  const schemes = element(
    'div',
    { class: 'segments', role: 'group', 'aria-label': 'Colours' },
    ...Object.entries(SCHEMES).map(([name, label]) =>
      element('button', { 'data-scheme': name, onclick: () => choose(name) }, label),
    ),
  );
  const widths = element(
    'div',
    { class: 'segments', role: 'group', 'aria-label': 'Width' },
    ...[false, true].map((isPhone) =>
      element(
        'button',
        {
          'aria-pressed': String(isPhone === page.isPhone),
          onclick: () => isPhone !== page.isPhone && page.switchWidth(),
        },
        isPhone ? 'Phone' : 'Desk',
      ),
    ),
  );
  function choose(scheme) {
    settings.change({ scheme });
    mark();
    schemeChanged();
  }
  function mark() {
    for (const button of schemes.children)
      button.setAttribute('aria-pressed', String(button.getAttribute('data-scheme') === settings.scheme));
  }
  mark();
  return {
    node: element(
      'div',
      { class: 'choices' },
      languageLabel,
      languages,
      element('span', {}, 'Colours'),
      schemes,
      element('span', {}, 'Width'),
      widths,
    ),
    update() {
      mark();
      const found = languagesOf(page.document());
      languages.hidden = languageLabel.hidden = found.length < 2;
      languages.replaceChildren(...found.map((each) => languageLink(each, page)));
    },
  };
}

function languageLink({ lang, href, isHere }, page) {
  const follow = (event) => {
    event.preventDefault();
    page.visit(href);
  };
  return element(
    'a',
    { href, hreflang: lang, 'aria-current': isHere ? 'true' : undefined, onclick: follow },
    lang.toUpperCase(),
  );
}

/** The same page in the site's languages, from its language switch or from its head. */
function languagesOf(doc) {
  const here = doc.documentElement.lang;
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { hreflang, href } of doc.querySelectorAll('a[hreflang]')) found.set(hreflang, href);
  if (found.size === 0) {
    // The head names the published site; the preview uses the same path.
    for (const { hreflang, href } of doc.querySelectorAll('link[rel=alternate][hreflang]'))
      if (hreflang !== 'x-default') found.set(hreflang, new URL(new URL(href).pathname, doc.baseURI).href);
  }
  found.set(here, doc.location.href);
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([lang, href]) => ({ lang, href, isHere: lang === here }));
}
