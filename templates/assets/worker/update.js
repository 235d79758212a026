// Loads a version of the site, and removes the one before it. A version is stored as a whole or not at all: if something
// cannot be loaded, the earlier one stays.

/** A host may answer with a page in place of any file: the home page of the site, or the page of a Wi-Fi portal. */
async function isRight(url, answer) {
  const digest = /\.([0-9a-f]{10})\.\w+$/.exec(url)?.[1];
  if (digest === undefined) return url.includes('.html?') || !answer.headers.get('content-type')?.includes('text/html');
  const sum = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  const hex = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.startsWith(digest);
}

/** `assemble` may make it from what is stored already. */
async function keep(url, assemble = async () => undefined) {
  const all = await store();
  const found = await all.match(url);
  if (found && (await isRight(url, found))) return;
  // A wrong answer may be in the cache of the browser.
  for (const load of [assemble, () => fetch(url), () => fetch(url, { cache: 'reload' })]) {
    const answer = await load();
    if (!answer?.ok || !(await isRight(url, answer))) continue;
    await all.put(url, answer);
    readings.delete(url);
    return;
  }
  throw new Error(`${url}: the host does not have this file, or sends another one`);
}

const AT_ONCE = 6;

async function keepAll(tasks, progress = () => {}) {
  const waiting = tasks.values();
  let done = 0;
  let failure;
  const work = async () => {
    for (const task of waiting) {
      await task().catch((error) => (failure ??= error));
      if (failure) return;
      progress(++done / tasks.length);
    }
  };
  // Nothing may be stored any more when the space of what is stored is needed for something else.
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failure) throw failure;
}

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

/** A pack of parts that an earlier version has, and of the others, which it loads if these are few. */
async function assembled(pack, earlier) {
  const parts = partsOf(pack);
  const size = parts.at(-1).end;
  const bytes = new Uint8Array(size);
  const lacking = [];
  for (const { name, start, end } of parts) {
    // A short name may be that of another part. Then the pack is wrong, and is loaded as a whole.
    const known = earlier.get(name);
    const found = known && (await stored(known.url, bytesOf))?.subarray(known.start, known.end);
    if (found?.length === end - start) bytes.set(found, start);
    else if (lacking.at(-1)?.end === start) lacking.at(-1).end = end;
    else lacking.push({ start, end });
  }
  if (lacking.reduce((sum, { start, end }) => sum + end - start, 0) > size / 2) return undefined;
  for (const { start, end } of lacking) {
    const answer = await fetch(packUrl(pack), { headers: { range: `bytes=${start}-${end - 1}` } });
    // A host that does not know ranges sends the whole pack.
    if (answer.status !== 206) return answer;
    bytes.set((await bytesOf(answer)).subarray(0, end - start), start);
  }
  return new Response(bytes);
}

/** Hosts make more mistakes with parts than with whole files. */
const keepPack = (pack, earlier) => keep(packUrl(pack), () => assembled(pack, earlier).catch(() => undefined));

const othersIn = (list, more) => [
  ...storesIn(list, more).filter(hasFrame).map(frameUrl),
  ...[...list.files, ...(more?.pictures ?? [])].map(fileUrl),
];

/** All that is stored of a version. */
async function urlsOf(list) {
  const more = await stored(moreUrl(list));
  return [moreUrl(list), ...othersIn(list, more), ...packsIn(...storesIn(list, more)).map(packUrl)];
}

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
  await keepAll(
    [
      ...packsIn(...storesIn(list, more)).map((pack) => () => keepPack(pack, earlier)),
      ...othersIn(list, more).map((each) => () => keep(each)),
    ],
    progress,
  );
  return true;
}

/** What visitors need most, as whole files: the notice, the programme and the home page, with the style sheet. */
const neededUrls = (list, digest) => list.needed.map((path) => `${urlOf(path)}?${digest}`);

