// Answers requests and questions of pages. The network comes first, and what is stored answers if it fails or is slow.

const TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  ics: 'text/calendar; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

async function neededText(path) {
  const all = await store();
  for (const digest of Object.values(lists)) {
    const found = await all.match(`${urlOf(path)}?${digest}`);
    if (found) return found.text();
  }
  return undefined;
}

async function storedText(path) {
  const text = (await textOf(path, lists)) ?? (await neededText(path));
  if (text === undefined) return undefined;
  return new Response(text, {
    headers: {
      'content-type': TYPES[/\w+$/.exec(path)[0]] ?? 'text/plain; charset=utf-8',
      'content-security-policy': "frame-ancestors 'self'",
      // Tells the page that it may be older than the site.
      'server-timing': 'stored',
    },
  });
}

/** `media/_/bridge-0123456789abcdef-480.avif`: any stored size of the same picture. */
const pictureOf = (path) => /^media\/_\/.*-[0-9a-f]{16}-(?=\d+\.\w+$)/.exec(path)?.[0];

async function storedFile(path) {
  // All languages share their files, and a visitor may have any of them.
  const all = await store();
  let list;
  for (const [language, digest] of Object.entries(lists)) list ??= await stored(listUrl(language, digest));
  if (!list) return undefined;
  const picture = pictureOf(path);
  const more = await stored(moreUrl(list));
  for (const file of [...list.files, ...(more?.pictures ?? [])]) {
    if (file[0] !== path && (picture === undefined || pictureOf(file[0]) !== picture)) continue;
    const found = await all.match(fileUrl(file));
    if (found) return found;
  }
  return undefined;
}

/** Undefined also if what is stored cannot be read: then the network is asked. */
async function storedAnswer(path) {
  try {
    return (await storedText(path)) ?? (await storedFile(path));
  } catch {
    return undefined;
  }
}

const PATIENCE = 1000;
/** A server on this machine may be a preview of other files: it always answers, however long it takes. */
const isOwnMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(scope).hostname);
/** After a request that failed or was slow, the next ones do not wait for the network. */
let slowUntil = 0;

async function networkFirst({ request }, path) {
  const network = fetch(request);
  const isSlow = Date.now() < slowUntil;
  network.then(
    () => (slowUntil = isSlow ? 0 : slowUntil),
    () => {},
  );
  const patience = new Promise((resolve) => {
    if (!isOwnMachine) setTimeout(resolve, isSlow ? 0 : PATIENCE);
  });
  const answer = await Promise.race([network.catch(() => {}), patience]);
  if (answer && answer.status < 500) return answer;
  if (!answer && !isOwnMachine) slowUntil = Date.now() + 15_000;
  return (await storedAnswer(path)) ?? (await otherPage(request, path, network));
}

/** A visitor without a network gets a page that says so, not the one of the browser, in a language that is stored. */
async function otherPage(request, path, network) {
  try {
    return await network;
  } catch (error) {
    if (request.mode !== 'navigate') return emptyPicture(request, error);
    if (await storedAnswer(`${path}/index.html`)) return Response.redirect(`${urlOf(path)}/`);
    // A calendar or a feed must not contain a page.
    if (/\.(?!html$)\w+$/.test(path)) throw error;
    for (const language of [languageOf(path), ...Object.keys(lists)]) {
      const notice = noticeOf(language);
      if (await storedAnswer(`${notice}index.html`)) return Response.redirect(urlOf(notice));
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

const storedFirst = async ({ request }, path) =>
  (await storedAnswer(path)) ?? fetch(request).catch((error) => emptyPicture(request, error));

/** Its content never changes: a different one would have a different name. */
const UNCHANGING = /\.[0-9a-f]{8,}\.\w+$|^media\/_\//;

addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  // A film is requested in parts.
  if (request.method !== 'GET' || path === undefined || path.startsWith('__') || request.headers.has('range')) return;
  event.respondWith(UNCHANGING.test(path) ? storedFirst(event, path) : networkFirst(event, path));
  if (request.mode === 'navigate') event.waitUntil(noteLanguage(languageOf(path)).catch(() => {}));
});

async function noteLanguage(language) {
  const state = await readState();
  if (!state.lists || state.languages.includes(language)) return;
  const isWhole = await keepWhatFits(language);
  await writeState({ ...(await readState()), languages: [...state.languages, language] });
  if (!isWhole) await notePartial(language, { isPartial: true });
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

// The page asks

addEventListener('message', (event) => {
  const [port] = event.ports;
  const language = languageOf(pathOf(event.source?.url ?? '') ?? '');
  const answer = { state: tellState, whole: takeWhole }[event.data?.type];
  if (port && answer) event.waitUntil(answer(language, port));
});

async function tellState(language, port) {
  const { bytes } = (await stored(listUrl(language, lists[language]))) ?? {};
  const { whole, partial = [], refused } = await readState();
  const isWhole = whole.includes(language) && !partial.includes(language);
  port.postMessage({ bytes, whole: isWhole, ...(refused && { problem: 'full' }) });
}

async function takeWhole(language, port) {
  try {
    await keepLanguage(language, { whole: true, progress: (share) => port.postMessage({ share }) });
    const state = await readState();
    await writeState({ ...state, whole: [...new Set([...state.whole, language])] });
    port.postMessage({ whole: true });
  } catch (error) {
    port.postMessage({ problem: isFull(error) ? 'full' : 'failed' });
  }
}
