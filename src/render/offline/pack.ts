/**
 * The texts of a site as a worker stores them: each text is a recipe of references to blocks, and blocks are in groups.
 * Pages repeat each other (the frame, icons, entries of the programme), so this is a quarter of the pages, and after an
 * edit of one event a visitor loads only the few groups that contain a new block, and the recipes of the lists it is on.
 *
 * A reference is made from the content of the block and the page that it is about, never from its position. So a new page
 * does not rename anything.
 */
import { hash } from 'node:crypto';
import { aboutWhat } from './about.ts';
import { linksFromRoot } from './root-links.ts';
import { isSprite, sectionsOf, type Section } from './sections.ts';

export interface PackedText {
  /** Relative to the site's root. */
  readonly path: string;
  readonly text: string;
}

/** By turns text, and references to blocks: for each its group and its name, four characters in all. */
export type Recipe = readonly string[];

export interface Pack {
  /** The blocks by name, for each group by name. A section that is stored as a block is a recipe too. */
  readonly groups: ReadonlyMap<string, Group>;
  /** By path. A part of the paths each. */
  readonly recipes: readonly Readonly<Record<string, Recipe>>[];
}

type Group = Readonly<Record<string, string | Recipe>>;

interface SplitText {
  readonly path: string;
  readonly sections: readonly Section[];
}

/** Pages may share a group, so thousands of pages need fewer requests. */
const GROUP = 2;
const BLOCK = 2;
/** With more blocks, a free name would be hard to find. These blocks stay in the recipe. */
const MOST_IN_GROUP = 1000;
/** Glue that so many pages have does not depend on an event, so it is a block too, together with the other glue. */
const PAGES_WITH_GLUE = 12;
const GLUE = 'glue';
/** A section of a long page is a block from this number of its own blocks. */
const LARGE_SECTION = 8;
/** Doubled until there are about as many parts, because a worker that starts without a network reads all of them. */
const RECIPES_TOGETHER = 3;

/** In many small files an update is small; few files are faster to build, to publish and to load. */
export interface Grain {
  /** The number of characters of a group's name that differ: 4,096 groups, 64 or one. */
  readonly group: 0 | 1 | 2;
  /** About the most files of recipes. */
  readonly parts: number;
  /** A recipe of more characters is a file of its own. */
  readonly longest: number;
}

export const FINE: Grain = { group: 2, parts: 200, longest: 600 };
export const COARSE: Grain = { group: 1, parts: 32, longest: Infinity };
export const WHOLE: Grain = { group: 0, parts: 1, longest: Infinity };

export function packTexts(texts: readonly PackedText[], grain: Grain = FINE): Pack {
  const sorted = texts.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const copyOf = oneCopyOfEach();
  const split = sorted.map((each) => ({
    path: each.path,
    sections: sectionsOf(linksFromRoot(each.text, each.path)).map(({ text, id, blocks: own }): Section => ({
      text: copyOf(text),
      id,
      blocks: own.map(({ text: block, isGlue }) => ({ text: copyOf(block), isGlue })),
    })),
  }));
  const groups = new Map<string, Group>();
  const blocks = addTo(groups, blocksByPage(split), { grain, contentOf: (text) => text });
  const inBlocks = (section: Section): readonly Item[] =>
    section.blocks.map(({ text }) => ({ text, name: blocks.get(text) }));
  const byText = new Map(split.flatMap(({ sections }) => sections.map((section) => [section.text, section])));
  const contentOf = (text: string): Recipe => recipeOf(inBlocks(byText.get(text)!));
  const sections = addTo(groups, sectionsByPage(split), { grain, contentOf });
  const recipes = split.map(({ path, sections: own }) => {
    const items = own.flatMap((section) => {
      const name = sections.get(section.text);
      return name === undefined ? inBlocks(section) : [{ text: section.text, name }];
    });
    return [path, recipeOf(items)] as const;
  });
  return { groups: new Map([...groups].toSorted(byFirst)), recipes: inParts(recipes, grain) };
}

/**
 * A part of a text keeps the whole text in memory, in two bytes for each character if one of them is not Latin. Pages repeat
 * each other, so what they have in common is kept once instead.
 */
function oneCopyOfEach(): (part: string) => string {
  const known = new Map<string, string>();
  return (part) => {
    const before = known.get(part);
    if (before !== undefined) return before;
    const copy = Buffer.from(part).toString();
    known.set(copy, copy);
    return copy;
  };
}

