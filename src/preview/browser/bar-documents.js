import { element } from './element.js';

const STATES = {
  'in-sync': ['good', 'in sync'],
  pending: ['warn', 'pending'],
  drifted: ['warn', 'drifted'],
  conflict: ['bad', 'conflict'],
  local: ['quiet', 'site only'],
  unknown: ['quiet', 'not known'],
};
/** A page is mostly about one document; the others are a click away. */
const FEW = 4;

/** The documents that a page was built from, with the sync status of each. A click opens the file. */
export function documentList({ open }) {
  const list = element('ul', { class: 'documents' });
  const more = element('button', { class: 'link more', onclick: () => toggle() });
  const hint = element(
    'p',
    { class: 'hint' },
    'Hold ',
    element('kbd', {}, 'Alt'),
    ' and click to open the file of any part of the page.',
  );
  const node = element('div', {}, list, more, hint);
  let shown = { documents: [], rest: 0 };
  let isLong = false;

  const draw = () => {
    const { documents, rest } = shown;
    list.replaceChildren(...(isLong ? documents : documents.slice(0, FEW)).map((each) => item(each, open)));
    if (documents.length === 0) list.replaceChildren(element('li', {}, 'No document: a template generates this page.'));
    if (isLong && rest > 0) list.append(element('li', {}, `and ${rest} more`));
    more.hidden = documents.length <= FEW;
    more.textContent = isLong ? 'show fewer' : `show ${documents.length + rest - FEW} more`;
  };
  function toggle() {
    isLong = !isLong;
    draw();
  }
  return {
    node,
    update(documents, rest) {
      const isSame = JSON.stringify(documents) === JSON.stringify(shown.documents);
      shown = { documents, rest };
      if (!isSame || documents.length === 0) draw();
    },
  };
}

function item({ file, title, state }, open) {
  const [tone, word] = STATES[state] ?? STATES.unknown;
  return element(
    'li',
    {},
    element(
      'button',
      { title: `Open ${file} in the editor`, onclick: () => open({ file }) },
      element('span', { class: 'title' }, title),
      element('span', { class: 'file' }, file),
    ),
    element('span', { class: 'chip', 'data-tone': tone }, word),
  );
}
