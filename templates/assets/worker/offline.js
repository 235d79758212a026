// Keeps the site on the device of a visitor. The network comes first, and what is stored answers if it fails or is slow.
//
// `self.build.lists` has the digest of the list of each language. A list names packs, which contain the texts of pages in
// parts, and other files. All of these have a digest in their address, so what is stored is never stale: an update loads
// the parts that are not stored yet, and then removes what no list names. See src/render/offline/pack.ts for the parts.
const { lists } = self.build;
const { scope } = registration;
const STORE = `gitcast ${scope}`;
const PATIENCE = 1000;
/** A server on this machine may be a preview of other files: it always answers, however long it takes. */
const isOwnMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(scope).hostname);

const urlOf = (path) => new URL(path.split('/').map(encodeURIComponent).join('/'), scope).href;
const listUrl = (language, digest) => urlOf(`assets/offline/${language}.${digest}.json`);
const packUrl = ([digest]) => urlOf(`assets/offline/pack.${digest}.bin`);
const frameUrl = ({ frame }) => urlOf(`assets/offline/frame.${frame}.txt`);
const hasFrame = ({ frame }) => frame !== undefined;
const moreUrl = ({ more }) => urlOf(`assets/offline/more.${more}.json`);
const fileUrl = ([path, digest]) => `${urlOf(path)}?${digest}`;
const STATE = urlOf('__offline/kept');

