/**
 * The texts of a site as a worker stores them: each text is a recipe of references to blocks, and blocks are in groups.
 * Pages repeat each other (the frame, icons, entries of the programme), so this is a small part of the pages, and an edit of
 * one event changes the group with its blocks, and the recipes of the lists that it is on.
 *
 * A reference is made from the content of the block and the page that it is about, never from its position, so a new page
 * does not rename anything. Texts are bytes (`latin1`): these are fast to read, and take half the memory of other text.
 */
import { crc32 } from 'node:zlib';
import { blocksOf, isGlue, ITEM } from './blocks.ts';
import { linksFromRoot, ROOT } from './root-links.ts';

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
  /** What it is in the current pack. */
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
  const known = new Map<string, Block>();
  const readBlocks = (text: string, path: string): readonly Block[] => {
    const below = linksAlike(text, path);
    const read = readBelow.get(below) ?? new Map<string, Block>();
    readBelow.set(below, read);
    return blocksOf(text, path).map((raw) => {
      let block = read.get(raw);
      if (!block) {
        const own = linksFromRoot(raw, path);
        block = known.get(own) ?? { text: own, use: UNUSED };
        known.set(own, block);
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
