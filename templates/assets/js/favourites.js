// Keeps favourites in this browser, in sync across its tabs.
const FAVOURITES = 'favourites';
const listeners = [];
let favourites = readFavourites();

/** Anything may be in the storage of a host that other sites share. */
function readFavourites() {
  const list = kept.read(FAVOURITES, []);
  return new Set(Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []);
}

function showFavourites() {
  for (const button of all('[data-favourite]')) {
    const chosen = favourites.has(button.dataset.favourite);
    const title = button.getAttribute('aria-label').replace(/^[^:]*: /, '');
    button.setAttribute('aria-pressed', String(chosen));
    button.setAttribute('aria-label', `${chosen ? button.dataset.remove : button.dataset.add}: ${title}`);
  }
}

function changeFavourites(list) {
  favourites = new Set(list);
  kept.write(FAVOURITES, [...favourites]);
  showFavourites();
  for (const listener of listeners) listener();
}

document.addEventListener('click', (event) => {
  const address = event.target.closest('[data-favourite]')?.dataset.favourite;
  if (address === undefined) return;
  changeFavourites(
    favourites.has(address) ? [...favourites].filter((each) => each !== address) : [...favourites, address],
  );
});
addEventListener('storage', ({ key }) => {
  if (key !== kept.keyOf(FAVOURITES)) return;
  favourites = readFavourites();
  showFavourites();
  for (const listener of listeners) listener();
});
showFavourites();

const plan = one('[data-favourites]');
if (plan) {
  const own = {
    list: () => [...favourites],
    change: changeFavourites,
    /** Buttons on what was drawn since. */
    show: showFavourites,
    listen: (listener) => listeners.push(listener),
  };
  import(new URL(plan.dataset.plan, location.href)).then(
    ({ openPlan }) => openPlan(plan, own),
    () => (one('.plan-failed', plan).hidden = false),
  );
}
