/** The parts that all pages share: media, theme, style sheet, script. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PageView } from '../site/pages/view.ts';
import type { Site } from '../site/site.ts';
import { styleValuesOf } from '../site/used/shown-values.ts';
import { named, siteAssets, type AssetFile, type SharedHead } from './assets.ts';
import { publishMedia, type MediaMemory, type SiteMedia } from './build-media.ts';
import { cardStyleOf, type FallbackFonts } from './cards/card-style.ts';
import { themeForPages } from './build-theme.ts';
import { TOUCH_ICON, webApp } from './app/web-app.ts';
import { hostingFiles } from './hosting.ts';
import type { VariantCache } from './images/variant-cache.ts';
import { removedWorker, WORKER } from './offline/offline-files.ts';
import type { PageTools } from './page.ts';
import type { ThemeSettings } from './theme/theme-css.ts';
import type { Templates } from './templates/templates.ts';
import { byName, modulesOf, MODULES, scriptOf, SHEET_NAMES, sheetsOf, stylesOf } from './theme-files.ts';

export interface Shared {
  readonly head: SharedHead;
  readonly media: SiteMedia;
  readonly files: readonly AssetFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface SharedTools {
  readonly templates: Templates;
  readonly readMedia: (name: string) => Uint8Array;
  readonly cache?: VariantCache;
  readonly memory?: MediaMemory;
  readonly meanwhile?: boolean;
  /** The fonts of link previews, if they are wanted. */
  readonly cardFonts?: FallbackFonts | undefined;
  /** The site's own choices for its look. */
  readonly look?: ThemeSettings | undefined;
  /** True if the build adds a worker. */
  readonly offline?: boolean;
}

export async function sharedBy(
  site: Site,
  { templates, readMedia, cache, memory, meanwhile, cardFonts, look, offline = false }: SharedTools,
): Promise<Shared> {
  // Pictures are made in other threads, while this one makes everything else.
  const publishing = publishMedia(site, { readMedia, cache, memory, meanwhile });
  publishing.catch(() => {}); // what fails first is reported
  const theme = themeForPages(site, { readMedia, settings: look });
  const { style, script, modules, sheets } = siteAssets({
    themeCss: theme.css,
    values: styleValuesOf(site),
    grounds: theme.schemes,
    siteCss: stylesOf(templates),
    siteScript: scriptOf(templates),
    modules: modulesOf(templates),
    sheets: sheetsOf(templates),
  });
  const find = named('find', 'js', templates.text('assets/find.js'));
  const hosting = hostingFiles(site, templates);
  const app = webApp(site, theme.appColours);
  const media = await publishing;
  const { published } = media;
  return {
    head: {
      style: style.path,
      script: script.path,
      modules: byName(MODULES, (name) => modules[name].path),
      sheets: byName(SHEET_NAMES, (name) => sheets[name].path),
      fonts: theme.fonts,
      themeColours: theme.themeColours,
      colourScheme: theme.colourScheme,
      favicon: faviconOf(site, (name) => published.get(name)),
      ...(cardFonts && {
        cards: cardStyleOf(site, { schemes: theme.schemes, fonts: theme.fontFiles, fallback: cardFonts }),
      }),
      touchIcon: TOUCH_ICON,
      find: find.path,
      worker: offline ? WORKER : undefined,
    },
    media: { ...media, files: [...media.files, ...app.icons] },
    files: [
      style,
      script,
      find,
      ...Object.values(modules),
      ...Object.values(sheets),
      ...app.manifests,
      ...(offline ? [] : [removedWorker(templates)]),
      ...hosting.files,
    ],
    diagnostics: [...media.diagnostics, ...theme.diagnostics, ...hosting.diagnostics],
  };
}

/** Other sites do not show SVG, so without a preview only a photo can be used. */
export function socialImage({ seo }: PageView, published: PageTools['published']): string | undefined {
  const source = seo.image?.source;
  const file = source?.type === 'local' ? published(source.name) : undefined;
  const path = file?.preview ?? file?.path;
  if (path === undefined || !/\.(?:jpe?g|png|webp)$/i.test(path)) return undefined;
  return `/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The theme's logo, if browsers can show its format in a tab. */
function faviconOf({ root }: Site, published: PageTools['published']): string | undefined {
  const logo = root.theme?.logo;
  const name = typeof logo === 'string' ? logo : logo?.url;
  const path = name === undefined ? undefined : published(name)?.path;
  return path !== undefined && /\.(?:svg|png|ico|webp)$/i.test(path) ? `/${path}` : undefined;
}
