// The site has no offline use any more, or it is a preview: removes an earlier worker and what it stored.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) =>
  event.waitUntil(caches.delete(`gitcast ${registration.scope}`).then(() => registration.unregister())),
);
