import { formatPath } from '../values/json.ts';
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { siteProblem } from '../site/problems.ts';
import type { Site, Typed } from '../site/site.ts';
import { relativeLink } from '../site/links/urls.ts';
import type { PageAssets } from './assets.ts';
import type { ThemeFont } from './theme/fonts.ts';
import { themeCss, type SiteTheme, type ThemeSettings } from './theme/theme-css.ts';

export interface ThemeForPages {
  readonly css: string;
  /** Paths of the font files that every page needs. */
  readonly fonts: readonly string[];
  readonly themeColours: PageAssets['themeColours'];
  readonly colourScheme: string;
  readonly schemes: SiteTheme['schemes'];
  readonly fontFiles: readonly ThemeFont[];
  /** The colours of the site as an application: of its first picture, and of its icon. */
  readonly appColours: { readonly page: string; readonly background: string; readonly text: string };
  readonly diagnostics: readonly Diagnostic[];
}

/** The folder of the style sheet; the URLs of fonts are relative to it. */
const STYLES = '/assets/';

export interface ThemeSources {
  readonly readMedia: (name: string) => Uint8Array;
  readonly settings?: ThemeSettings | undefined;
}

export function themeForPages(site: Site, { readMedia, settings }: ThemeSources): ThemeForPages {
  const fonts = site.of('font').map((font) => themeFont(font, readMedia));
  const { css, warnings, schemes, colourScheme, preload } = themeCss(site.root, fonts, settings);
  const source = site.rootEntity?.document.source;
  return {
    css,
    fonts: preload.map((url) => new URL(url, `http://site${STYLES}`).pathname),
    themeColours: (['light', 'dark'] as const).map((scheme) => ({
      scheme,
      colour: schemes[scheme]['app-bar-background'],
    })),
    colourScheme,
    schemes,
    fontFiles: fonts,
    appColours: {
      page: schemes.light.background,
      background: schemes.light['primary-background'],
      text: schemes.light['button-color'],
    },
    diagnostics: warnings.map(({ code, path, message, to, isSetting }) =>
      siteProblem(
        code,
        isSetting ? wholeFile('gitcast.config.yaml') : (source?.valueSpan(path) ?? wholeFile('broadcast.yaml')),
        isSetting ? `\`${formatPath(path)}\`: ${message}` : message,
        to === undefined ? undefined : `write "${to}"`,
      ),
    ),
  };
}

function themeFont({ address, local, fields }: Typed<'font'>, readMedia: (name: string) => Uint8Array): ThemeFont {
  return {
    names: [address, ...(local.id === undefined ? [] : [local.id])],
    family: fields.fontFamily,
    cuts: (fields.weights ?? []).flatMap(({ weight, url }) => {
      if (!url) return [];
      if (!url.startsWith('media/')) return [{ weight: weight ?? 400, url }];
      const path = `/${url.split('/').map(encodeURIComponent).join('/')}`;
      return [{ weight: weight ?? 400, url: relativeLink(STYLES, path), read: () => readMedia(url) }];
    }),
  };
}
