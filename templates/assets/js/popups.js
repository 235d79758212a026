// Closes popups on a click elsewhere and on Escape.
for (const popup of all('[data-popup]')) {
  const close = ({ target, type, key }) => {
    if (!popup.open || (type === 'keydown' ? key !== 'Escape' : popup.contains(target))) return;
    popup.open = false;
    if (type === 'keydown') one('summary', popup).focus();
  };
  for (const type of ['click', 'focusin', 'keydown']) document.addEventListener(type, close);
}
