/** Style sheet, script and the data for every page's head. File names contain a digest, so caches never go stale. */
import { hash } from 'node:crypto';
import type { PageView } from '../site/pages/view.ts';
import { colourClass, heightClass, paddingClass, type StyleValues } from '../site/used/shown-values.ts';
import { absoluteUrl } from '../site/links/urls.ts';
import { oncePer } from '../values/once-per.ts';
import type { Templates } from './templates/templates.ts';
import {
  byName,
  MODULES,
  modulesOf,
  scriptOf,
  SHEET_NAMES,
  SHEETS,
  sheetsOf,
  stylesOf,
  type ModuleName,
  type SheetName,
} from './theme-files.ts';
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
  readonly touchIcon: string | undefined;
  readonly manifest: string;
  /** The module that searches. */
  readonly find: string;
  /** Absent if the site has none. */
  readonly worker: string | undefined;
  readonly socialImage: string | undefined;
}

/** The folder of style sheets, scripts and modules. */
const FOLDER = '/assets/';

/** In each language. */
export const MANIFEST = '/manifest.webmanifest';

export interface AssetFile {
  readonly path: string;
  readonly text: string;
}

interface AssetSources {
  readonly themeCss: string;
  readonly values: StyleValues;
  readonly grounds: MarkGrounds;
}

/** The site's style sheets, scripts and modules, and where its pages find them. */
export function siteAssets(templates: Pick<Templates, 'text'>, { themeCss, values, grounds }: AssetSources) {
  const [moduleTexts, sheetTexts] = [modulesOf(templates), sheetsOf(templates)];
  const style = named(
    'site',
    'css',
    minifyCss([themeCss, stylesOf(templates), valueClasses(values, grounds)].join('\n')),
  );
  const script = named('site', 'js', scriptOf(templates));
  const find = named('find', 'js', templates.text('assets/find.js'));
  const modules = byName(MODULES, (name) => named(name, 'js', moduleTexts[name]));
  const sheets = byName(SHEET_NAMES, (name) => named(name, 'css', minifyCss(sheetTexts[name])));
  return {
    head: {
      style: style.path,
      script: script.path,
      find: find.path,
      modules: byName(MODULES, (name) => modules[name].path),
      sheets: byName(SHEET_NAMES, (name) => sheets[name].path),
    },
    files: [style, script, find, ...Object.values(modules), ...Object.values(sheets)],
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
export interface SharedHead extends Omit<
  PageAssets,
  'policy' | 'styles' | 'preloadFonts' | 'manifest' | 'socialImage'
> {
  readonly style: string;
  readonly fonts: readonly string[];
  /** The picture that other sites show for pages without one. */
  readonly picture: string | undefined;
}

interface OwnHead {
  /** The URL of the published site. */
  readonly url: string | undefined;
  /** The path of the page's own picture, if other sites can show it. */
  readonly picture: string | undefined;
  /** Style sheets that its templates need, besides those of its type. */
  readonly sheets?: readonly SheetName[];
}

export function pageAssets(page: PageView, head: SharedHead, own: OwnHead): PageAssets {
  const { style, script, sheets, fonts, themeColours, colourScheme, favicon, touchIcon, find, worker } = head;
  const { url, picture = head.picture, sheets: needed = [] } = own;
  const isNeeded = (name: SheetName): boolean => isOwn(name, page) || needed.includes(name);
  const optional = (path: string | undefined): string | undefined => (path === undefined ? path : page.rootLink(path));
  return {
    policy: CONTENT_POLICY,
    styles: [style, ...SHEET_NAMES.filter(isNeeded).map((name) => sheets[name])].map((path) => page.rootLink(path)),
    script: page.rootLink(script),
    ...linkedBy(page, head),
    preloadFonts: fonts.map((path) => page.rootLink(path)),
    themeColours,
    colourScheme,
    favicon: optional(favicon),
    touchIcon: optional(touchIcon),
    find: page.rootLink(find),
    manifest: page.rootLink(`${page.path.slice(0, -page.page.length)}${MANIFEST}`),
    worker: optional(worker),
    socialImage: url === undefined || picture === undefined ? undefined : absoluteUrl(url, picture),
  };
}

type Linked = Pick<SharedHead, 'modules' | 'sheets'>;

const linked = oncePer((_: Linked['sheets']) => new Map<string, Linked>());

/** The same for all pages from which the folder of these files has the same address: they are directly in it. */
function linkedBy(page: PageView, { modules, sheets }: Linked): Linked {
  const byFolder = linked(sheets);
  const from = page.rootLink(FOLDER);
  let links = byFolder.get(from);
  if (!links) {
    links = {
      modules: byName(MODULES, (name) => page.rootLink(modules[name])),
      sheets: byName(SHEET_NAMES, (name) => page.rootLink(sheets[name])),
    };
    byFolder.set(from, links);
  }
  return links;
}

const isOwn = (name: SheetName, { body }: PageView): boolean => (SHEETS[name] as readonly string[]).includes(body.type);
