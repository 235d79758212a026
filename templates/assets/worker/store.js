// Keeps the site on the device of a visitor: addresses, and what is stored at them. See update.js for how it gets there and
// answer.js for when it is shown. The build joins these files.
//
// `self.build.lists` has the files that are kept in each language, each with the digest of its content, the most needed first.
// They are stored under their address with the digest, so that a version never mixes with another. What a visitor opens is
// stored beside them under its own address.
const { lists } = self.build;
const { scope } = registration;
const KEPT = `gitcast ${scope}`;
const OPENED = `gitcast opened ${scope}`;

const urlOf = (path) => new URL(path.split('/').map(encodeURIComponent).join('/'), scope).href;
const keyOf = ([path, digest]) => `${urlOf(path)}?${digest}`;
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
const languageOf = (path) =>
  Object.keys(lists)
    .slice(1)
    .find((language) => path.startsWith(`${language}/`)) ?? Object.keys(lists)[0];
const folderOf = (language) => (language === Object.keys(lists)[0] ? '' : `${language}/`);

const openPages = () => clients.matchAll({ includeUncontrolled: true, type: 'window' });
const kept = () => caches.open(KEPT);

/** The languages that are kept, and the files that the version in use has. */
async function readState() {
  const found = await (await kept()).match(STATE);
  return { languages: [], lists: {}, ...(await found?.json()) };
}

const writeState = async (state) => (await kept()).put(STATE, new Response(JSON.stringify(state)));

/** The visitor asked the browser to save data: only what is opened is kept. */
const savesData = () => navigator.connection?.saveData === true;
