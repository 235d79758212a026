// Loads a version of the site, and removes the one before it. A version replaces another as a whole: if something cannot be
// loaded, the earlier one stays.

/** A host may answer with a page in place of any file: the home page of the site, or the page of a Wi-Fi portal. */
async function isRight([path], answer) {
  const digest = /\.([0-9a-f]{10})\.\w+$/.exec(path)?.[1];
  if (digest === undefined) return path.endsWith('.html') || !answer.headers.get('content-type')?.includes('text/html');
  const sum = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  const hex = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.startsWith(digest);
}

async function keep(file) {
  const [all, key] = [await kept(), keyOf(file)];
  if (await all.match(key)) return;
  // A wrong answer may be in the cache of the browser.
  for (const cache of ['default', 'reload']) {
    const answer = await fetch(key, { cache });
    if (answer.ok && (await isRight(file, answer))) return all.put(key, answer);
  }
  throw new Error(`${key}: the host does not have this file, or sends another one`);
}

const AT_ONCE = 6;
const isFull = ({ name }) => name === 'QuotaExceededError';

/** A device without space for all of it keeps what is needed most. */
async function keepLanguage(language) {
  const waiting = lists[language].values();
  let failure;
  const work = async () => {
    for (const file of waiting) {
      await keep(file).catch((error) => (failure ??= error));
      if (failure) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failure && !isFull(failure)) throw failure;
}

async function install() {
  const state = await readState();
  const pages = (await openPages()).map(({ url }) => pathOf(url));
  const open = pages.filter((path) => path !== undefined).map(languageOf);
  const languages = [...new Set([...state.languages, ...open])].filter((language) => language in lists);
  // Nothing would be stored, and then everything else removed.
  if (languages.length === 0) throw new Error('no page is open, and no language is stored');
  if (!savesData()) for (const language of languages) await keepLanguage(language);
  await writeState({ ...(await readState()), languages }).catch(() => {});
  await skipWaiting();
}

async function activate() {
  const state = await readState();
  const changed = changedPages(await openPages(), state.lists);
  const used = new Set([STATE, ...state.languages.flatMap((language) => lists[language] ?? []).map(keyOf)]);
  const all = await kept();
  for (const { url } of await all.keys()) if (!used.has(url)) await all.delete(url);
  await writeState({ ...state, lists }).catch(() => {});
  await clients.claim();
  for (const page of changed) page.postMessage({ type: 'updated' }, []);
}

function changedPages(open, before) {
  const digestIn = (from, path) => from[languageOf(path)]?.find(([each]) => each === path)?.[1];
  return open.filter(({ url }) => {
    const path = pathOf(url);
    if (path === undefined) return false;
    const [was, is] = [digestIn(before, path), digestIn(lists, path)];
    return was !== undefined && was !== is;
  });
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
