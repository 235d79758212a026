// Rotates the pictures behind the name until the visitor stops them.
for (const hero of all('[data-hero]')) {
  const pictures = all('.hero-picture', hero);
  const button = one('.hero-pause', hero);
  const TURN = 7000;
  let shown = 0;
  let timer;

  const after = (index) => pictures[(index + 1) % pictures.length];
  const play = (picture, wanted) => {
    for (const video of all('video', picture)) {
      if (wanted) video.play().catch(() => {});
      else video.pause();
    }
  };
  /** Loads the next picture out of sight, before its turn. */
  const fetchNext = () => (after(shown).hidden = false);
  const turn = () => {
    const next = after(shown);
    fetchNext();
    if (all('img', next).some(({ complete }) => !complete)) return;
    pictures.forEach((picture, index) => {
      picture.classList.toggle('was-shown', index === shown);
      picture.classList.toggle('is-shown', picture === next);
      play(picture, picture === next);
    });
    shown = (shown + 1) % pictures.length;
    fetchNext();
  };
  const move = (wanted) => {
    clearInterval(timer);
    button.classList.toggle('is-paused', !wanted);
    button.setAttribute('aria-label', wanted ? button.dataset.pause : button.dataset.play);
    play(pictures[shown], wanted);
    if (!wanted || pictures.length === 1) return;
    timer = setInterval(turn, TURN);
    if (document.readyState === 'complete') fetchNext();
    else addEventListener('load', fetchNext, { once: true });
  };
  button.addEventListener('click', () => move(button.classList.contains('is-paused')));
  move(!matchMedia('(prefers-reduced-motion: reduce)').matches);
}
