// Pans and zooms a map by resizing its sheet. Pins are placed in percent of it, so they move with it and keep their size.
for (const map of all('[data-map]')) {
  const stage = one('.map-stage', map);
  const sheet = one('.map-sheet', map);
  const pins = all('.pin', stage);
  const entries = all('.map-list li', map);
  const CLOSEST = 6;
  const STEP = 1.6;
  let zoom = 1;
  // The part of the sheet that is left of the stage, and above it, in pixels.
  let [x, y] = [0, 0];
  let size = { width: 0, height: 0 };

  const show = () => {
    const isZoomed = zoom > 1;
    x = Math.min(Math.max(x, 0), size.width * (zoom - 1));
    y = Math.min(Math.max(y, 0), size.height * (zoom - 1));
    stage.classList.toggle('is-zoomed', isZoomed);
    stage.dataset.zoomed = zoom.toFixed(2);
    stage.style.width = isZoomed ? `${size.width}px` : '';
    stage.style.height = isZoomed ? `${size.height}px` : '';
    sheet.style.width = isZoomed ? `${size.width * zoom}px` : '';
    sheet.style.translate = isZoomed ? `${-x}px ${-y}px` : '';
  };
  const measure = () => {
    if (zoom > 1) return;
    const { width, height } = stage.getBoundingClientRect();
    size = { width, height };
  };
  /** Keeps a point of the stage where it is; without one, its centre. */
  const zoomTo = (wanted, point = { left: size.width / 2, top: size.height / 2 }) => {
    measure();
    const next = Math.min(Math.max(wanted, 1), CLOSEST);
    x = ((x + point.left) * next) / zoom - point.left;
    y = ((y + point.top) * next) / zoom - point.top;
    zoom = next;
    show();
  };
  const pointOf = ({ clientX, clientY }) => {
    const box = stage.getBoundingClientRect();
    return { left: clientX - box.left, top: clientY - box.top };
  };
  const centreOn = (pin) => {
    const place = pin.closest('.pin-spot');
    x = (parseFloat(place.getAttribute('x')) / 100) * size.width * zoom - size.width / 2;
    y = (parseFloat(place.getAttribute('y')) / 100) * size.height * zoom - size.height / 2;
    show();
  };
  addEventListener('resize', () => {
    zoom = 1;
    show();
  });

  one('.map-controls', map).addEventListener('click', (event) => {
    measure();
    const how = event.target.closest('[data-zoom]')?.dataset.zoom;
    if (how) zoomTo(how === 'in' ? zoom * STEP : how === 'out' ? zoom / STEP : 1);
  });
  stage.addEventListener(
    'wheel',
    (event) => {
      // Without a modifier key the wheel scrolls the page, unless the map is zoomed in.
      if (zoom === 1 && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomTo(zoom * Math.exp(-event.deltaY / 400), pointOf(event));
    },
    { passive: false },
  );

  const pointers = new Map();
  let moved = false;
  /** The middle between the fingers, and how far apart they are. */
  const grip = () => {
    const points = [...pointers.values()].slice(0, 2).map(pointOf);
    const [a, b = a] = points;
    return {
      left: (a.left + b.left) / 2,
      top: (a.top + b.top) / 2,
      spread: Math.hypot(a.left - b.left, a.top - b.top),
    };
  };
  stage.addEventListener('pointerdown', (event) => {
    if (pointers.size === 0) moved = false;
    pointers.set(event.pointerId, event);
  });
  addEventListener('pointermove', (event) => {
    const from = pointers.get(event.pointerId);
    if (!from) return;
    const isTap = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < 4;
    if (isTap && !moved && pointers.size === 1) return;
    moved = true;
    const before = grip();
    pointers.set(event.pointerId, event);
    const after = grip();
    if (pointers.size > 1 && before.spread > 0) zoomTo((zoom * after.spread) / before.spread, before);
    x += before.left - after.left;
    y += before.top - after.top;
    show();
  });
  for (const name of ['pointerup', 'pointercancel']) {
    addEventListener(name, ({ pointerId }) => pointers.delete(pointerId));
  }
  // Releasing after a drag is not a tap on the pin below.
  stage.addEventListener('click', (event) => moved && event.preventDefault(), true);
  stage.addEventListener('dragstart', (event) => event.preventDefault());

  map.addEventListener('keydown', (event) => {
    measure();
    const step = size.width / 8;
    const keys = {
      '+': () => zoomTo(zoom * STEP),
      '=': () => zoomTo(zoom * STEP),
      '-': () => zoomTo(zoom / STEP),
      0: () => zoomTo(1),
      ArrowLeft: () => (x -= step),
      ArrowRight: () => (x += step),
      ArrowUp: () => (y -= step),
      ArrowDown: () => (y += step),
    };
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest('.map-side')) return;
    if (event.key.startsWith('Arrow') && zoom === 1) return;
    event.preventDefault();
    action();
    show();
  });

  // Lights a pin and its entry in the list together, and draws the pin again on top of its neighbours.
  let raised;
  const light = (key) => {
    for (const element of [...pins, ...entries]) element.classList.toggle('is-lit', element.dataset.pin === key);
    raised?.remove();
    const pin = pins.find(({ dataset }) => dataset.pin === key);
    raised = pin?.closest('.pin-spot').cloneNode(true);
    if (!raised) return;
    raised.classList.add('is-raised');
    raised.setAttribute('aria-hidden', 'true');
    for (const name of ['id', 'href', 'aria-label', 'aria-current', 'data-pin'])
      one('.pin', raised).removeAttribute(name);
    one('.map-pins', stage).append(raised);
  };
  const keyOf = ({ target }) => target.closest?.('[data-pin]')?.dataset.pin;
  for (const name of ['pointerover', 'focusin']) map.addEventListener(name, (event) => light(keyOf(event)));
  map.addEventListener('pointerleave', () => light());
  map.addEventListener('focusout', ({ relatedTarget }) => map.contains(relatedTarget) || light());
  stage.addEventListener('focusin', ({ target }) => {
    // The browser scrolls what has focus into view, also inside the stage.
    stage.scrollTo(0, 0);
    if (zoom > 1 && target.matches(':focus-visible')) centreOn(target.closest('.pin'));
  });

  const filter = one('.map-filter', map);
  filter?.addEventListener('change', () => {
    const wanted = one(':checked', filter).value;
    for (const element of [...pins, ...entries]) {
      const isShown = wanted === '' || element.dataset.categories.split(' ').includes(wanted);
      (element.closest('.pin-spot') ?? element).toggleAttribute('hidden', !isShown);
    }
    const address = new URL(location.href);
    if (wanted === '') address.searchParams.delete('category');
    else address.searchParams.set('category', wanted);
    history.replaceState(null, '', address);
  });
  const wanted = new URLSearchParams(location.search).get('category');
  const choice = filter && wanted && all('input', filter).find(({ value }) => value === wanted);
  if (choice) {
    choice.checked = true;
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }

  // A link to a pin shows it, focused.
  const showTarget = () => {
    const pin = pins.find(({ id }) => id !== '' && `#${id}` === decodeURIComponent(location.hash));
    if (!pin) return;
    pin.focus({ preventScroll: true });
    light(pin.dataset.pin);
    stage.scrollTo(0, 0);
    stage.scrollIntoView({ block: 'center' });
  };
  addEventListener('hashchange', showTarget);
  showTarget();
}
