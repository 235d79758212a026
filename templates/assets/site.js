// The few things a page can do beyond being read. Nothing here is needed to read it.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (selector, root = document) => root.querySelector(selector);
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// A browser may refuse to keep anything; then a favourite lasts as long as the page.
const kept = {
  read(key, fallback) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? fallback;
    } catch {
      return fallback;
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {}
  },
};

// ——— Favourites ———
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

// ——— What opens over the page closes when one looks elsewhere ———
for (const popup of all('[data-popup]')) {
  const close = ({ target, type, key }) => {
    if (!popup.open || (type === 'keydown' ? key !== 'Escape' : popup.contains(target))) return;
    popup.open = false;
    if (type === 'keydown') one('summary', popup).focus();
  };
  for (const type of ['click', 'focusin', 'keydown']) document.addEventListener(type, close);
}

// ——— The pictures behind the name take turns, until somebody stops them ———
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
  /** Out of sight, so that it is there when its turn comes. */
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

// ——— Countdown ———
const countdowns = all('[data-countdown]').filter((element) => Date.parse(element.dataset.countdown) > Date.now());

function tick() {
  for (const element of countdowns) {
    const { countdown, days, hours, minutes, seconds, over } = element.dataset;
    const left = Math.floor((Date.parse(countdown) - Date.now()) / 1000);
    const target = one('.countdown-left', element);
    if (left <= 0) {
      target.textContent = over;
      continue;
    }
    const parts = [
      [Math.floor(left / 86400), days],
      [Math.floor(left / 3600) % 24, hours],
      [Math.floor(left / 60) % 60, minutes],
      [left % 60, seconds],
    ];
    target.replaceChildren(
      ...parts.map(([amount, unit], index) =>
        make('span', {}, make('b', {}, String(amount).padStart(index === 0 ? 1 : 2, '0')), make('small', {}, unit)),
      ),
    );
  }
}
if (countdowns.length > 0) {
  tick();
  setInterval(tick, 1000);
}

// ——— Programme: what is on, filter, where one is ———
const programme = one('[data-programme]');

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

if (programme) {
  const filter = one('.filter', programme);
  const apply = () => {
    const wanted = one(':checked', filter).value;
    for (const slot of all('[data-slot]', programme)) {
      slot.hidden = wanted !== '' && !slot.dataset.categories.split(' ').includes(wanted);
    }
    for (const list of all('.slots', programme)) {
      const isEmpty = all('[data-slot]:not([hidden])', list).length === 0;
      list.hidden = isEmpty;
      if (list.previousElementSibling?.matches('.part')) list.previousElementSibling.hidden = isEmpty;
    }
    for (const day of all('.day', programme)) day.hidden = all('.slots:not([hidden])', day).length === 0;
    const isEmpty = all('.day:not([hidden])', programme).length === 0;
    const message = one('.no-match', programme);
    message.textContent = isEmpty ? message.dataset.text : '';
    const address = new URL(location.href);
    if (wanted === '') address.searchParams.delete('category');
    else address.searchParams.set('category', wanted);
    history.replaceState(null, '', address);
  };
  if (filter) {
    const wanted = new URLSearchParams(location.search).get('category');
    const choice = all('input', filter).find(({ value }) => value === wanted);
    if (choice) choice.checked = true;
    filter.addEventListener('change', apply);
    if (choice) apply();
  }
  const links = new Map(all('.jump a', programme).map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.classList.remove('is-here');
        links.get(one('h2', target)?.id)?.classList.add('is-here');
      }
    },
    { rootMargin: '-30% 0px -65%' },
  );
  for (const day of all('.day', programme)) observer.observe(day);
}

// ——— Carousels ———
for (const carousel of all('[data-carousel]')) {
  const buttons = carousel.nextElementSibling;
  buttons.classList.toggle('is-useless', carousel.scrollWidth <= carousel.clientWidth + 8);
  buttons.addEventListener('click', (event) => {
    const direction = Number(event.target.closest('[data-move]')?.dataset.move ?? 0);
    carousel.scrollBy({ left: direction * carousel.clientWidth * 0.8, behavior: 'smooth' });
  });
}

