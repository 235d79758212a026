// Marks what is on now and what is over.
function markNow() {
  const now = Date.now();
  for (const slot of all('[data-slot]')) {
    const { start, end } = slot.dataset;
    slot.classList.toggle('is-now', Date.parse(start) <= now && now < Date.parse(end));
    slot.classList.toggle('is-over', Date.parse(end) <= now);
    slot.dataset.now = document.body.dataset.now;
  }
}
if (one('[data-slot]')) {
  markNow();
  setInterval(markNow, 60_000);
}
