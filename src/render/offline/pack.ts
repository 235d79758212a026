/**
 * The texts of a site as a worker stores them: each text is a recipe of references to blocks, and blocks are in groups.
 * Pages repeat each other (the frame, icons, entries of the programme), so this is a small part of the pages, and an edit of
 * one event changes the group with its blocks, and the recipes of the lists that it is on.
 *
 * A reference is made from the content of the block and the page that it is about, never from its position, so a new page
 * does not rename anything. Texts are bytes (`latin1`): these are fast to read, and take half the memory of other text.
 */
import { crc32 } from 'node:zlib';
import { relativeLink } from '../../site/links/urls.ts';

export interface PackedText {
  /** Relative to the site's root. */
  readonly path: string;
  readonly text: string;
}

/** By turns text, and references to blocks: for each its group and its name, four characters in all. */
export type Recipe = readonly string[];

export interface Pack {
  /** The blocks by name, for each group by its number. */
  readonly groups: readonly Group[];
  readonly recipes: readonly Recipes[];
}

type Group = Readonly<Record<string, string>>;
/** A long recipe is continued in the next part. */
type Recipes = readonly (readonly [path: string, recipe: Recipe])[];

interface Page {
  readonly path: string;
  readonly blocks: readonly Block[];
}

interface Block {
  readonly text: string;
  /** Its use in the current pack. */
  use: Use;
}

interface Use {
  readonly isGlue: boolean;
  /**
   * The page that it links to, or else the first one with it: an edit there is likely to change it. For words of the
   * search and links to days, its beginning: the next version, and those of other pages, are in the same group. Undefined: nothing.
   */
  readonly about: string | undefined;
  readonly isLinked: boolean;
  readonly folders: Set<string>;
  reference: string | undefined;
}

/** More groups are smaller, and a longer list of them. */
const BYTES_IN_GROUP = 12_000;
const MOST_GROUPS = 1024;
/** With more blocks, a free name would be hard to find. These blocks stay in the recipe. */
const MOST_IN_GROUP = 1000;
const MANY_FOLDERS = 12;
const LONG_BLOCK = 8000;
const LONG_RECIPE = 3000;
const LONG_PART = 8000;
const PAGES_IN_PART = 16;
const REFERENCES_IN_PART = 64;
/** Enough to tell a word from others, and not so much that its places decide. */
const BEGINNING = 15;

export type Packer = (texts: readonly PackedText[]) => Pack;

/**
 * Packs texts of the language with this folder. It can be asked again for some of them, and reads each only once. Recipes
 * stay in the order of the texts: what changes together should be together.
 */
