// The site has no offline use any more, or it is a preview: removes an earlier worker and what it stored.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const { scope } = registration;
  const removed = [`gitcast ${scope}`, `gitcast opened ${scope}`].map((name) => caches.delete(name));
  event.waitUntil(Promise.all(removed).then(() => registration.unregister()));
});
