/** The settings of the bar, which this browser keeps from page to page. */
import { ofBrowser } from './storage.js';

const KEY = 'gitcast.dev';
const DEFAULTS = { isOpen: false, isEditing: false, scheme: 'system' };

const read = () => ({ ...DEFAULTS, ...ofBrowser.get(KEY) });

export const settings = {
  ...read(),
  change(values) {
    Object.assign(settings, values);
    const { isOpen, isEditing, scheme } = settings;
    ofBrowser.set(KEY, { isOpen, isEditing, scheme });
  },
};

/** Another window, or the page around this one, changed a setting. */
export function onSettings(listener) {
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    Object.assign(settings, read());
    listener();
  });
}

const CONDITION = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/g;
const ALWAYS = '(min-width: 0px)';
const NEVER = '(max-width: 0px)';

/** The original conditions. */
const written = new WeakMap();

/**
 * Forces light or dark regardless of the system setting. It rewrites the conditions in the page's style sheets, not the
 * files.
 *
 * @param {'system' | 'light' | 'dark'} scheme
 */
export function applyScheme(scheme) {
  const choose = (owner, read, write) => {
    const text = written.get(owner) ?? read();
    if (!text.includes('prefers-color-scheme')) return;
    written.set(owner, text);
    write(scheme === 'system' ? text : text.replaceAll(CONDITION, (_, name) => (name === scheme ? ALWAYS : NEVER)));
  };
  for (const rule of mediaRules())
    choose(
      rule,
      () => rule.media.mediaText,
      (text) => (rule.media.mediaText = text),
    );
  for (const each of document.querySelectorAll('source[media], link[media], meta[media]'))
    choose(
      each,
      () => each.getAttribute('media'),
      (text) => each.setAttribute('media', text),
    );
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme;
}

function* mediaRules() {
  for (const sheet of document.styleSheets) yield* mediaRulesIn(rulesOf(sheet));
}

function* mediaRulesIn(rules) {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) yield rule;
    if (rule.cssRules) yield* mediaRulesIn(rule.cssRules);
  }
}

/** Style sheets of other origins cannot be read. */
function rulesOf(sheet) {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
