/** Decides which page a part of a text is about: an edit of that page is likely to change the part. */
import { ROOT } from './root-links.ts';
import { isSprite, ITEM } from './sections.ts';

interface Parts {
  readonly path: string;
  readonly parts: readonly string[];
}

/** All pages have some icons, so these are together, and so are the selections of icons. */
const ICONS = 'icons';
const SPRITES = 'sprites';

/** An item of a list, and what several pages have, is about the page that it links to; the rest is about its own page. */
export function aboutWhat(split: readonly Parts[], paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const about = new Map<string, string>();
  for (const { path, parts } of split) {
    for (const part of parts) {
      const before = first.get(part);
      if (before === undefined) first.set(part, path);
      else if (before !== path && !about.has(part)) about.set(part, linked(part, before, paths) ?? before);
    }
  }
  for (const [part, path] of first) {
    if (part.startsWith('<symbol')) about.set(part, ICONS);
    if (isSprite(part)) about.set(part, SPRITES);
    if (about.has(part)) continue;
    const isItem = ITEM.test(part);
    const page = isItem || part.startsWith('<article') ? linked(part, path, paths) : undefined;
    about.set(part, page !== undefined && (isItem || isAbove(path, page)) ? page : path);
  }
  return about;
}

/** A card on a page above is about what it links to; the text of a page may begin with a link to the page above. */
const isAbove = (path: string, page: string): boolean => page.split('/').length > path.split('/').length;

/** The first link of an element, or of an entry in the search index, is to what it is about. */
const ABOUT = /(?: href|"u":|\bu:)=?"([^"#?:]+)"/;

function linked(part: string, path: string, paths: ReadonlySet<string>): string | undefined {
  const link = ABOUT.exec(part)?.[1];
  if (link === undefined) return undefined;
  const page = link.startsWith(ROOT) ? [`/${link.slice(ROOT.length)}`] : relativeTo(path).map((up) => `${up}${link}`);
  return page
    .map((each) => `${new URL(each, `http://site/${path}`).pathname.slice(1)}index.html`)
    .find((each) => paths.has(each));
}

/** Links in data are relative to a folder above. */
const relativeTo = (path: string): readonly string[] =>
  path.endsWith('.json') ? path.split('/').map((_, above) => '../'.repeat(above)) : [''];
