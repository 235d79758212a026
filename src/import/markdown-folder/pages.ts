/** The pages of a folder: which files are some, and what their names say. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { wholeFile } from '../../diagnostics/diagnostic.ts';
import { Source } from '../../content/source.ts';
import { COMMON } from '../../values/language.ts';
import { nearestInstant, readDayOrInstant } from '../../values/instants.ts';
import { meantInstants } from '../../values/meant-instant.ts';
import { unreadable, type SourceFile } from '../source.ts';
import { Fields, readFrontMatter, type ParseToml } from './front-matter.ts';
import type { Page, PagePlace, Site } from './page.ts';
import { tagOf } from './site.ts';

const PAGE = /\.(?:md|markdown|mdown|mkd|mdx)$/i;
const HTML = /\.html?$/i;
/** Those of Astro are components, but for pages. */
const OTHER_PAGE = /\.(?:html?|njk|liquid|webc|adoc|rst|org|textile)$|^pages\/.*\.astro$/i;
const ABOUT_THE_FOLDER =
  /^(?:readme|licen[cs]e|changelog|changes|contributing|code.of.conduct|security|agents|claude|authors|owners|notice)(?:[._-]|$)/i;
/** Folders of generators and tools, where pages can be anywhere. */
const NOT_PAGES =
  /^(?:themes|layouts|archetypes|templates|vendor|static|public|assets|dist|build|data|i18n|scripts|tests?|resources|sass|css|js)$/;
const NEVER_PAGES = /^(?:node_modules|_(?:includes|layouts|data|site|sass|components|partials|templates))$/;

export const isPageName = (path: string): boolean => PAGE.test(path) && !/(?:^|\/)node_modules\//.test(path);

export interface FoundPages {
  readonly places: readonly PagePlace[];
  /** The number of pages in HTML, in a template language or in another markup. */
  readonly others: number;
}