/** Undefined for an address outside the site. */
function pathOf(url) {
  const plain = url.replace(/[?#].*/, '');
  if (!plain.startsWith(scope)) return undefined;
  try {
    return decodeURIComponent(plain.slice(scope.length)).replace(/(^|\/)$/, '$1index.html');
  } catch {
    return undefined;
  }
}

/** The first language has no folder. */
const languageOf = (path, all = lists) =>
  Object.keys(all)
    .slice(1)
    .find((language) => path.startsWith(`${language}/`)) ?? Object.keys(all)[0];

const store = () => caches.open(STORE);

const readings = new Map();
/** What is made from a stored file, once. Undefined if it is not stored. */
function stored(url, read = (answer) => answer.json()) {
  const reading =
    readings.get(url) ??
    store()
      .then((all) => all.match(url))
      .then((found) => found && read(found));
  readings.set(url, reading);
  reading.then((value) => value === undefined && readings.delete(url));
  return reading;
}

const bytesOf = async (answer) => new Uint8Array(await answer.arrayBuffer());

const readState = async () => (await (await store()).match(STATE))?.json() ?? { languages: [], whole: [] };
const writeState = async (state) => (await store()).put(STATE, Response.json(state));

// Storing

async function keep(url) {
  const all = await store();
  if (await all.match(url)) return;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await all.put(url, answer);
}

const AT_ONCE = 6;

async function keepAll(tasks, progress = () => {}) {
  const waiting = tasks.values();
  let done = 0;
  let hasFailed = false;
  const work = async () => {
    try {
      for (const task of waiting) {
        await task();
        if (hasFailed) return;
        progress(++done / tasks.length);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The parts of a pack: each with its name, which is made from its content, and its place. */
function partsOf([, names, lengths]) {
  let start = 0;
  return lengths.map((length, index) => {
    const part = { name: names.slice(4 * index, 4 * index + 4), start, end: start + length };
    start += length;
    return part;
  });
}

/** The look of the site, what a visitor has after the first visit, and the rest. */
const storesIn = (list, more) => [list?.look, list?.core, more?.rest].filter(Boolean);
const packsIn = (...stores) => stores.flatMap(({ groups, recipes }) => [...recipes, ...groups]);

/** Where the parts are that an earlier version has. */
async function partsOfEarlier(language) {
  const parts = new Map();
  const { lists: before = {} } = await readState();
  const list = await stored(listUrl(language, before[language]));
  const more = list && (await stored(moreUrl(list)));
  for (const pack of packsIn(...storesIn(list, more)))
    for (const part of partsOf(pack)) parts.set(part.name, { url: packUrl(pack), ...part });
  return parts;
}

/** Loads only the parts that an earlier version does not have, if these are few. */
async function keepPack(pack, earlier) {
  const url = packUrl(pack);
  const all = await store();
  if (await all.match(url)) return;
  const parts = partsOf(pack);
  const size = parts.at(-1).end;
  const bytes = new Uint8Array(size);
  const lacking = [];
  for (const { name, start, end } of parts) {
    const known = earlier.get(name);
    const found = known && (await stored(known.url, bytesOf))?.subarray(known.start, known.end);
    if (found?.length === end - start) bytes.set(found, start);
    else if (lacking.at(-1)?.end === start) lacking.at(-1).end = end;
    else lacking.push({ start, end });
  }
  if (lacking.reduce((sum, { start, end }) => sum + end - start, 0) > size / 2) return keep(url);
  for (const { start, end } of lacking) {
    const answer = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` } });
    if (answer.status !== 206) return keep(url);
    bytes.set((await bytesOf(answer)).subarray(0, end - start), start);
  }
  // A name of four characters may be that of another part.
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!hex.startsWith(pack[0])) return keep(url);
  await all.put(url, new Response(bytes));
}

const urlsIn = (list, more) => [
  ...storesIn(list, more).filter(hasFrame).map(frameUrl),
  ...[...list.files, ...(more?.pictures ?? [])].map(fileUrl),
  ...packsIn(...storesIn(list, more)).map(packUrl),
];

/** The visitor asked the browser to save data. */
const savesData = () => navigator.connection?.saveData === true;

/** False if it left something out on purpose. */
async function keepLanguage(language, { whole = false, progress } = {}) {
  const url = listUrl(language, lists[language]);
  await keep(url);
  const list = await stored(url);
  if (!whole && savesData()) return false;
  if (whole) await keep(moreUrl(list));
  const more = whole ? await stored(moreUrl(list)) : undefined;
  const earlier = await partsOfEarlier(language);
  const packs = packsIn(...storesIn(list, more));
  const inPacks = new Set(packs.map(packUrl));
  const others = urlsIn(list, more).filter((each) => !inPacks.has(each));
  const tasks = [...packs.map((pack) => () => keepPack(pack, earlier)), ...others.map((each) => () => keep(each))];
  await keepAll(tasks, progress);
  return true;
}

/** What visitors need most, as whole files: the notice, the programme and the home page, with the style sheet. */
const neededUrls = (language, list, from = lists) => list.needed.map((path) => `${urlOf(path)}?${from[language]}`);

/** What a device has that has no space for the packs. */
async function keepNeeded(language) {
  const list = await stored(listUrl(language, lists[language]));
  if (!list) return;
  const all = await store();
  for (const url of urlsIn(list)) await all.delete(url);
  readings.clear();
  for (const url of neededUrls(language, list)) await keep(url);
}

const isFull = ({ name }) => name === 'QuotaExceededError';

/** A device without space keeps what visitors need most. False if that is not everything. */
async function keepWhatFits(language, options) {
  try {
    return await keepLanguage(language, options);
  } catch (error) {
    if (!isFull(error)) throw error;
    const { lists: before = {} } = await readState();
    if (!(language in before)) await keepNeeded(language).catch((also) => isFull(also) || Promise.reject(also));
    return false;
  }
}

async function install() {
  const state = await readState();
  const pages = (await clients.matchAll({ includeUncontrolled: true, type: 'window' })).map(({ url }) => pathOf(url));
  const open = pages.filter((path) => path !== undefined).map((path) => languageOf(path));
  const languages = [...new Set([...state.languages, ...open])].filter((language) => language in lists);
  if (isRefused(state)) throw new Error(NO_SPACE);
  const partial = [];
  for (const language of languages) {
    if (await keepWhatFits(language, { whole: state.whole.includes(language) })) continue;
    if (await wouldLose(language, state)) return keepEarlier();
    partial.push(language);
  }
  await writeState({ ...(await readState()), languages, partial }).catch(() => {});
  await skipWaiting();
}

/** True if an earlier version, which is deleted when this one takes over, has pages that are not stored of this one. */
async function wouldLose(language, { lists: before = {}, partial = [] }) {
  if (!(language in before) || partial.includes(language)) return false;
  return (await textOf(`${noticeOf(language)}index.html`, before)) !== undefined;
}

const NO_SPACE = 'this device has no space for the new version beside the stored one';

/** The earlier version stays in use, and gets its space back. */
async function keepEarlier() {
  if (savesData()) throw new Error('the stored version stays while the browser saves data');
  const state = await readState();
  await removeOthers(state.languages, state.lists);
  await writeState({ ...state, refused: { lists, at: Date.now() } }).catch(() => {});
  const open = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const client of open) client.postMessage({ type: 'full' }, []);
  throw new Error(NO_SPACE);
}

const RETRY = 3_600_000;

/** It did not fit, and would be loaded in vain on every visit. Browsers do not say how much space there is. */
const isRefused = ({ refused }) =>
  JSON.stringify(refused?.lists) === JSON.stringify(lists) && Math.abs(Date.now() - refused.at) < RETRY;

async function activate() {
  const state = await readState();
  const changed = state.lists ? await changedPages(state.lists) : [];
  await removeOthers(state.languages, lists);
  const { refused: _refused, ...rest } = state;
  await writeState({ ...rest, lists }).catch(() => {});
  await clients.claim();
  for (const client of changed) client.postMessage({ type: 'updated' }, []);
  // There may be space now.
  for (const language of state.partial ?? []) {
    const isWhole = await keepWhatFits(language, { whole: state.whole.includes(language) }).catch(() => false);
    if (isWhole) await notePartial(language, { isPartial: false });
  }
}

async function notePartial(language, { isPartial }) {
  const state = await readState();
  const others = (state.partial ?? []).filter((each) => each !== language);
  await writeState({ ...state, partial: isPartial ? [...others, language] : others }).catch(() => {});
}

async function changedPages(before) {
  const open = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const changed = await Promise.all(
    open.map(async ({ url }) => {
      const path = pathOf(url);
      if (path === undefined) return false;
      const [was, is] = [await textOf(path, before), await textOf(path, lists)];
      return was !== undefined && is !== undefined && was !== is;
    }),
  );
  return open.filter((_, index) => changed[index]);
}

/** Removes what is not part of the version with these lists. */
async function removeOthers(languages, from) {
  const used = new Set([STATE]);
  for (const language of languages) {
    const url = listUrl(language, from[language]);
    const list = await stored(url);
    const more = list && (await stored(moreUrl(list)));
    const urls = list ? [moreUrl(list), ...urlsIn(list, more), ...neededUrls(language, list, from)] : [];
    for (const each of [url, ...urls]) used.add(each);
  }
  const all = await store();
  for (const { url } of await all.keys()) if (!used.has(url)) await all.delete(url);
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));

// Answering

async function inflated({ pack, part: { start, end }, in: kept }) {
  const [frame, bytes] = await Promise.all([
    hasFrame(kept) ? stored(frameUrl(kept), (answer) => answer.text()) : '',
    stored(packUrl(pack), bytesOf),
  ]);
  if (frame === undefined || !bytes) return undefined;
  // A block of deflate that is not compressed, before the part: this is how it gets what it was compressed with.
  const size = frame.length;
  const begin = new Uint8Array([0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255]);
  const both = new Blob([begin, frame, bytes.subarray(start, end)]);
  const text = await new Response(both.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
  return JSON.parse(text.slice(size));
}

const opened = new Map();
/** A part of the blocks or of the recipes, once. Undefined if it is not stored. */
function contentOf(place) {
  const key = `${place.pack[0]} ${place.part.start}`;
  const opening = opened.get(key) ?? inflated(place);
  opened.set(key, opening);
  opening.then((value) => value === undefined && opened.delete(key));
  return opening;
}

const placesIn = (packs, kept) => packs.flatMap((pack) => partsOf(pack).map((part) => ({ pack, part, in: kept })));

/** What pages look like is read for every page, so nothing else is opened for it. */
const isLook = (path) => /^(?:assets|media)\//.test(path);

/** The pieces of a recipe, and where its blocks are. */
async function recipeOf(path, from) {
  for (const language of isLook(path) ? Object.keys(from) : [languageOf(path, from)]) {
    const list = await stored(listUrl(language, from[language]));
    const more = list && (await stored(moreUrl(list)));
    for (const kept of storesIn(list, more).filter((each) => isLook(path) === (each === list.look))) {
      const parts = await Promise.all(placesIn(kept.recipes, kept).map(contentOf));
      const pieces = parts.flatMap((part) => part ?? []).filter(([each]) => each === path);
      if (pieces.length > 0 && !parts.includes(undefined))
        return { pieces: pieces.map(([, piece]) => piece), groups: placesIn(kept.groups, kept) };
    }
  }
  return undefined;
}

const TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  ics: 'text/calendar; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** A recipe is by turns text, and references to blocks. */
async function joined({ pieces, groups }) {
  const parts = await Promise.all(
    pieces.flatMap((recipe) =>
      recipe.flatMap((part, index) =>
        index % 2 === 0 ? [part] : part.match(/.{4}/g).map((name) => blockOf(name, groups)),
      ),
    ),
  );
  return parts.includes(undefined) ? undefined : parts.join('');
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

async function blockOf(name, groups) {
  const place = groups[DIGITS.indexOf(name[0]) * 64 + DIGITS.indexOf(name[1])];
  return (await contentOf(place))?.[name.slice(2)];
}

/** Links in blocks are from the root of the site. See src/render/offline/root-links.ts. */
const ROOT_LINK = /\x7f(\x7f|[^"#?\s\x7f]*)/g;

function relativeLink(path, target) {
  let shared = 0;
  for (let at = 0; at < path.length && path[at] === target[at]; at++) if (path[at] === '/') shared = at + 1;
  return '../'.repeat(path.slice(shared).split('/').length - 1) + target.slice(shared);
}

async function textOf(path, from) {
  const found = await recipeOf(path, from);
  const text = found && (await joined(found));
  if (!path.endsWith('.html')) return text;
  return text?.replace(ROOT_LINK, (_, target) => (target === '\x7f' ? target : relativeLink(path, target)));
}

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
  return (await storedText(path)) ?? (await storedFile(path)) ?? (await otherPage(request, path, network));
}

const folderOf = (language) => (language === Object.keys(lists)[0] ? '' : `${language}/`);
const noticeOf = (language) => `${folderOf(language)}offline/`;

/** A visitor without a network gets a page that says so, not the one of the browser, in a language that is stored. */
async function otherPage(request, path, network) {
  try {
    return await network;
  } catch (error) {
    if (request.mode !== 'navigate') return emptyPicture(request, error);
    if (await storedText(`${path}/index.html`)) return Response.redirect(`${urlOf(path)}/`);
    // A calendar or a feed must not contain a page.
    if (/\.(?!html$)\w+$/.test(path)) throw error;
    for (const language of [languageOf(path), ...Object.keys(lists)]) {
      const notice = noticeOf(language);
      if (await storedText(`${notice}index.html`)) return Response.redirect(urlOf(notice));
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
  (await storedText(path)) ?? (await storedFile(path)) ?? fetch(request).catch((error) => emptyPicture(request, error));

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
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  await (open.find((page) => page.url === url)?.focus() ?? clients.openWindow(url));
}

// The page asks

addEventListener('message', (event) => {
  const [port] = event.ports;
  const language = languageOf(pathOf(event.source?.url ?? '') ?? '');
  const answer = { state: tellState, whole: takeWhole }[event.data?.type];
  if (port && answer) event.waitUntil(answer(language, port));
});

async function tellState(language, port) {
  const list = await stored(listUrl(language, lists[language]));
  const { whole, refused } = await readState();
  port.postMessage({ bytes: list?.bytes, whole: whole.includes(language), ...(refused && { problem: 'full' }) });
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
