// What opens over the page closes when one looks elsewhere.
for (const popup of all('[data-popup]')) {
  const close = ({ target, type, key }) => {
    if (!popup.open || (type === 'keydown' ? key !== 'Escape' : popup.contains(target))) return;
    popup.open = false;
    if (type === 'keydown') one('summary', popup).focus();
  };
  for (const type of ['click', 'focusin', 'keydown']) document.addEventListener(type, close);
}