/** What a device has that has no space for the packs. */
async function keepNeeded(language) {
  const digest = lists[language];
  const list = await stored(listUrl(language, digest));
  if (!list) return;
  const { lists: before = {} } = await readState();
  const all = [...Object.entries(before), ...Object.entries(lists)];
  await removeUnless(await usedBy(all.filter((version) => version[1] !== digest)), await urlsOf(list));
  for (const url of neededUrls(list, digest)) await keep(url);
}

const isFull = ({ name }) => name === 'QuotaExceededError';

/** A device without space keeps what visitors need most. False if that is not everything. */
async function keepWhatFits(language, options) {
  try {
    return await keepLanguage(language, options);
  } catch (error) {
    if (!isFull(error)) throw error;
    if (!(await wouldLose(language, await readState())))
      await keepNeeded(language).catch((also) => isFull(also) || Promise.reject(also));
    return false;
  }
}

async function install() {
  const state = await readState();
  const pages = (await openPages()).map(({ url }) => pathOf(url));
  const open = pages.filter((path) => path !== undefined).map((path) => languageOf(path));
  const languages = [...new Set([...state.languages, ...open])].filter((language) => language in lists);
  // Nothing would be stored, and then everything else removed.
  if (languages.length === 0) throw new Error('no page is open, and no language is stored');
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
async function wouldLose(language, { languages, lists: before = {}, partial = [] }) {
  if (!languages.includes(language) || !(language in before) || partial.includes(language)) return false;
  return (await textOf(`${noticeOf(language)}index.html`, before)) !== undefined;
}

const NO_SPACE = 'this device has no space for the new version beside the stored one';

/** The earlier version stays in use, and gets its space back. */
async function keepEarlier() {
  if (savesData()) throw new Error('the stored version stays while the browser saves data');
  const state = await readState();
  await removeOthers(state.lists);
  await writeState({ ...state, refused: { lists, at: Date.now() } }).catch(() => {});
  await tellPages('full');
  throw new Error(NO_SPACE);
}

async function tellPages(type, pages) {
  for (const page of pages ?? (await openPages())) page.postMessage({ type }, []);
}

const RETRY = 3_600_000;

/** It did not fit, and would be loaded in vain on every visit. Browsers do not say how much space there is. */
const isRefused = ({ refused }) =>
  JSON.stringify(refused?.lists) === JSON.stringify(lists) && Math.abs(Date.now() - refused.at) < RETRY;

async function activate() {
  const state = await readState();
  const changed = state.lists ? await changedPages(state.lists) : [];
  const isFreed = await removeOthers(lists);
  const { refused: _refused, ...rest } = state;
  await writeState({ ...rest, lists }).catch(() => {});
  await clients.claim();
  await tellPages('updated', changed);
  // There may be space now.
  for (const language of (isFreed && state.partial) || []) {
    const whole = state.whole.includes(language);
    const isComplete = await keepWhatFits(language, { whole }).catch(() => false);
    if (isComplete) await notePartial(language, { isPartial: false });
    // The pages say that everything is saved.
    else if (whole) await tellPages('full');
  }
}

async function notePartial(language, { isPartial }) {
  const state = await readState();
  const others = (state.partial ?? []).filter((each) => each !== language);
  await writeState({ ...state, partial: isPartial ? [...others, language] : others }).catch(() => {});
}

async function changedPages(before) {
  const open = await openPages();
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
const removeOthers = async (from) =>
  removeUnless(
    await usedBy(Object.entries(from)),
    (await (await store()).keys()).map(({ url }) => url),
  );

/** The addresses of what these versions have, each a language and the digest of its list. */
async function usedBy(versions) {
  const used = new Set([STATE]);
  for (const [language, digest] of versions) {
    const url = listUrl(language, digest);
    const list = await stored(url);
    const urls = list ? [...(await urlsOf(list)), ...neededUrls(list, digest)] : [];
    for (const each of [url, ...urls]) used.add(each);
  }
  return used;
}

/** True if it removed something. */
async function removeUnless(used, urls) {
  const all = await store();
  const unused = urls.filter((url) => !used.has(url));
  for (const url of unused) await all.delete(url);
  readings.clear();
  return unused.length > 0;
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