// ——— Content of other sites, after a click ———
for (const embed of all('[data-embed]')) {
  const button = one('button', embed);
  button.addEventListener('click', () => {
    const frame = make('iframe', {
      src: embed.dataset.embed,
      title: embed.dataset.title,
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups',
      referrerpolicy: 'no-referrer',
      loading: 'lazy',
    });
    one('.embed-actions', embed).replaceWith(frame);
    frame.focus();
  });
}

// ——— Weather, after a click ———
for (const meteo of all('[data-meteo]')) {
  const { latitude, longitude, failed } = meteo.dataset;
  const more = one('.meteo-more', meteo);
  one('button', more).addEventListener('click', async () => {
    more.hidden = true;
    const days = one('.meteo-days', meteo);
    try {
      const question = new URLSearchParams({
        latitude,
        longitude,
        daily: 'temperature_2m_max,temperature_2m_min,precipitation_probability_max',
        timezone: 'auto',
        forecast_days: '5',
      });
      const answer = await fetch(`https://api.open-meteo.com/v1/forecast?${question}`, {
        referrerPolicy: 'no-referrer',
      });
      const { daily } = await answer.json();
      const name = new Intl.DateTimeFormat(document.documentElement.lang, {
        weekday: 'short',
        day: 'numeric',
        timeZone: 'UTC',
      });
      days.replaceChildren(
        ...daily.time.map((day, index) =>
          make(
            'p',
            {},
            make('strong', {}, name.format(new Date(`${day}T12:00Z`))),
            make('br'),
            `${Math.round(daily.temperature_2m_min[index])}–${Math.round(daily.temperature_2m_max[index])} °C · ${daily.precipitation_probability_max[index] ?? 0} %`,
          ),
        ),
      );
    } catch {
      days.textContent = failed;
      more.hidden = false;
    }
  });
}

// ——— Maps: the view box moves, the pins stay what they are ———
for (const map of all('[data-map]')) {
  const view = one('.map-view', map);
  const width = Number(view.dataset.width);
  const height = Number(view.dataset.height);
  const CLOSEST = 6;
  let zoom = 1;
  let [x, y] = [0, 0];

  const show = () => {
    const [w, h] = [width / zoom, height / zoom];
    x = Math.min(Math.max(x, 0), width - w);
    y = Math.min(Math.max(y, 0), height - h);
    view.setAttribute('viewBox', `${x} ${y} ${w} ${h}`);
    view.classList.toggle('is-zoomed', zoom > 1);
  };
  /** Keeps the point under the pointer where it is. */
  const zoomTo = (wanted, centreX = x + width / zoom / 2, centreY = y + height / zoom / 2) => {
    const next = Math.min(Math.max(wanted, 1), CLOSEST);
    x = centreX - ((centreX - x) * zoom) / next;
    y = centreY - ((centreY - y) * zoom) / next;
    zoom = next;
    show();
  };
  const pointOf = ({ clientX, clientY }) => {
    const box = view.getBoundingClientRect();
    return [
      x + ((clientX - box.left) / box.width) * (width / zoom),
      y + ((clientY - box.top) / box.height) * (height / zoom),
    ];
  };

  const controls = one('.map-controls', map);
  controls.addEventListener('click', (event) => {
    const how = event.target.closest('[data-zoom]')?.dataset.zoom;
    if (how) zoomTo(how === 'in' ? zoom * 1.6 : how === 'out' ? zoom / 1.6 : 1);
  });
  view.addEventListener(
    'wheel',
    (event) => {
      // Without a modifier the wheel scrolls the page, until one has zoomed in.
      if (zoom === 1 && !event.ctrlKey && !event.metaKey && event.deltaY > 0) return;
      event.preventDefault();
      zoomTo(zoom * Math.exp(-event.deltaY / 400), ...pointOf(event));
    },
    { passive: false },
  );

  const pointers = new Map();
  let moved = false;
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  view.addEventListener('pointerdown', (event) => {
    pointers.set(event.pointerId, event);
    if (pointers.size === 1) moved = false;
  });
  view.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    if (pointers.size === 2) {
      const old = spread();
      pointers.set(event.pointerId, event);
      zoomTo((zoom * spread()) / old, ...pointOf(event));
      moved = true;
      return;
    }
    const [fromX, fromY] = pointOf(before);
    const [toX, toY] = pointOf(event);
    if (!moved && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < 4) return;
    moved = true;
    if (zoom === 1) return;
    view.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    x += fromX - toX;
    y += fromY - toY;
    show();
  });
  for (const name of ['pointerup', 'pointercancel'])
    view.addEventListener(name, ({ pointerId }) => pointers.delete(pointerId));
  addEventListener('pointerup', ({ pointerId }) => pointers.delete(pointerId));
  // Letting go after a drag is no tap on the pin below.
  view.addEventListener('click', (event) => moved && event.preventDefault(), true);
  view.addEventListener('dragstart', (event) => event.preventDefault());

  map.addEventListener('keydown', (event) => {
    const step = width / zoom / 8;
    const keys = {
      '+': () => zoomTo(zoom * 1.6),
      '=': () => zoomTo(zoom * 1.6),
      '-': () => zoomTo(zoom / 1.6),
      0: () => zoomTo(1),
      ArrowLeft: () => (x -= step),
      ArrowRight: () => (x += step),
      ArrowUp: () => (y -= step),
      ArrowDown: () => (y += step),
    };
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest('.map-stage')) return;
    if (event.key.startsWith('Arrow') && zoom === 1) return;
    event.preventDefault();
    action();
    show();
  });
  // A pin that gets the focus by the keyboard comes into view.
  view.addEventListener('focusin', ({ target }) => {
    const dot = one('.pin-dot', target.closest('.pin') ?? view);
    if (zoom === 1 || !dot || !target.matches(':focus-visible')) return;
    x = Number(dot.getAttribute('cx')) - width / zoom / 2;
    y = Number(dot.getAttribute('cy')) - height / zoom / 2;
    show();
  });
}

