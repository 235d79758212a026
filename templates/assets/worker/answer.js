// Answers requests. The network comes first, and what is stored answers if it fails or is slow.

async function storedAnswer(path) {
  try {
    const file = [languageOf(path), ...Object.keys(lists)]
      .map((language) => lists[language].find(([each]) => each === path || isSamePicture(each, path)))
      .find(Boolean);
    const found =
      (file && (await (await kept()).match(keyOf(file)))) ?? (await (await caches.open(OPENED)).match(urlOf(path)));
    if (!found || !path.endsWith('.html')) return found;
    const headers = new Headers(found.headers);
    // Tells the page that it may be older than the site.
    headers.set('server-timing', 'stored');
    return new Response(await found.blob(), { headers });
  } catch {
    return undefined;
  }
}

/** `media/_/bridge-0123456789abcdef-480.avif`: any stored size of the same picture. */
const pictureOf = (path) => /^media\/_\/.*-[0-9a-f]{16}-(?=\d+\.\w+$)/.exec(path)?.[0];
const isSamePicture = (one, other) => pictureOf(one) !== undefined && pictureOf(one) === pictureOf(other);

/** Its content never changes: a different one would have a different name. */
const UNCHANGING = /\.[0-9a-f]{8,}\.\w+$|^media\/_\//;
const MOST_OPENED = 200;
const LARGEST = 2_000_000;

async function noteOpened(path, answer) {
  if (!answer.ok || answer.type !== 'basic' || answer.redirected) return;
  if (Number(answer.headers.get('content-length')) > LARGEST || path.endsWith('sw.js')) return;
  const all = await caches.open(OPENED);
  await all.delete(urlOf(path));
  await all.put(urlOf(path), answer);
  const keys = await all.keys();
  for (const key of keys.slice(0, Math.max(keys.length - MOST_OPENED, 0))) await all.delete(key);
}

const PATIENCE = 1000;
/** A server on this machine may be a preview of other files: it always answers, however long it takes. */
const isOwnMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(scope).hostname);
/** After a request that failed or was slow, the next ones do not wait for the network. */
let slowUntil = 0;

async function networkFirst(event, path) {
  const { request } = event;
  const network = fetch(request);
  const isSlow = Date.now() < slowUntil;
  const note = async () => {
    const answer = await network;
    const copy = answer.clone();
    if (isSlow) slowUntil = 0;
    await noteOpened(path, copy);
  };
  event.waitUntil(note().catch(() => {}));
  const patience = new Promise((resolve) => {
    if (!isOwnMachine) setTimeout(resolve, isSlow ? 0 : PATIENCE);
  });
  const answer = await Promise.race([network.catch(() => {}), patience]);
  if (answer && answer.status < 500) return answer;
  if (!answer && !isOwnMachine) slowUntil = Date.now() + 15_000;
  return (await storedAnswer(path)) ?? (await otherPage(request, path, network));
}

/** A visitor without a network gets a page that shows the entry, or says that the page is not here, in a language that is stored. */
async function otherPage(request, path, network) {
  try {
    return await network;
  } catch (error) {
    if (request.mode !== 'navigate') return emptyPicture(request, error);
    if (await storedAnswer(`${path}/index.html`)) return Response.redirect(`${urlOf(path)}/`);
    // A calendar or a feed must not contain a page.
    if (/\.(?!html$)\w+$/.test(path)) throw error;
    const language = languageOf(path);
    for (const each of [language, ...Object.keys(lists)]) {
      const page = `${folderOf(each)}offline/`;
      const own = path.slice(folderOf(language).length).replace(/index\.html$/, '');
      if (await storedAnswer(`${page}index.html`))
        return Response.redirect(`${urlOf(page)}#${encodeURIComponent(own)}`);
    }
    throw error;
  }
}

/** The area of a picture that is not stored stays empty. Browsers would show a sign for an error. */
function emptyPicture({ destination }, error) {
  if (destination !== 'image') throw error;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
}

async function storedFirst(event, path) {
  const found = await storedAnswer(path);
  if (found) return found;
  try {
    const answer = await fetch(event.request);
    event.waitUntil(noteOpened(path, answer.clone()).catch(() => {}));
    return answer;
  } catch (error) {
    return emptyPicture(event.request, error);
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  // A film is requested in parts.
  if (request.method !== 'GET' || path === undefined || path.startsWith('__') || request.headers.has('range')) return;
  event.respondWith(UNCHANGING.test(path) ? storedFirst(event, path) : networkFirst(event, path));
  if (request.mode === 'navigate') event.waitUntil(noteLanguage(languageOf(path)).catch(() => {}));
});

async function noteLanguage(language) {
  const { languages } = await readState();
  if (languages.length === 0 || languages.includes(language) || savesData()) return;
  await keepLanguage(language);
  const state = await readState();
  await writeState({ ...state, languages: [...new Set([...state.languages, language])] });
}

// A reminder of a favourite (assets/js/remind.js)

addEventListener('notificationclick', (event) => {
  const { url } = event.notification.data ?? {};
  event.notification.close();
  if (url) event.waitUntil(openPage(url));
});

async function openPage(url) {
  await ((await openPages()).find((page) => page.url === url)?.focus() ?? clients.openWindow(url));
}
