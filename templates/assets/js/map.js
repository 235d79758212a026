// Pans and zooms a map by changing its view box; the pins do not change.
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
      // Without a modifier key the wheel scrolls the page, unless the map is zoomed in.
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
  // Releasing after a drag is not a tap on the pin below.
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
  // Scrolls a pin that gets keyboard focus into view.
  view.addEventListener('focusin', ({ target }) => {
    const dot = one('.pin-dot', target.closest('.pin') ?? view);
    if (zoom === 1 || !dot || !target.matches(':focus-visible')) return;
    x = Number(dot.getAttribute('cx')) - width / zoom / 2;
    y = Number(dot.getAttribute('cy')) - height / zoom / 2;
    show();
  });
}
