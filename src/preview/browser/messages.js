// The stack in the corner: messages that come and go, below the changes that the sync left out.
import { closeButton, element, withCode } from './element.js';
import { show } from './stage.js';

const STAYS = 12_000;
const stack = element('div.messages', { role: 'status', 'aria-live': 'polite' });

/** @param {string} name replaces any message with this name */
function add(name, ...content) {
  if (!stack.isConnected) show(stack);
  for (const old of stack.querySelectorAll(`[data-name="${name}"]`)) old.remove();
  const dismiss = closeButton('Dismiss', () => message.remove());
  const message = element('div.message.card', { 'data-name': name }, element('div', ...content), dismiss);
  stack.append(message);
  return message;
}

/**
 * Something failed or needs an explanation.
 *
 * @param {string} text
 * @param {{ place?: string, isCopied?: boolean }} [details] `place`: a file and line to open by hand
 */
export function say(text, { place, isCopied = false } = {}) {
  const message = add('word', text, place && element('code.place', place, isCopied ? ' (copied)' : ''));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const leave = () => (timer = setTimeout(() => message.remove(), STAYS));
  message.addEventListener('pointerenter', () => clearTimeout(timer));
  message.addEventListener('pointerleave', leave);
  leave();
}

export const isSaying = () => stack.querySelector('[data-name=word]') !== null;

/** A document changed that is visible elsewhere. */
export function suggest({ address, href }, visit) {
  const follow = (event) => {
    if (!visit) return;
    event.preventDefault();
    visit(href);
  };
  const link = element('a.link', { href, onclick: follow }, 'show it');
  add('suggestion', element('strong', address), ' changed: ', link);
}

export const withdrawSuggestion = () => stack.querySelector('[data-name=suggestion]')?.remove();

const NOTICE_WORDS = { drift: 'drifted', conflict: 'conflict', failed: 'failed', manual: 'by hand' };

const banner = element('section.banner.card', { 'aria-label': 'Sync', hidden: true });
/** Dismissed notices. They come back when their text changes. */
const dismissed = new Set();
let isOpen = false;

const keyOf = ({ address, kind, message }) => [address, kind, message].join('\n');

/** Changes that the sync left out: changed on the target, or to be made by hand. They stay above the messages. */
export function showNotices(notices) {
  if (!stack.isConnected) show(stack);
  if (!banner.isConnected) stack.prepend(banner);
  const shown = notices.filter((notice) => !dismissed.has(keyOf(notice)));
  banner.hidden = shown.length === 0;
  if (banner.hidden) return;
  const rest = shown.slice(1);
  const toggle = () => {
    isOpen = !isOpen;
    showNotices(notices);
    /** @type {HTMLElement | null} */ (banner.querySelector('[aria-expanded]'))?.focus();
  };
  const dismiss = () => {
    for (const notice of shown) dismissed.add(keyOf(notice));
    showNotices(notices);
  };
  const more = { 'aria-expanded': String(isOpen), onclick: toggle };
  const words = element(
    'div',
    element('p', ...line(shown[0])),
    rest.length > 0 && element('button.link.more', more, isOpen ? 'show less' : `and ${rest.length} more`),
  );
  banner.replaceChildren(element('div.banner-head', words, closeButton('Dismiss', dismiss)));
  if (isOpen && rest.length > 0) banner.append(element('ul', ...rest.map((each) => element('li', ...line(each)))));
}

const line = ({ address, kind, message }) => [
  element('strong', address),
  ` (${NOTICE_WORDS[kind] ?? kind}): `,
  ...withCode(message),
];
