// Scroll buttons, shown only if there is something to scroll to.
for (const carousel of all('[data-carousel]')) {
  const buttons = carousel.nextElementSibling;
  buttons.classList.toggle('is-useless', carousel.scrollWidth <= carousel.clientWidth + 8);
  buttons.addEventListener('click', (event) => {
    const direction = Number(event.target.closest('[data-move]')?.dataset.move ?? 0);
    const towardsEnd = getComputedStyle(carousel).direction === 'rtl' ? -1 : 1;
    carousel.scrollBy({ left: direction * towardsEnd * carousel.clientWidth * 0.8, behavior: 'smooth' });
  });
}
