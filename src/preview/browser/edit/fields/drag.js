/**
 * Moves a row of a list with the pointer. Nothing moves before it is dropped: a line shows where it will be.
 *
 * @param {HTMLElement} handle
 * @param {{ row: HTMLElement, rows: HTMLElement, onDrop: (to: number) => void }} list `to`: its position among the others
 */
export function followDrag(handle, { row, rows, onDrop }) {
  /** @type {number | undefined} */
  let target;
  const others = () => [...rows.children].filter((each) => each !== row);
  const mark = (to) => {
    target = to;
    others().forEach((each, index, all) => {
      each.toggleAttribute('data-drop-before', index === to);
      each.toggleAttribute('data-drop-after', to === all.length && index === all.length - 1);
    });
  };
  const setDragged = (isDragged) => {
    for (const name of ['data-dragged', 'data-begun']) row.toggleAttribute(name, isDragged);
  };
  const end = () => {
    mark(undefined);
    setDragged(false);
  };
  handle.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    handle.setPointerCapture(event.pointerId);
    setDragged(true);
    // Also if the pointer is cancelled, or the row is moved by an earlier drop.
    document.addEventListener('lostpointercapture', end, { once: true });
  });
  handle.addEventListener('pointermove', ({ clientY }) => {
    if (!row.hasAttribute('data-dragged')) return;
    const middle = (each) => {
      const { top, height } = each.getBoundingClientRect();
      return top + height / 2;
    };
    const to = others().filter((each) => middle(each) < clientY).length;
    mark(to === [...rows.children].indexOf(row) ? undefined : to);
  });
  handle.addEventListener('pointerup', () => {
    const to = target;
    end();
    if (to !== undefined) onDrop(to);
  });
}
