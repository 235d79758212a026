// Changes that the sync left out: changed on the target, or to be made by hand.
import { CROSS, element, icon, withCode } from './element.js';
import { pin } from './messages.js';

const WORDS = { drift: 'drifted', conflict: 'conflict', failed: 'failed', manual: 'by hand' };

const box = element('section', { class: 'banner card', 'aria-label': 'Sync', hidden: true });
/** Dismissed notices. They come back when their text changes. */
const dismissed = new Set();
let isOpen = false;

const keyOf = ({ address, kind, message }) => [address, kind, message].join('\n');

export function showNotices(notices) {
  if (!box.isConnected) pin(box);
  const shown = notices.filter((notice) => !dismissed.has(keyOf(notice)));
  box.hidden = shown.length === 0;
  if (box.hidden) return;
  const rest = shown.slice(1);
  const toggle = () => {
    isOpen = !isOpen;
    showNotices(notices);
    /** @type {HTMLElement | null} */ (box.querySelector('[aria-expanded]'))?.focus();
  };
  const dismiss = () => {
    for (const notice of shown) dismissed.add(keyOf(notice));
    showNotices(notices);
  };
  box.replaceChildren(
    element(
      'div',
      { class: 'banner-head' },
      element(
        'div',
        {},
        element('p', {}, ...line(shown[0])),
        rest.length > 0 &&
          element(
            'button',
            { class: 'link more', 'aria-expanded': String(isOpen), onclick: toggle },
            isOpen ? 'show less' : `and ${rest.length} more`,
          ),
      ),
      element('button', { class: 'icon-button', 'aria-label': 'Dismiss', onclick: dismiss }, icon(CROSS)),
    ),
  );
  if (isOpen && rest.length > 0) box.append(element('ul', {}, ...rest.map((each) => element('li', {}, ...line(each)))));
}

const line = ({ address, kind, message }) => [
  element('strong', {}, address),
  ` (${WORDS[kind] ?? kind}): `,
  ...withCode(message),
];
