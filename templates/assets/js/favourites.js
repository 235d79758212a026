// Keeps favourites in this browser, in sync across its tabs.
const FAVOURITES = 'favourites';
const listeners = [];
let favourites = readFavourites();

/** Anything may be in the storage of a host that other sites share. */
function readFavourites() {
  const list = kept.read(FAVOURITES, []);
  return new Set(Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []);
}

/** The name under which an entry is kept, then those that it had while its file had another name. */
const namesOf = (button) => button.dataset.favourite.split(' ');

function showFavourites() {
  for (const button of all('[data-favourite]')) {
    const isPressed = String(namesOf(button).some((name) => favourites.has(name)));
    // A browser lays a page out again after any attribute that is set, and a programme has hundreds of buttons.
    if (button.getAttribute('aria-pressed') !== isPressed) button.setAttribute('aria-pressed', isPressed);
  }
}

function changeFavourites(list) {
  favourites = new Set(list);
  const isKept = kept.write(FAVOURITES, [...favourites]);
  const notice = one('[data-unkept]');
  if (notice) notice.textContent = isKept ? '' : notice.dataset.unkept;
  showFavourites();
  for (const listener of listeners) listener();
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-favourite]');
  if (!button) return;
  const names = namesOf(button);
  const others = [...favourites].filter((name) => !names.includes(name));
  changeFavourites(others.length < favourites.size ? others : [...others, names[0]]);
});
addEventListener('storage', ({ key }) => {
  if (key !== kept.keyOf(FAVOURITES)) return;
  favourites = readFavourites();
  showFavourites();
  for (const listener of listeners) listener();
});
showFavourites();
// The page of any entry has shown one.
document.addEventListener('gitcast:entries', showFavourites);

const plan = one('[data-favourites]');
const own = {
  list: () => [...favourites],
  change: changeFavourites,
  /** Buttons on what was drawn since. */
  show: showFavourites,
  listen: (listener) => listeners.push(listener),
  /** Undefined if dates and times are those of the event. */
  words: async () => (isOwnZone() ? (await loadOwnZone()).ownWords() : undefined),
};
if (plan) {
  import(new URL(plan.dataset.plan, location.href)).then(
    ({ openPlan }) => openPlan(plan, own),
    () => (one('.plan-failed', plan).hidden = false),
  );
}

// Most visitors ask for no reminders, and load nothing for them.
const reminders = one('[data-remind]')?.dataset.remind;
if (reminders && (plan || kept.read('reminder', null)))
  import(new URL(reminders, location.href)).then(
    ({ openReminders }) => openReminders({ own, kept, page: plan }),
    () => {},
  );
