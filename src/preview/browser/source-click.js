// While Alt is held, the page shows where its parts come from, and a click opens that file.
import { element } from './element.js';
import { isOurs, show } from './stage.js';

const label = element('span');
const outline = element('div.outline', { hidden: true }, label);

/**
 * @param {{ first: () => { file: string } | undefined, open: (place: { file: string, line: number }) => void }} actions
 *   `first`: the document that the page shows, for parts without a mark
 */
export function followSources({ first, open }) {
  const placeOf = (target) => {
    const marked = target instanceof Element ? target.closest('[data-source]') : null;
    const [, file, line] = /^(.+?)(?::(\d+))?$/.exec(marked?.getAttribute('data-source') ?? '') ?? [];
    if (file !== undefined) return { file, line: Number(line ?? 1), marked };
    const document = first();
    return document && { file: document.file, line: 1, marked: null };
  };
  const hide = () => (outline.hidden = true);

  document.addEventListener(
    'click',
    (event) => {
      if (!event.altKey || event.button !== 0 || isOurs(event)) return;
      const place = placeOf(event.target);
      if (!place) return;
      event.preventDefault();
      event.stopPropagation();
      open({ file: place.file, line: place.line });
    },
    true,
  );
  document.addEventListener('pointermove', (event) => {
    if (!event.altKey || isOurs(event)) return hide();
    const place = placeOf(event.target);
    if (!place?.marked) return hide();
    if (!outline.isConnected) show(outline);
    const { top, left, width, height } = place.marked.getBoundingClientRect();
    label.textContent = `${place.file}:${place.line}`;
    outline.hidden = false;
    outline.toggleAttribute('data-at-top', top < 24);
    for (const [name, value] of Object.entries({ top, left, width, height })) outline.style[name] = `${value}px`;
  });
  addEventListener('keyup', ({ key }) => key === 'Alt' && hide());
  addEventListener('scroll', hide, { passive: true });
  addEventListener('blur', hide);
}