/** What each block is about. Glue is left out, except what many pages have. */
function blocksByPage(split: readonly SplitText[]): ReadonlyMap<string, string> {
  const all = split.map(({ path, sections }) => ({ path, blocks: sections.flatMap(({ blocks }) => blocks) }));
  const textsOf = (blocks: readonly { readonly text: string }[]): readonly string[] => blocks.map(({ text }) => text);
  const glue = onPages(
    all.map(({ blocks }) => textsOf(blocks.filter(({ isGlue }) => isGlue))),
    PAGES_WITH_GLUE,
  );
  const parts = all.map(({ path, blocks }) => ({ path, parts: textsOf(blocks.filter(({ isGlue }) => !isGlue)) }));
  return new Map([...aboutWhat(parts, pathsOf(split)), ...[...glue].map((text) => [text, GLUE] as const)]);
}

/** What each section is about that is stored as a block: what several pages have, and the large parts of long pages. */
function sectionsByPage(split: readonly SplitText[]): ReadonlyMap<string, string> {
  const several = split.map(({ path, sections }) => ({
    path,
    sections: sections.filter(({ blocks }) => blocks.length > 1),
  }));
  const shared = onPages(
    several.map(({ sections }) => sections.map(({ text }) => text)),
    2,
  );
  const parts = several.map(({ path, sections }) => ({
    path,
    parts: sections.map(({ text }) => text).filter((text) => shared.has(text) || isSprite(text)),
  }));
  const large = several.flatMap(({ path, sections }) =>
    sections
      .filter(({ text, id, blocks }) => id !== undefined && blocks.length >= LARGE_SECTION && !shared.has(text))
      .map(({ text, id }) => [text, `${path}#${id}`] as const),
  );
  return new Map([...aboutWhat(parts, pathsOf(split)), ...large]);
}

const pathsOf = (split: readonly SplitText[]): ReadonlySet<string> => new Set(split.map(({ path }) => path));

function onPages(pages: readonly (readonly string[])[], least: number): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const texts of pages) for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= least).map(([text]) => text));
}

/** Gives each text a name in the group of what it is about, in the order of hashes: a name seldom depends on the other texts. */
function addTo(
  groups: Map<string, Group>,
  about: ReadonlyMap<string, string>,
  { grain, contentOf }: { readonly grain: Grain; readonly contentOf: (text: string) => string | Recipe },
): ReadonlyMap<string, string> {
  const references = new Map<string, string>();
  const pages = new Set(about.values());
  const groupOf = new Map([...pages].map((page) => [page, shortName(page, grain.group).padEnd(GROUP, '-')]));
  for (const [group, entries] of Map.groupBy(about, ([, page]) => groupOf.get(page)!)) {
    const named = new Map(Object.entries(groups.get(group) ?? {}));
    for (const [wish, text] of entries.map(([each]) => [shortName(each, 8), each] as const).toSorted(byFirst)) {
      if (named.size === MOST_IN_GROUP) break;
      let name = wish.slice(0, BLOCK);
      for (let more = 1; named.has(name); more++) name = shortName(`${wish} ${more}`, BLOCK);
      named.set(name, contentOf(text));
      references.set(text, group + name);
    }
    groups.set(group, Object.fromEntries([...named].toSorted(byFirst)));
  }
  return references;
}

interface Item {
  readonly text: string;
  /** Without a name, the text itself is in the recipe. */
  readonly name: string | undefined;
}

function recipeOf(items: readonly Item[]): Recipe {
  const recipe = [''];
  for (const { text, name } of items) {
    const endsWithText = recipe.length % 2 === 1;
    if (endsWithText === (name === undefined)) recipe.push(recipe.pop()! + (name ?? text));
    else recipe.push(name ?? text);
  }
  return recipe;
}

/** A part ends at a path that its own name decides: a new page changes one part. */
function inParts(
  recipes: readonly (readonly [string, Recipe])[],
  { parts: most, longest }: Grain,
): readonly Readonly<Record<string, Recipe>>[] {
  let together = RECIPES_TOGETHER;
  while (recipes.length > together * most) together *= 2;
  const parts: Record<string, Recipe>[] = [{}];
  for (const [path, recipe] of recipes) {
    const isLong = JSON.stringify(recipe).length > longest;
    if (isLong) parts.push({});
    parts.at(-1)![path] = recipe;
    if (isLong || Number.parseInt(hash('sha256', path, 'hex').slice(0, 8), 16) % together === 0) parts.push({});
  }
  return parts.filter((part) => Object.keys(part).length > 0);
}

const shortName = (text: string, length: number): string => hash('sha256', text, 'base64url').slice(0, length);

const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;
