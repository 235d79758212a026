// Keeps favourites in this browser, in sync across its tabs.
const FAVOURITES = 'gitcast.favourites';
let favourites = new Set(kept.read(FAVOURITES, []));

function showFavourites() {
  for (const button of all('[data-favourite]')) {
    const chosen = favourites.has(button.dataset.favourite);
    const title = button.getAttribute('aria-label').replace(/^[^:]*: /, '');
    button.setAttribute('aria-pressed', String(chosen));
    button.setAttribute('aria-label', `${chosen ? button.dataset.remove : button.dataset.add}: ${title}`);
  }
  const page = one('[data-favourites]');
  if (!page) return;
  let shown = 0;
  for (const slot of all('[data-slot]', page)) {
    slot.hidden = !favourites.has(slot.dataset.slot);
    if (!slot.hidden) shown++;
  }
  one('.favourites-list', page).hidden = shown === 0;
  one('.favourites-empty', page).hidden = shown > 0;
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-favourite]');
  if (!button) return;
  const address = button.dataset.favourite;
  if (!favourites.delete(address)) favourites.add(address);
  kept.write(FAVOURITES, [...favourites]);
  showFavourites();
});
addEventListener('storage', ({ key }) => {
  if (key !== FAVOURITES) return;
  favourites = new Set(kept.read(FAVOURITES, []));
  showFavourites();
});
showFavourites();