export function createPacker(root = ''): Packer {
  const blocksIn = blockReader();
  return (texts) => {
    const used = new Set<Block>();
    const pages = texts.map((text): Page => {
      const { path } = text;
      const [folder, blocks] = [folderOf(path), blocksIn(text)];
      for (const block of blocks) {
        if (!used.has(block)) {
          used.add(block);
          block.use = useOf(block.text, path, root);
        }
        const { folders } = block.use;
        if (folders.size < MANY_FOLDERS) folders.add(folder);
      }
      return { path, blocks };
    });
    const groups = nameBlocks([...used].filter(({ use }) => !use.isGlue));
    return { groups, recipes: inParts(pages) };
  };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

function blockReader(): (text: PackedText) => readonly Block[] {
  const pages = new Map<string, readonly Block[]>();
  const readBelow = new Map<string, Map<string, Block>>();
  const byText = new Map<string, Block>();
  const readBlocks = (text: string, path: string): readonly Block[] => {
    const below = linksAlike(text, path);
    const read = readBelow.get(below) ?? new Map<string, Block>();
    readBelow.set(below, read);
    return blocksOf(text, path).map((raw) => {
      let block = read.get(raw);
      if (!block) {
        const own = linksFromRoot(raw, path);
        block = byText.get(own) ?? { text: own, use: UNUSED };
        byText.set(own, block);
        read.set(raw, block);
      }
      return block;
    });
  };
  return (page) => {
    let blocks = pages.get(page.path);
    if (!blocks) pages.set(page.path, (blocks = readBlocks(page.text, page.path)));
    return blocks;
  };
}

/** Pages with the same name here link to other pages in the same way, so a block of theirs is read once. */
function linksAlike(text: string, path: string): string {
  if (!path.endsWith('.html')) return 'data';
  const [own = '', ...above] = path.split('/').slice(0, -1).toReversed();
  return text.includes(`../${own}/`) ? path : `${above.length} ${above.join('/')}`;
}

/** The frame of a page has few borders, because the same frame is around many pages. */
const IN_FRAME =
  /[\n>]<(?:title|meta name="color-scheme"|script|\/head|body|\/?nav|footer|ul class="languages|div class="offline|svg class="sprite"|symbol|\/svg><\/body)\b/g;
/** In the time grid, the classes of an entry depend on the other entries: `<li class="on-surface cell t-42 s-9 k-15"`. */
const IN_MAIN =
  /\n<(?:(?:li|tr|\/?nav|section|article|\/[ou]l|\/main)\b|(?:p|div) class="(?:grid-(?:hour|place)|programme-tools)\b)(?: class="[^"]* cell [^"]*()")?/g;
const IN_CALENDAR = /\n(?:BEGIN:VEVENT|END:VCALENDAR)/g;
/** An entry is a line, and a word of the search that begins with another letter has the prefix `A`. */
const IN_DATA = /\n(?=[[{\]}])| (?=[AB]\w)/g;

/** An element of a list, or the rest of it, or an entry in data. */
const ITEM = /^(?:<(?:li|tr)\b| data-slot=|[[{])/;
const LINK = / href="|"u":"/;
const SHORT = 350;
const SHORT_IN_DATA = 40;

/** It is short and depends on what is around it, such as the hour between two entries: it stays in the recipe. */
const isGlue = (block: string, path: string): boolean =>
  block.length < (path.endsWith('.html') ? SHORT : SHORT_IN_DATA) &&
  !block.startsWith('<symbol') &&
  !(ITEM.test(block) && LINK.test(block));

/**
 * Splits a text at the beginning of lines where a text may differ from another while what is around is the
 * same. Other borders would be correct too, only larger.
 */
function blocksOf(text: string, path: string): readonly string[] {
  const borders: number[] = [];
  const find = (pattern: RegExp, from: number, to: number): void => {
    pattern.lastIndex = from;
    for (let match = pattern.exec(text); match && match.index < to; match = pattern.exec(text)) {
      borders.push(match.index + 1);
      if (match[1] !== undefined) borders.push(pattern.lastIndex);
    }
  };
  if (path.endsWith('.html')) {
    const main = Math.max(text.indexOf('\n<main'), 0);
    const end = text.indexOf('\n</main>', main);
    find(IN_FRAME, 0, main);
    borders.push(main + 1);
    find(IN_MAIN, main + 1, end + 1);
    find(IN_FRAME, Math.max(end, main), text.length);
  } else find(path.endsWith('.ics') ? IN_CALENDAR : IN_DATA, 0, text.length);
  return [0, ...borders].map((start, index) => text.slice(start, borders[index]));
}

/** Before a link from the root. A page that contains this character itself has it twice. */
export const ROOT = '\u007f';

/** The first link of an item is to what it is about. Links in data are from the folder of the language. */
const ABOUT = new RegExp(`(?: href="(${ROOT})?|"u":")([^"#?:.]+/)"`);

function useOf(text: string, path: string, root: string): Use {
  const [, isFromRoot, link] = (ITEM.test(text) && ABOUT.exec(text)) || [];
  const page = link === undefined || isFromRoot !== undefined ? link : root + link;
  const source = path.endsWith('.json') || text.startsWith('<nav') ? text.slice(0, BEGINNING) : folderOf(path);
  return {
    isGlue: isGlue(text, path),
    about: page ?? (text.length > LONG_BLOCK ? undefined : source),
    isLinked: page !== undefined,
    folders: new Set(),
    reference: undefined,
  };
}

const isCommon = ({ isLinked, folders }: Use): boolean => !isLinked && folders.size === MANY_FOLDERS;
const UNUSED = useOf('', '', '');

/** In the order of checksums: a name seldom depends on the other blocks. */
function nameBlocks(blocks: readonly Block[]): readonly Group[] {
  const sorted = blocks
    .map((block) => ({ block, sum: crc32(block.text) }))
    .sort((one, other) => one.sum - other.sum || (one.block.text < other.block.text ? -1 : 1));
  const bytes = sorted.reduce((all, { block }) => all + block.text.length, 0);
  const count = Math.min(MOST_GROUPS, 2 ** Math.ceil(Math.log2(Math.max(bytes / BYTES_IN_GROUP, 1))));
  const groups = Array.from({ length: count }, () => new Map<string, string>());
  for (const { block, sum } of sorted) {
    const { about } = block.use;
    const number = (about === undefined || isCommon(block.use) ? sum >>> 12 : crc32(about)) % count;
    const group = groups[number]!;
    if (group.size === MOST_IN_GROUP) continue;
    let name = shortName(sum);
    for (let more = 1; group.has(name); more++) name = shortName(crc32(`${more}`, sum));
    group.set(name, block.text);
    block.use.reference = shortName(number) + name;
  }
  return groups.map((group) => Object.fromEntries(group));
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const shortName = (value: number): string => DIGITS[(value >>> 6) & 63]! + DIGITS[value & 63]!;

/** A part ends at a path or a reference that itself decides it, so that a new page changes one part. */
function inParts(pages: readonly Page[]): readonly Recipes[] {
  const parts: (readonly [path: string, recipe: Recipe])[][] = [[]];
  let length = 0;
  for (const { path, blocks } of pages) {
    const [first, ...others] = piecesOf(blocks);
    const own = first.join('').length;
    const isLong = others.length > 0 || own > LONG_RECIPE;
    if (isLong) for (const piece of [first, ...others]) parts.push([[path, piece]]);
    else parts.at(-1)!.push([path, first]);
    length += own;
    if (!isLong && length < LONG_PART && crc32(folderOf(path)) % PAGES_IN_PART > 0) continue;
    parts.push([]);
    length = 0;
  }
  return parts.filter((part) => part.length > 0);
}

function piecesOf(blocks: readonly Block[]): readonly [Recipe, ...(readonly Recipe[])] {
  let recipe = [''];
  const pieces: [string[], ...string[][]] = [recipe];
  for (const { text, use } of blocks) {
    const { reference } = use;
    const endsWithText = recipe.length % 2 === 1;
    if (endsWithText === (reference === undefined)) recipe.push(recipe.pop()! + (reference ?? text));
    else recipe.push(reference ?? text);
    // A border in what all pages have in common would divide all of them.
    if (reference === undefined || isCommon(use) || crc32(reference) % REFERENCES_IN_PART > 0) continue;
    recipe = [''];
    pieces.push(recipe);
  }
  return pieces;
}

const UPWARDS = new RegExp(`${ROOT}|(?<=[" ])((?:\\.\\./)+)([^"#?\\s${ROOT}]*)(?=["#?\\s])`, 'g');

/**
 * Pages link relative to themselves, so the same entry of the programme has another text in every folder. In a pack, links are
 * from the root of the site, and the worker makes them relative to the page again.
 */
function linksFromRoot(text: string, path: string): string {
  if (!path.endsWith('.html')) return text;
  const folders = path.split('/').slice(0, -1);
  const from = `/${path.slice(0, path.lastIndexOf('/') + 1)}`;
  return text.replace(UPWARDS, (link: string, up: string | undefined, rest: string) => {
    if (up === undefined) return ROOT + ROOT;
    const above = folders.length - up.length / 3;
    const target =
      folders
        .slice(0, Math.max(above, 0))
        .map((folder) => `${folder}/`)
        .join('') + rest;
    return above >= 0 && relativeLink(from, `/${target}`) === link ? ROOT + target : link;
  });
}
