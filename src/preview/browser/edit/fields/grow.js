/** A text area is as high as its text. @param {HTMLTextAreaElement | HTMLInputElement} area */
export function grow(area) {
  if (CSS.supports('field-sizing', 'content')) return () => {};
  const resize = () => {
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  // It has no height before it is shown.
  new ResizeObserver(([{ contentRect }]) => contentRect.width > 0 && resize()).observe(area);
  return resize;
}
