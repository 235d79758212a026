/** The site as an application that visitors can install: its manifest in each language, and its icons. */
import { parseColour } from '../../kinds/colour.ts';
import { scopeOf } from '../../site/scope.ts';
import type { Site } from '../../site/site.ts';
import { basePath, localePath, relativeLink, screenPath } from '../../site/links/urls.ts';
import { siteName } from '../../site/text/titles.ts';
import { onceEach } from '../../values/once-each.ts';
import { MANIFEST, type AssetFile } from '../assets.ts';
import type { MediaOutput } from '../images/images.ts';
import type { SiteTheme } from '../theme/theme-css.ts';
import { drawIcon, type AppIcon, type IconWish } from './app-icon.ts';

export const TOUCH_ICON = '/icons/icon-180.png';

const ICONS: readonly (IconWish & { readonly path: string; readonly purpose?: 'any' | 'maskable' })[] = [
  { path: '/icons/icon-192.png', size: 192, rounded: true, purpose: 'any' },
  { path: '/icons/icon-512.png', size: 512, rounded: true, purpose: 'any' },
  { path: '/icons/icon-maskable-512.png', size: 512, rounded: false, purpose: 'maskable' },
  { path: TOUCH_ICON, size: 180, rounded: false },
];

type Colours = Pick<SiteTheme['schemes']['light'], 'background' | 'primary-background' | 'button-color'>;

export function webApp(site: Site, colours: Colours) {
  const icon: AppIcon = {
    name: siteName(scopeOf(site, { locale: site.locales[0]!, page: '/' })),
    background: parseColour(colours['primary-background'])!,
    colour: parseColour(colours['button-color'])!,
  };
  return {
    manifests: site.locales.map((locale) => manifestIn(locale, site, colours)),
    icons: ICONS.map(({ path, ...wish }): MediaOutput => ({
      path: path.slice(1),
      read: () => drawnOnce(JSON.stringify([icon, wish])),
    })),
  };
}

function manifestIn(locale: Site['locales'][number], site: Site, { background }: Colours): AssetFile {
  const scope = scopeOf(site, { locale, page: '/' });
  const path = localePath(MANIFEST, locale, site.locales);
  const linkTo = (to: string): string => relativeLink(path, to);
  const name = siteName(scope);
  const manifest = {
    name,
    short_name: shortName(name),
    ...(site.root.shortDescription && locale === site.locales[0] && { description: site.root.shortDescription }),
    lang: locale,
    // The same application in every language. It is relative to the host, not to this file.
    ...(site.url !== undefined && { id: basePath(site.url) }),
    start_url: linkTo(scope.path),
    scope: linkTo('/'),
    display: 'standalone',
    background_color: background,
    theme_color: background,
    icons: ICONS.filter(({ purpose }) => purpose !== undefined).map(({ path: icon, size, purpose }) => ({
      src: linkTo(icon),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
    shortcuts: (['program', 'favorites', 'search'] as const).map((screen) => ({
      name: scope.strings.screens[screen],
      url: linkTo(localePath(screenPath(screen), locale, site.locales)),
    })),
  };
  return { path, text: `${JSON.stringify(manifest, undefined, 2)}\n` };
}

/** Phones show about twelve letters under an icon, so a title such as `Étale · Port-Elme 2027` is cut at its mark. */
function shortName(name: string): string {
  const first = name.split(/\s+[·|:–—-]\s+|:\s+/)[0]!.trim();
  return first === '' ? name : first;
}

/** A process may build many sites, and a preview the same one many times. */
const drawnOnce = onceEach((key: string) => drawIcon(...(JSON.parse(key) as [AppIcon, IconWish])));
