// Makes the texts of pages from stored parts.

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
  // oxlint-disable-next-line gitcast/supported-browsers -- Without it, a page comes from the network.
  const text = await new Response(both.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
  return JSON.parse(text.slice(size));
}

const opened = new Map();
/** A part of the blocks or of the recipes, once. Undefined if it is not stored or cannot be read. */
function contentOf(place) {
  const key = `${place.pack[0]} ${place.part.start}`;
  const opening = opened.get(key) ?? inflated(place).catch(() => undefined);
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

/** Links in blocks are from the root of the site. See src/render/offline/pack.ts. */
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
