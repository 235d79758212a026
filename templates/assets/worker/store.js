// Keeps the site on the device of a visitor: addresses, and what is stored at them. See update.js for how it gets there,
// texts.js for how pages are made of it, and answer.js for when these are shown. The build joins these files.
//
// `self.build.lists` has the digest of the list of each language. A list names packs, which contain the texts of pages in
// parts, and other files. All of these have a digest in their address, so what is stored is never stale: an update loads
// the parts that are not stored yet, and then removes what no list names. See src/render/offline/pack.ts for the parts.
const { lists } = self.build;
const { scope } = registration;
const STORE = `gitcast ${scope}`;

const urlOf = (path) => new URL(path.split('/').map(encodeURIComponent).join('/'), scope).href;
const listUrl = (language, digest) => urlOf(`assets/offline/${language}.${digest}.json`);
const packUrl = ([digest]) => urlOf(`assets/offline/pack.${digest}.bin`);
const frameUrl = ({ frame }) => urlOf(`assets/offline/frame.${frame}.txt`);
const hasFrame = ({ frame }) => frame !== undefined;
const moreUrl = ({ more }) => urlOf(`assets/offline/more.${more}.json`);
const fileUrl = ([path, digest]) => `${urlOf(path)}?${digest}`;
const STATE = urlOf('__offline/kept');
const EARLIER_STATE = urlOf('__offline/state');

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
const folderOf = (language) => (language === Object.keys(lists)[0] ? '' : `${language}/`);
const noticeOf = (language) => `${folderOf(language)}offline/`;

const openPages = () => clients.matchAll({ includeUncontrolled: true, type: 'window' });

const store = () => caches.open(STORE);

const readings = new Map();
/** What is made from a stored file, once. Undefined if it is not stored or cannot be read. */
function stored(url, read = (answer) => answer.json()) {
  const reading =
    readings.get(url) ??
    store()
      .then((all) => all.match(url))
      .then((found) => found && read(found))
      .catch(() => undefined);
  readings.set(url, reading);
  reading.then((value) => value === undefined && readings.delete(url));
  return reading;
}

const bytesOf = async (answer) => new Uint8Array(await answer.arrayBuffer());

async function readState() {
  const all = await store();
  const found = await all.match(STATE);
  if (found) return found.json();
  // An earlier worker stored pages in another form: only what the visitor chose is still of use.
  const { languages = [], whole = [] } = (await (await all.match(EARLIER_STATE))?.json()) ?? {};
  return { languages, whole };
}

const writeState = async (state) => (await store()).put(STATE, new Response(JSON.stringify(state)));

/** The parts of a pack: each with its name, which is made from its content and its length, and its place. */
function partsOf([, names, lengths]) {
  let start = 0;
  return lengths.map((length, index) => {
    const part = { name: `${names.slice(3 * index, 3 * index + 3)} ${length}`, start, end: start + length };
    start += length;
    return part;
  });
}

/** The look of the site, what a visitor has after the first visit, and the rest. */
const storesIn = (list, more) => [list?.look, list?.core, more?.rest].filter(Boolean);
const packsIn = (...stores) => stores.flatMap(({ groups, recipes }) => [...recipes, ...groups]);
