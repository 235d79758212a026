/** The parts that all pages share: media, theme, style sheet, script. */
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { mediaPath, relativeLink } from '../site/links/urls.ts';
import type { PageView } from '../site/pages/view.ts';
import { siteProblem } from '../site/problems.ts';
import type { Site, Typed } from '../site/site.ts';
import { styleValuesOf } from '../site/used/shown-values.ts';
import { logoOf, pageImages } from '../site/used/used-media.ts';
import { formatPath } from '../values/json.ts';
import { webApp } from './web-app.ts';
import { siteAssets, type AssetFile, type SharedHead } from './assets.ts';
import { publishMedia, type MediaMemory, type SiteMedia } from './build-media.ts';
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
  /** The site's own choices for its look. */
  readonly look?: ThemeSettings | undefined;
}

export async function sharedBy(site: Site, sources: SharedSources): Promise<Shared> {
  const { templates, readMedia, look } = sources;

  const fonts = site.of('font').map((font) => themeFont(font, readMedia));
  const { css, warnings, schemes, colourScheme, preload } = themeCss(site.root, fonts, look);
  const assets = siteAssets(templates, { themeCss: css, values: styleValuesOf(site), grounds: schemes });
  const media = await publishMedia(site, { ...sources, iconGround: schemes.light['app-bar-background'] });
  const logo = logoOf(site);
  const icon = logo === undefined ? undefined : media.published.get(logo);
  return {
    head: {
      ...assets.head,
      fonts: preload.map((url) => new URL(url, `http://site${STYLES}`).pathname),
      themeColours: (['light', 'dark'] as const).map((scheme) => ({
        scheme,
        colour: schemes[scheme]['app-bar-background'],
      })),
      colourScheme,
      favicon: icon && /\.(?:svg|png|ico|webp)$/i.test(icon.path) ? `/${icon.path}` : undefined,
      picture: firstPhoto([site.settings.picture ?? ''], (name) => media.published.get(name)),
      touchIcon: icon?.icons?.filter(({ isTouch }) => isTouch).map(({ path }) => mediaPath(path))[0],
      worker: site.settings.offline ? WORKER : undefined,
    },
    media,
    files: [
      ...assets.files,
      ...webApp(site, { background: schemes.light.background, icon }),
      ...(site.settings.offline ? [] : [removedWorker(templates)]),
    ],
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

/** The first picture of the page that other sites can show, which SVG is not. */
export function socialImage({ seo }: PageView, published: PageTools['published']): string | undefined {
  return firstPhoto(
    seo.images.flatMap(({ source }) => (source.type === 'local' ? source.name : [])),
    published,
  );
}

function firstPhoto(names: Iterable<string>, published: PageTools['published']): string | undefined {
  for (const name of names) {
    const file = published(name);
    const path = file?.preview ?? file?.path;
    if (path !== undefined && /\.(?:jpe?g|png|webp)$/i.test(path)) return mediaPath(path);
  }
  return undefined;
}

/** Only a site with an address is linked to. */
export const pictureNotes = (site: Site, { published }: SiteMedia): readonly string[] =>
  site.url === undefined || firstPhoto(pageImages(site), (name) => published.get(name)) !== undefined
    ? []
    : ['links to this site show no picture on other sites: name a .jpg or .png as `site.picture`'];
