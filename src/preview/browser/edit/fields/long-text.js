// A text in Markdown, with a toolbar. The page beside it is its preview.
import { element } from '../../element.js';
import { createPicker } from '../picker.js';
import { grow } from './grow.js';
import { searchMedia } from './media.js';
import { orNothing } from './plain.js';
import { searchDocuments } from './pointer.js';

/** Some change the selected text, others ask for a document or a picture first. */
const TOOLS = [
  { name: 'Bold', sign: 'B', key: 'b', act: (area) => around(area, '**') },
  { name: 'Italic', sign: 'I', key: 'i', act: (area) => around(area, '*') },
  { name: 'Heading', sign: 'H', act: (area) => before(area, '## ') },
  { name: 'List', sign: '•', act: (area) => before(area, '- ') },
  {
    name: 'Link',
    sign: 'Link',
    key: 'k',
    asks: 'Search a document, or enter an address',
    search: linkTargets,
    write: (text, target) => `[${text}](${target})`,
  },
  {
    name: 'Picture',
    sign: 'Picture',
    asks: 'Search a picture',
    search: searchMedia,
    write: (text, target) => `![${text}](${target})`,
  },
];

/** As if it were typed, so that the browser's own undo knows it. @param {HTMLTextAreaElement} area */
function replace(area, start, end, text) {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** @param {HTMLTextAreaElement} area */
function around(area, sign) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const isDone = value.slice(start - sign.length, start) === sign && value.slice(end).startsWith(sign);
  const text = value.slice(start, end);
  if (isDone) replace(area, start - sign.length, end + sign.length, text);
  else replace(area, start, end, sign + text + sign);
  const from = isDone ? start - sign.length : start + sign.length;
  area.setSelectionRange(from, from + text.length);
}

/** At the start of each selected line; a second time takes it away. @param {HTMLTextAreaElement} area */
function before(area, sign) {
  const { selectionStart, selectionEnd, value } = area;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const end = value.indexOf('\n', selectionEnd) === -1 ? value.length : value.indexOf('\n', selectionEnd);
  const lines = value.slice(start, end).split('\n');
  const isDone = lines.every((line) => line.startsWith(sign));
  const next = lines.map((line) => (isDone ? line.slice(sign.length) : sign + line)).join('\n');
  replace(area, start, end, next);
  area.setSelectionRange(start + (lines.length === 1 ? next.length : 0), start + next.length);
}

/** @param {import('../slot.js').Slot} slot @returns {import('../slot.js').Control} */
export function longText(slot) {
  const { original } = slot;
  const oninput = () => {
    slot.edit(orNothing(slot, area.value));
    resize();
  };
  const onkeydown = (event) => {
    const tool = (event.ctrlKey || event.metaKey) && TOOLS.find(({ key }) => key === event.key);
    if (!tool) return;
    event.preventDefault();
    use(tool);
  };
  const placeholder = typeof original === 'string' ? original : undefined;
  const area = element('textarea.long', { rows: 3, placeholder, oninput, onkeydown });
  const resize = grow(area);
  const finder = element('div', { hidden: true });
  const closeFinder = () => (finder.hidden = true);

  /** Asks which document or picture, and inserts it where the cursor was. */
  function find(tool) {
    const { selectionStart: start, selectionEnd: end, value } = area;
    const selected = value.slice(start, end);
    const insert = (text) => {
      closeFinder();
      replace(area, start, end, text);
    };
    const picker = createPicker({
      label: tool.name,
      placeholder: tool.asks,
      search: (words) => tool.search(words, slot.form.forms),
      onChoose: ({ value: target, title }) => insert(tool.write(selected || title, target)),
      onClosed: closeFinder,
    });
    picker.input.setAttribute('aria-label', tool.name);
    finder.replaceChildren(picker.node);
    finder.hidden = false;
    picker.input.focus();
    void picker.open('');
  }
  const use = (tool) => (tool.search ? find(tool) : tool.act(area));
  const buttons = TOOLS.map((tool) =>
    element(
      'button',
      {
        title: tool.key ? `${tool.name} (Ctrl+${tool.key.toUpperCase()})` : tool.name,
        'aria-label': tool.name,
        'data-tool': tool.sign,
        onclick: () => use(tool),
      },
      tool.sign,
    ),
  );
  const tools = element('div.tools', { role: 'toolbar', 'aria-label': `Format ${slot.label}` }, ...buttons);
  return {
    node: element('div.long-text', tools, finder, area),
    input: area,
    canBeEmptied: true,
    show(value) {
      area.value = value ?? '';
      resize();
    },
  };
}

/** What was entered is an address itself, or words to search for. */
async function linkTargets(words, { kinds }) {
  if (/^(?:https?:|mailto:|tel:|\/)/.test(words)) return { options: [{ value: words, title: words }] };
  return searchDocuments(Object.keys(kinds), words);
}
