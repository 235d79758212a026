// Filters the programme by category, place and hour. Filters combine, and the URL and links to other views have them.
const filters = one('[data-filters]');

function keepInLinks(search) {
  for (const link of all('[data-keeps-filters] a, a[hreflang]')) {
    if (link.getAttribute('href').startsWith('#')) continue;
    const query = new URLSearchParams(search);
    // The page of a category shows that one, whichever was chosen before.
    if (link.closest('.group-index')) query.delete(one('[data-programme]').dataset.by);
    link.href = Object.assign(new URL(link.href), { search: String(query).replaceAll('%2C', ',') });
  }
}

if (filters) {
  const programme = filters.closest('[data-programme]');
  const BOXES = '.moment, .part, .day, .grid-place';
  const boxes = all(BOXES, programme);
  const slots = all('[data-slot]', programme).map((element) => {
    const around = [];
    for (let box = element.closest(BOXES); box; box = box.parentElement.closest(BOXES)) around.push(box);
    const { categories, place, start } = element.dataset;
    // What began on an earlier day is on from the morning.
    const hour = one('.slot-since', element) ? undefined : sinceMorning(start.slice(11, 13));
    return { element, around, categories: categories.split(' '), place, hour };
  });
  // A page may lack a category that the URL names, such as the page of another day: it stays chosen.
  const url = new URLSearchParams(location.search);
  const chosen = {
    category: new Set((url.get('category') ?? '').split(',').filter(Boolean)),
    place: url.get('place') ?? '',
    from: hourOf(url.get('from') ?? ''),
  };

  /** Anything else than an hour is no filter. */
  function hourOf(text) {
    return /^\d{1,2}$/.test(text) && Number(text) < 24 ? text.padStart(2, '0') : '';
  }

  /** The event day starts at 06:00: 01:00 is later than 23:00. */
  function sinceMorning(hour) {
    return (Number(hour) + 18) % 24;
  }

  function matches({ categories, place, hour }) {
    if (chosen.category.size > 0 && !categories.some((each) => chosen.category.has(each))) return false;
    if (chosen.place !== '' && place !== chosen.place) return false;
    return chosen.from === '' || hour === undefined || hour >= sinceMorning(chosen.from);
  }

  /** A filter opens the hours of what it finds. Without one, those that were closed are closed again. */
  let opened = new Set();

  function apply() {
    const filled = new Set();
    let found = 0;
    for (const slot of slots) {
      const isShown = matches(slot);
      slot.element.hidden = !isShown;
      if (!isShown) continue;
      found++;
      for (const box of slot.around) filled.add(box);
    }
    const isFiltered = chosen.category.size > 0 || chosen.place !== '' || chosen.from !== '';
    for (const box of boxes) {
      box.hidden = !filled.has(box);
      if (!isFiltered || box.localName !== 'details' || box.open || !filled.has(box)) continue;
      box.open = true;
      opened.add(box);
    }
    if (!isFiltered) {
      for (const box of opened) box.open = false;
      opened = new Set();
    }
    const status = one('.matches', filters);
    status.textContent = !isFiltered
      ? ''
      : found === 0
        ? status.dataset.none
        : status.dataset.found.replace('{n}', found);
    one('.clear', filters).hidden = !isFiltered;
    const count = one('[data-chosen]', filters);
    if (count) count.textContent = chosen.category.size > 0 ? `(${chosen.category.size})` : '';
    document.dispatchEvent(new Event('gitcast:filter'));
    showInUrl();
  }

  function showInUrl() {
    const query = new URLSearchParams(location.search);
    const values = { category: [...chosen.category].join(','), place: chosen.place, from: chosen.from };
    for (const [name, value] of Object.entries(values)) {
      if (value === '') query.delete(name);
      else query.set(name, value);
    }
    const search = query.toString().replaceAll('%2C', ',');
    history.replaceState(history.state, '', `${location.pathname}${search && `?${search}`}${location.hash}`);
    keepInLinks(search);
  }

  function showInForm() {
    for (const input of all('[type="checkbox"]', filters)) input.checked = chosen.category.has(input.value);
    for (const name of ['place', 'from']) {
      const select = one(`[name="${name}"]`, filters);
      if (!select) continue;
      select.value = chosen[name];
      if (select.value !== chosen[name]) select.add(new Option(chosen[name], chosen[name], true, true));
    }
  }

  /** Hours are those of the event, and have the name that the times on the page have. */
  function nameHours() {
    const starts = new Map(slots.map(({ element: { dataset } }) => [dataset.start.slice(11, 13), dataset.start]));
    const named = new Set();
    for (const option of all('[name="from"] option', filters)) {
      const start = starts.get(option.value);
      if (!start) continue;
      const hour = `${start.slice(0, 14)}00:00${start.slice(19)}`;
      const text = isOwnZone() ? timesIn().time(hour).slice(0, 5) : hour.slice(11, 16);
      // After a change of the clock, an hour of the visitor may be two of the event: the first one finds both.
      Object.assign(option, { textContent: text, hidden: named.has(text) });
      named.add(text);
    }
  }
  document.addEventListener('gitcast:zone', nameHours);
  if (isOwnZone()) nameHours();

  const toggle = one('.filter-toggle button', filters);
  toggle.addEventListener('click', () => {
    toggle.setAttribute('aria-expanded', String(filters.classList.toggle('is-open')));
  });
  filters.addEventListener('change', ({ target: { type, name, value, checked } }) => {
    if (type !== 'checkbox') chosen[name] = value;
    else if (checked) chosen.category.add(value);
    else chosen.category.delete(value);
    apply();
  });
  one('.clear', filters).addEventListener('click', () => {
    Object.assign(chosen, { category: new Set(), place: '', from: '' });
    showInForm();
    apply();
  });
  showInForm();
  if (['category', 'place', 'from'].some((name) => url.has(name))) apply();
} else if (location.search !== '' && one('[data-programme]')) {
  // An index of places or categories has nothing to filter, and passes the filters on.
  keepInLinks(location.search);
}
