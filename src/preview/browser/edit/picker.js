// A field with suggestions below it, found while one types: documents, media, icons.
import { element } from '../element.js';

/**
 * @typedef {{ value: any, title: string, note?: string, picture?: Node }} PickerOption
 * @typedef {{ options: PickerOption[], reason?: undefined } | { reason: string, options?: undefined }} Found
 */

const REST = 120;
let count = 0;

/**
 * @param {{
 *   label: string,
 *   placeholder?: string,
 *   search: (words: string) => Promise<Found>,
 *   onChoose: (option: PickerOption) => void,
 *   onEmptied?: () => void,
 *   onClosed?: () => void,
 *   isGrid?: boolean,
 * }} picker
 */
export function createPicker({ label, placeholder = 'Search', search, onChoose, onEmptied, onClosed, isGrid = false }) {
  const id = `picker-${++count}`;
  const list = element('ul.options', { id, role: 'listbox', 'aria-label': label, hidden: true });
  const message = element('p.picker-message', { role: 'status', hidden: true });
  const input = element('input', {
    type: 'text',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-controls': id,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder,
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => open(input.value), REST);
      setBegun(input.value !== shown);
    },
    onfocus: () => input.select(),
    onclick: () => list.hidden && open(''),
    onkeydown,
    onblur: close,
  });
  /** @type {PickerOption[]} */
  let options = [];
  let active = -1;
  let shown = '';
  /** Only the last search counts. */
  let asked = 0;
  let timer;

  async function open(words) {
    const own = ++asked;
    const found = await search(words.trim());
    if (own !== asked || !node.isConnected) return;
    options = found.options ?? [];
    message.hidden = options.length > 0;
    message.textContent = found.reason ?? 'Nothing found.';
    list.replaceChildren(...options.map(optionItem));
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    activate(words.trim() === '' ? -1 : 0);
    list.scrollIntoView({ block: 'nearest' });
  }
  /** @param {PickerOption} option @param {number} index */
  const optionItem = ({ title, note, picture }, index) =>
    element(
      'li',
      {
        role: 'option',
        id: `${id}-${index}`,
        'aria-selected': 'false',
        'aria-label': isGrid ? title : undefined,
        title: isGrid ? title : undefined,
        // The field keeps the focus.
        onpointerdown: (event) => event.preventDefault(),
        onclick: () => choose(index),
      },
      picture,
      !isGrid && element('span.option-title', title),
      !isGrid && note !== undefined && element('span.option-note', note),
    );
  function activate(index) {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = index;
    const item = list.children[index];
    item?.setAttribute('aria-selected', 'true');
    item?.scrollIntoView({ block: 'nearest' });
    if (item) input.setAttribute('aria-activedescendant', item.id);
    else input.removeAttribute('aria-activedescendant');
  }
  function choose(index) {
    const option = options[index];
    shown = option.title;
    input.value = shown;
    hide();
    onChoose(option);
  }
  /** Words that no option was chosen for are in no document. */
  const setBegun = (isBegun) => node.toggleAttribute('data-begun', isBegun);
  function hide() {
    asked++;
    setBegun(false);
    clearTimeout(timer);
    list.hidden = message.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }
  function close() {
    hide();
    if (input.value.trim() === '' && shown !== '' && onEmptied) {
      shown = '';
      onEmptied();
    }
    input.value = shown;
    onClosed?.();
  }
  function onkeydown(event) {
    const isOpen = !list.hidden;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) void open('');
      else activate((active + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen && active >= 0) choose(active);
    } else if (event.key === 'Escape' && (isOpen || !message.hidden)) {
      event.stopPropagation();
      hide();
      input.value = shown;
    }
  }
  const node = element('div.picker', input, list, message);
  if (isGrid) list.classList.add('grid');
  return {
    node,
    input,
    open,
    show(text) {
      shown = text;
      input.value = text;
      setBegun(false);
    },
  };
}