export function findPages(files: readonly SourceFile[], site: Site): FoundPages {
  const contents = site.contents.toSorted((a, b) => b.folder.length - a.folder.length);
  const inContent = files.flatMap((file) => {
    const content = contents.find(({ folder }) => file.path.startsWith(folder));
    const path = file.path.slice(content?.folder.length ?? 0);
    return content && mayBePage(path, site) ? [{ file, path, language: content.language }] : [];
  });
  // A post may be HTML; other HTML is a page of Hugo, and a template elsewhere.
  const isPage = (path: string): boolean =>
    PAGE.test(path) || (HTML.test(path) && (site.generator?.name === 'Hugo' || /(?:^|\/)_posts\//.test(path)));
  const found = inContent.filter(({ path }) => isPage(path));
  const roots = languageRoots(
    found.map(({ path }) => path),
    site,
  );
  return {
    places: found.map(({ file, path, language }) => placeOf(file, path.split('/'), { site, roots, language })),
    others: site.generator ? inContent.filter(({ path }) => !isPage(path) && OTHER_PAGE.test(path)).length : 0,
  };
}

function mayBePage(path: string, { generator, config, isApart }: Site): boolean {
  const folders = path.split('/').slice(0, -1);
  if (folders.some((name) => NEVER_PAGES.test(name))) return false;
  return (isApart || !NOT_PAGES.test(folders[0] ?? '')) && generator?.isPage?.(path, config) !== false;
}

/** Folders whose folders are languages: all that the configuration names, or at least two. */
function languageRoots(paths: readonly string[], { languages }: Site): ReadonlySet<string> {
  const inFolder = new Map<string, Set<string>>();
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    for (const [depth, name] of folders.entries()) {
      const tag = tagOf(name);
      if (tag === undefined || !(languages.includes(tag) || COMMON.includes(tag) || tag.includes('-'))) continue;
      const root = folders.slice(0, depth).join('/');
      inFolder.set(root, (inFolder.get(root) ?? new Set()).add(tag));
    }
  }
  const isRoot = (tags: ReadonlySet<string>): boolean =>
    tags.size > 1 || [...tags].some((tag) => languages.includes(tag));
  return new Set([...inFolder].filter(([, tags]) => isRoot(tags)).map(([root]) => root));
}

interface Surroundings {
  readonly site: Site;
  readonly roots: ReadonlySet<string>;
  readonly language: string | undefined;
}

function placeOf(file: SourceFile, parts: readonly string[], { site, roots, language }: Surroundings): PagePlace {
  const inFolder = parts.findIndex(
    (name, depth) =>
      depth < parts.length - 1 && roots.has(parts.slice(0, depth).join('/')) && tagOf(name) !== undefined,
  );
  const folders = parts.slice(0, -1).filter((_, depth) => language !== undefined || depth !== inFolder);
  const stem = parts.at(-1)!.replace(/\.[^.]+$/, '');
  const [, before = stem, suffix = ''] = /^(.+)\.([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)$/.exec(stem) ?? [];
  const inName = tagOf(suffix);
  const isTranslated = inName !== undefined && (site.languages.length === 0 || site.languages.includes(inName));
  const own = isTranslated ? before : stem;
  const isBundle = own === 'index' && folders.length > 0;
  const fullName = isBundle ? folders.pop()! : own;
  const [, day, name = fullName] = /^(\d{4}-\d{1,2}-\d{1,2})(?:T[\d:]+Z?)?[-_](.+)$/.exec(fullName) ?? [];
  return {
    file,
    key: [...folders, fullName].join('/'),
    folders,
    name,
    fullName,
    day: day
      ?.split('-')
      .map((part) => part.padStart(2, '0'))
      .join('-'),
    language: isTranslated ? inName : (language ?? tagOf(parts[inFolder] ?? '') ?? undefined),
    isIndex: own === 'index',
    isSection: own === '_index',
  };
}

/** Far more than a page has. */
const LARGEST = 5_000_000;

/** Undefined if the file is about the folder, and no page. */
export function readPage(place: PagePlace, toml: ParseToml): Page | Diagnostic | undefined {
  const { file } = place;
  if (/^readme\b/i.test(place.fullName)) return undefined;
  if (file.size > LARGEST)
    return unreadable(wholeFile(file.shown), `this page has ${file.size} bytes, more than ${LARGEST}`);
  let text: string;
  try {
    text = file.text();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return unreadable(wholeFile(file.shown), error.message, error.suggestion);
  }
  const read = readFrontMatter(text, toml);
  const source = new Source(file.shown, text);
  if ('problem' in read) return unreadable(source.span(read.start, read.start + 1), read.problem, read.suggestion);
  if (!read.isPresent && (ABOUT_THE_FOLDER.test(place.fullName) || HTML.test(file.path))) return undefined;
  return { ...place, text, source, fields: new Fields(read.data), body: read.body };
}

/** The position of a field in front matter of any language. */
export function spanOf({ source, fields }: Page, name: string) {
  const written = fields.writtenName(name).replace(/[^\w-]/g, '.');
  const found = new RegExp(`^[ \\t]*["']?${written}["']?[ \\t]*[:=].*$`, 'm').exec(source.text);
  return found ? source.span(found.index, found.index + found[0].length) : source.span(0, 1);
}

/** In the forms that generators read; undefined if it has no meaning. A time that the clocks skip or repeat is the earlier one. */
export function instantOf(written: string, timezone: string): string | undefined {
  const text = written.trim().replace(/\s+(?=[+-]\d{2}:?\d{2}$|Z$)/, '');
  const exact = nearestInstant(readDayOrInstant(text, timezone));
  if (exact !== undefined) return exact;
  const [meant, ...others] = meantInstants(written, timezone);
  if (!meant || others.length > 0) return undefined;
  return meant.isDay ? nearestInstant(readDayOrInstant(meant.text.slice(0, 10), timezone)) : meant.text;
}

export const hasOffset = (written: string): boolean =>
  /(?:Z|[+-]\d{2}:?\d{2}|\b[A-Z]{3,4})$/i.test(written.trim()) && /\d:\d/.test(written);
