// Registers the worker, and shows when the page on screen is older than the site.
const offline = one('[data-worker]');
if (offline && navigator.serviceWorker) {
  const { serviceWorker } = navigator;
  const words = offline.dataset;
  const hint = one('.updated');

  /** True when the worker is known to be as new as this page: what it finds later is newer. */
  let isCurrent = false;
  /** A page from the network is as new as the site was when it was loaded. */
  const isOlder = () =>
    isCurrent ||
    performance.now() > 30_000 ||
    performance.getEntriesByType('navigation')[0]?.serverTiming?.some(({ name }) => name === 'stored');
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type !== 'updated' || !isOlder() || hint.firstChild) return;
    const reload = make('button', { type: 'button', class: 'button button-quiet' }, words.reload);
    reload.addEventListener('click', () => location.reload());
    hint.append(make('span', {}, words.updated), reload);
  });

  // Browsers do not ask the worker for a download: without a network, the page saves what is stored.
  const saveStored = async (link) => {
    const answer = await fetch(link.href);
    const url = URL.createObjectURL(await answer.blob());
    make('a', { href: url, download: link.pathname.split('/').at(-1) }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[download]');
    if (!link) return;
    one('.no-network')?.remove();
    if (navigator.onLine) return;
    event.preventDefault();
    saveStored(link).catch(() =>
      link.parentElement.append(make('span', { class: 'no-network', role: 'alert' }, words.noNetwork)),
    );
  });

  // After the page itself, which the visitor waits for.
  addEventListener('load', async () => {
    try {
      const registration = await serviceWorker.register(new URL(words.worker, location.href));
      const update = () => document.visibilityState === 'visible' && registration.update().catch(() => {});
      document.addEventListener('visibilitychange', update);
      addEventListener('online', update);
      setInterval(update, 600_000);
      await registration.update().then(
        () => (isCurrent = !registration.installing),
        () => {},
      );
    } catch {
      // The browser does not allow it, for example in a private window. The site works without it.
    }
  });
}

const anyEntry = one('[data-any]');
if (anyEntry) {
  const show = () => import(new URL(anyEntry.dataset.any, location.href)).then(({ showEntry }) => showEntry(anyEntry));
  addEventListener('hashchange', show);
  show();
}
