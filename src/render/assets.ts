/** Style sheet, script and the data for every page's head. File names contain a digest, so caches never go stale. */
import { hash } from 'node:crypto';
import type { PageView } from '../site/pages/view.ts';
import { colourClass, heightClass, paddingClass, type StyleValues } from '../site/used/shown-values.ts';
import { absoluteUrl } from '../site/links/urls.ts';
import { oncePer } from '../values/once-per.ts';
import type { CardStyle } from './cards/card-style.ts';
import { byName, MODULES, SHEET_NAMES, SHEETS, type ModuleName, type SheetName } from './theme-files.ts';
import { CONTENT_POLICY } from './assets-policy.ts';
import { markColours, type MarkGrounds } from './theme/mark-colours.ts';

export interface PageAssets {
  readonly policy: string;
  readonly styles: readonly string[];
  readonly script: string;
  /** For `import()`, by name. */
  readonly modules: Readonly<Record<ModuleName, string>>;
  /** Style sheets by name, for what a script adds to a page. */
  readonly sheets: Readonly<Record<SheetName, string>>;
  readonly preloadFonts: readonly string[];
  readonly themeColours: readonly { readonly colour: string; readonly scheme: 'light' | 'dark' }[];
  /** The schemes that the site has: `light dark`. */
  readonly colourScheme: string;
  readonly favicon: string | undefined;
  readonly touchIcon: string;
  readonly manifest: string;
  /** The module that searches. */
  readonly find: string;
  /** Absent if the site has none. */
  readonly worker: string | undefined;
  readonly socialImage: string | undefined;
}

/** Of style sheets, scripts and modules. */
const FOLDER = '/assets/';

/** In each language. */
export const MANIFEST = '/manifest.webmanifest';

export interface AssetFile {
  readonly path: string;
  readonly text: string;
}

interface Sources {
  readonly themeCss: string;
  readonly values: StyleValues;
  readonly grounds: MarkGrounds;
  readonly siteCss: string;
  readonly siteScript: string;
  readonly modules: Readonly<Record<ModuleName, string>>;
  readonly sheets: Readonly<Record<SheetName, string>>;
}

export interface SiteAssets {
  readonly style: AssetFile;
  readonly script: AssetFile;
  readonly modules: Readonly<Record<ModuleName, AssetFile>>;
  readonly sheets: Readonly<Record<SheetName, AssetFile>>;
}

export function siteAssets({ themeCss, values, grounds, siteCss, siteScript, modules, sheets }: Sources): SiteAssets {
  return {
    style: named('site', 'css', minifyCss([themeCss, siteCss, valueClasses(values, grounds)].join('\n'))),
    script: named('site', 'js', siteScript),
    modules: byName(MODULES, (name) => named(name, 'js', modules[name])),
    sheets: byName(SHEET_NAMES, (name) => named(name, 'css', minifyCss(sheets[name]))),
  };
}

export function named<T extends string | Uint8Array>(
  name: string,
  extension: string,
  text: T,
): { readonly path: string; readonly text: T } {
  return { path: `${FOLDER}${name}.${hash('sha256', text).slice(0, 10)}.${extension}`, text };
}

/** `.h-480` sets `--h`, `.c-9c2f17` sets `--c` and its readable `--mark`: values that content chooses, without inline styles. */
function valueClasses({ heights, paddings, colours }: StyleValues, grounds: MarkGrounds): string {
  const marks = colours.map((colour) => ({ name: colourClass(colour), colour, ...markColours(colour, grounds) }));
  const night = marks.map(({ name, dark }) => `.${name}{--mark:${dark}}`).join('');
  return [
    ...heights.map((height) => `.${heightClass(height)}{--h:${height}px}`),
    ...paddings.map((padding) => `.${paddingClass(padding)}{--p:${padding}px}`),
    ...marks.map(({ name, colour, light }) => `.${name}{--c:${colour};--mark:${light}}`),
    ...(marks.length > 0 ? [`@media (prefers-color-scheme:dark){${night}}`] : []),
  ].join('\n');
}

const minifyCss = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\n(?=[}])|(?<=[{;,])\n/g, '')
    .trim();

/** Paths and colours that are the same in the head of every page. Paths are relative to the site's root. */
export interface SharedHead {
  readonly style: string;
  readonly script: string;
  readonly modules: PageAssets['modules'];
  readonly sheets: Readonly<Record<SheetName, string>>;
  readonly fonts: readonly string[];
  readonly themeColours: PageAssets['themeColours'];
  readonly colourScheme: string;
  readonly favicon: string | undefined;
  /** Absent if pages without a picture have no link preview. */
  readonly cards?: CardStyle;
  readonly touchIcon: string;
  readonly find: string;
  readonly worker: string | undefined;
}

interface OwnHead {
  /** The URL of the published site. */
  readonly url: string | undefined;
  /** The path of the page's picture, if other sites can show it. */
  readonly picture: string | undefined;
  /** Style sheets that its templates need, besides those of its type. */
  readonly sheets?: readonly SheetName[];
}

export function pageAssets(
  page: PageView,
  { style, script, modules, sheets, fonts, themeColours, colourScheme, favicon, touchIcon, find, worker }: SharedHead,
  { url, picture, sheets: needed = [] }: OwnHead,
): PageAssets {
  const isNeeded = (name: SheetName): boolean => isOwn(name, page) || needed.includes(name);
  return {
    policy: CONTENT_POLICY,
    styles: [style, ...SHEET_NAMES.filter(isNeeded).map((name) => sheets[name])].map((path) => page.rootLink(path)),
    script: page.rootLink(script),
    ...linkedBy(page, { modules, sheets }),
    preloadFonts: fonts.map((path) => page.rootLink(path)),
    themeColours,
    colourScheme,
    favicon: favicon === undefined ? undefined : page.rootLink(favicon),
    touchIcon: page.rootLink(touchIcon),
    find: page.rootLink(find),
    manifest: page.rootLink(`${page.path.slice(0, -page.page.length)}${MANIFEST}`),
    worker: worker === undefined ? undefined : page.rootLink(worker),
    socialImage: url === undefined || picture === undefined ? undefined : absoluteUrl(url, picture),
  };
}

type Linked = Pick<SharedHead, 'modules' | 'sheets'>;

const linked = oncePer((_: Linked['sheets']) => new Map<string, Linked>());

/** The same for all pages from which the folder of these files has the same address: they are directly in it. */
function linkedBy(page: PageView, { modules, sheets }: Linked): Linked {
  const known = linked(sheets);
  const from = page.rootLink(FOLDER);
  let links = known.get(from);
  if (!links) {
    links = {
      modules: byName(MODULES, (name) => page.rootLink(modules[name])),
      sheets: byName(SHEET_NAMES, (name) => page.rootLink(sheets[name])),
    };
    known.set(from, links);
  }
  return links;
}

const isOwn = (name: SheetName, { body }: PageView): boolean => (SHEETS[name] as readonly string[]).includes(body.type);
