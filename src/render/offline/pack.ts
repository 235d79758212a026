/**
 * The texts of a site as a worker stores them: each text is a list of references to blocks, and blocks are in groups.
 * Pages repeat each other (the frame, icons, entries of the programme), so this is a quarter of the pages, and after an
 * edit of one event a visitor loads only the few groups that contain a new block.
 *
 * Nothing here depends on what else is in the pack: a reference is made from the content of the block and the page that
 * it is about. So a new page does not rename anything.
 */
import { hash } from 'node:crypto';

export interface PackedText {
  /** Relative to the site's root. */
  readonly path: string;
  readonly text: string;
}

export interface Pack {
  /** The blocks by name, for each group by name. */
  readonly groups: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** By path: for each block its group and its name, five characters in all. A part of the paths each. */
  readonly recipes: readonly Readonly<Record<string, string>>[];
}

/**
 * Where a text may differ from another while what is around is the same. Other borders would be correct too, only larger.
 * The frame of a page has few of them, because the same frame is around many pages.
 */
const IN_FRAME =
  /(?=<(?:\/?nav|\/?ul|header|footer|body|title|symbol)\b)|(?=<meta name="color-scheme"|<svg class="sprite")/;
const IN_MAIN = /(?=<(?:li|tr|section|article|nav|\/[ou]l)\b)|(?<=\n)(?=[[{\]}])/;
const MAIN = /(?=<main\b)|(?=<\/main>)/;

const blocksOf = (text: string): readonly string[] =>
  text.startsWith('<')
    ? text.split(MAIN).flatMap((part) => part.split(part.startsWith('<main') ? IN_MAIN : IN_FRAME))
    : text.split(IN_MAIN);

/** The first link of an element, or of an entry in the search index, is to what it is about. */
const ABOUT = /(?: href|"u":|\bu:)=?"([^"#?:]+)"/;

const ITEM = /^(?:<(?:li|tr)\b|[[{])/;
/** A card on a page above is about what it links to; the text of a page may begin with a link to the page above. */
const isCard = (block: string, path: string, page: string): boolean =>
  block.startsWith('<article') && page.split('/').length > path.split('/').length;

/** All pages have some of them, so they are a group of their own. */
const ICONS = 'icons';

const GROUP = 3;
const BLOCK = 2;
const RECIPES_TOGETHER = 6;

export function packTexts(texts: readonly PackedText[]): Pack {
  const sorted = texts.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const paths = new Set(sorted.map(({ path }) => path));
  const split = sorted.map(({ path, text }) => ({ path, blocks: blocksOf(text) }));
  const groups = Map.groupBy(aboutWhat(split, paths), ([, about]) => shortName(about, GROUP));
  const names = new Map<string, string>();
  const packed = new Map<string, Record<string, string>>();
  for (const [group, blocks] of [...groups].toSorted(byFirst)) {
    const named = inOneGroup(blocks.map(([block]) => block));
    packed.set(group, named);
    for (const [name, block] of Object.entries(named)) names.set(block, group + name);
  }
  const recipes = split.map(({ path, blocks }) => [path, blocks.map((block) => names.get(block)).join('')] as const);
  return { groups: packed, recipes: inParts(recipes) };
}

/** An item of a list, and what several pages have, is about the page that it links to; the rest is about its own page. */
function aboutWhat(
  split: readonly { readonly path: string; readonly blocks: readonly string[] }[],
  paths: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const about = new Map<string, string>();
  for (const { path, blocks } of split) {
    for (const block of blocks) {
      const before = first.get(block);
      if (before === undefined) first.set(block, path);
      else if (before !== path && !about.has(block)) about.set(block, linked(block, before, paths) ?? before);
    }
  }
  for (const [block, path] of first) {
    if (block.startsWith('<symbol')) about.set(block, ICONS);
    if (about.has(block)) continue;
    const page = linked(block, path, paths);
    about.set(block, page !== undefined && (ITEM.test(block) || isCard(block, path, page)) ? page : path);
  }
  return about;
}

function linked(block: string, path: string, paths: ReadonlySet<string>): string | undefined {
  const link = ABOUT.exec(block)?.[1];
  if (link === undefined) return undefined;
  // Links in data are relative to a folder above.
  const folders = path.endsWith('.json') ? path.split('/').map((_, above) => '../'.repeat(above)) : [''];
  return folders
    .map((up) => `${new URL(`${up}${link}`, `http://site/${path}`).pathname.slice(1)}index.html`)
    .find((page) => paths.has(page));
}

/** The order of the names is that of the contents, so that a name seldom depends on the other blocks. */
function inOneGroup(blocks: readonly string[]): Record<string, string> {
  const named = new Map<string, string>();
  for (const [wish, block] of blocks.map((each) => [shortName(each, 8), each] as const).toSorted(byFirst)) {
    let name = wish.slice(0, BLOCK);
    for (let more = 1; named.has(name); more++) name = shortName(`${wish} ${more}`, BLOCK);
    named.set(name, block);
  }
  return Object.fromEntries([...named].toSorted(byFirst));
}

/** A part ends at a path that its own name decides: a new page changes one part. */
function inParts(recipes: readonly (readonly [string, string])[]): readonly Readonly<Record<string, string>>[] {
  const parts: Record<string, string>[] = [{}];
  for (const [path, recipe] of recipes) {
    parts.at(-1)![path] = recipe;
    if (Number.parseInt(hash('sha256', path, 'hex').slice(0, 8), 16) % RECIPES_TOGETHER === 0) parts.push({});
  }
  return parts.filter((part) => Object.keys(part).length > 0);
}

const shortName = (text: string, length: number): string => hash('sha256', text, 'base64url').slice(0, length);

const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;
