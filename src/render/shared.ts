/** The parts that all pages share: media, theme, style sheet, script. */
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { mediaPath, relativeLink } from '../site/links/urls.ts';
import type { PageView } from '../site/pages/view.ts';
import { siteProblem } from '../site/problems.ts';
import type { Site, Typed } from '../site/site.ts';
import { styleValuesOf } from '../site/used/shown-values.ts';
import { formatPath } from '../values/json.ts';
import { TOUCH_ICON, webApp } from './app/web-app.ts';
import { siteAssets, type AssetFile, type SharedHead } from './assets.ts';
import { publishMedia, type MediaMemory, type SiteMedia } from './build-media.ts';
import { linkPreviewStyleOf, type FallbackFonts } from './link-previews/link-previews.ts';
import type { VariantCache } from './images/variant-cache.ts';
import { removedWorker, WORKER } from './offline/offline-files.ts';
import type { PageTools } from './render-page.ts';
import type { Templates } from './templates/templates.ts';
import type { ThemeFont } from './theme/fonts.ts';
import type { ThemeWarning } from './theme/schemes.ts';
import { themeCss, type ThemeSettings } from './theme/theme-css.ts';

export interface Shared {
  readonly head: SharedHead;
  readonly media: SiteMedia;
  readonly files: readonly AssetFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface SharedSources {
  readonly templates: Templates;
  readonly readMedia: (name: string) => Uint8Array;
  readonly cache?: VariantCache | undefined;
  readonly memory?: MediaMemory | undefined;
  readonly meanwhile?: boolean | undefined;
  /** The fonts of link previews, if they are wanted. */
  readonly linkPreviewFonts?: FallbackFonts | undefined;
  /** The site's own choices for its look. */
  readonly look?: ThemeSettings | undefined;
}

export async function sharedBy(site: Site, sources: SharedSources): Promise<Shared> {
  const { templates, readMedia, linkPreviewFonts, look } = sources;
  // Pictures are made in other threads, while this one makes everything else.
  const publishing = publishMedia(site, sources);
  publishing.catch(() => {}); // what fails first is reported
  const fonts = site.of('font').map((font) => themeFont(font, readMedia));
  const { css, warnings, schemes, colourScheme, preload } = themeCss(site.root, fonts, look);
  const assets = siteAssets(templates, { themeCss: css, values: styleValuesOf(site), grounds: schemes });
  const app = webApp(site, schemes.light);
  const media = await publishing;
  return {
    head: {
      ...assets.head,
      fonts: preload.map((url) => new URL(url, `http://site${STYLES}`).pathname),
      themeColours: (['light', 'dark'] as const).map((scheme) => ({
        scheme,
        colour: schemes[scheme]['app-bar-background'],
      })),
      colourScheme,
      favicon: faviconOf(site, (name) => media.published.get(name)),
      ...(linkPreviewFonts && {
        linkPreviews: linkPreviewStyleOf(site, { schemes, fonts, fallback: linkPreviewFonts }),
      }),
      touchIcon: TOUCH_ICON,
      worker: site.settings.offline ? WORKER : undefined,
    },
    media: { ...media, files: [...media.files, ...app.icons] },
    files: [...assets.files, ...app.manifests, ...(site.settings.offline ? [] : [removedWorker(templates)])],
    diagnostics: [...media.diagnostics, ...warnings.map((warning) => themeProblem(warning, site))],
  };
}

/** The folder of the style sheet; the URLs of fonts are relative to it. */
const STYLES = '/assets/';

function themeFont({ address, local, fields }: Typed<'font'>, readMedia: (name: string) => Uint8Array): ThemeFont {
  return {
    names: [address, ...(local.id === undefined ? [] : [local.id])],
    family: fields.fontFamily,
    cuts: (fields.weights ?? []).flatMap(({ weight, url }) => {
      if (!url) return [];
      if (!url.startsWith('media/')) return [{ weight: weight ?? 400, url }];
      return [{ weight: weight ?? 400, url: relativeLink(STYLES, mediaPath(url)), read: () => readMedia(url) }];
    }),
  };
}

function themeProblem({ code, path, message, to, isSetting }: ThemeWarning, { rootEntity }: Site): Diagnostic {
  const suggestion = to === undefined ? undefined : `write "${to}"`;
  if (isSetting)
    return siteProblem(code, wholeFile('gitcast.config.yaml'), `\`${formatPath(path)}\`: ${message}`, suggestion);
  const at = rootEntity?.document.source.valueSpan(path) ?? wholeFile('broadcast.yaml');
  return siteProblem(code, at, message, suggestion);
}

/** Other sites do not show SVG, so without a preview only a photo can be used. */
export function socialImage({ seo }: PageView, published: PageTools['published']): string | undefined {
  const source = seo.image?.source;
  const file = source?.type === 'local' ? published(source.name) : undefined;
  const path = file?.preview ?? file?.path;
  return path !== undefined && /\.(?:jpe?g|png|webp)$/i.test(path) ? mediaPath(path) : undefined;
}

/** The theme's logo, if browsers can show its format in a tab. */
function faviconOf({ root }: Site, published: PageTools['published']): string | undefined {
  const logo = root.theme?.logo;
  const name = typeof logo === 'string' ? logo : logo?.url;
  const path = name === undefined ? undefined : published(name)?.path;
  return path !== undefined && /\.(?:svg|png|ico|webp)$/i.test(path) ? `/${path}` : undefined;
}