// ——— Search ———
const search = one('[data-search]');

/** Without accents and case, so that `etale` finds `Étale`. */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

if (search) {
  const field = one('input', search);
  const results = one('.search-results');
  const count = one('.search-count');
  const index = new URL(search.dataset.search, location.href);
  let entries;
  const load = async () =>
    (entries ??= (await (await fetch(index)).json()).map((entry) => ({
      ...entry,
      words: plain(`${entry.t} ${entry.k} ${entry.x ?? ''}`),
      head: plain(entry.t),
    })));

  const look = async () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const address = new URL(location.href);
    address.searchParams.set('q', field.value);
    history.replaceState(null, '', address);
    one('.everything').hidden = words.length > 0;
    if (words.length === 0) {
      results.replaceChildren();
      count.textContent = '';
      return;
    }
    const rank = ({ head, words: text }) =>
      words.reduce(
        (sum, word) =>
          head.startsWith(word) ? sum + 4 : head.includes(word) ? sum + 3 : text.includes(word) ? sum + 1 : -Infinity,
        0,
      );
    const found = (await load())
      .map((entry) => ({ entry, points: rank(entry) }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, 40);
    count.textContent = found.length === 0 ? search.dataset.none : '';
    results.replaceChildren(
      ...found.map(({ entry: { u, t, k, l } }) => {
        const link = make('a', { href: new URL(u, index) }, t);
        if (l) link.lang = l;
        return make('li', {}, link, ' ', make('small', {}, k));
      }),
    );
  };
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  search.addEventListener('submit', (event) => {
    event.preventDefault();
    look();
  });
  field.addEventListener('input', look);
  if (field.value !== '') look();
}

// ——— Forms: answers stay in this browser ———
for (const form of all('[data-form]')) {
  const key = `gitcast.form.${form.dataset.form}`;
  const answers = kept.read(key, {});
  for (const field of form.elements) {
    if (field.type === 'checkbox') field.checked = answers[field.name] === true;
    else if (typeof answers[field.name] === 'string') field.value = answers[field.name];
  }
  form.addEventListener('input', () => {
    const fields = [...form.elements].filter(({ name }) => name);
    kept.write(
      key,
      Object.fromEntries(fields.map((field) => [field.name, field.type === 'checkbox' ? field.checked : field.value])),
    );
  });
}
