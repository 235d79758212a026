import { CROSS, element, icon } from './element.js';
import { show } from './stage.js';

const STAYS = 12_000;
const stack = element('div', { class: 'messages', role: 'status', 'aria-live': 'polite' });

/** Adds an element that stays in the stack, above the messages that come and go. */
export function pin(node) {
  if (!stack.isConnected) show(stack);
  stack.prepend(node);
}

/** @param {string} name replaces any message with this name */
function add(name, ...content) {
  if (!stack.isConnected) show(stack);
  for (const old of stack.querySelectorAll(`[data-name="${name}"]`)) old.remove();
  const message = element(
    'div',
    { class: 'message card', 'data-name': name },
    element('div', {}, ...content),
    element('button', { class: 'icon-button', 'aria-label': 'Dismiss', onclick: () => message.remove() }, icon(CROSS)),
  );
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
  const where = place && element('code', { class: 'place' }, place, isCopied ? ' (copied)' : '');
  const message = add('word', text, where);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const leave = () => (timer = setTimeout(() => message.remove(), STAYS));
  message.addEventListener('pointerenter', () => clearTimeout(timer));
  message.addEventListener('pointerleave', leave);
  leave();
}

/** A document changed that is visible elsewhere. */
export function suggest({ address, href }, visit) {
  const follow = (event) => {
    if (!visit) return;
    event.preventDefault();
    visit(href);
  };
  add(
    'suggestion',
    element('strong', {}, address),
    ' changed: ',
    element('a', { class: 'link', href, onclick: follow }, 'show it'),
  );
}

export const withdrawSuggestion = () => stack.querySelector('[data-name=suggestion]')?.remove();
