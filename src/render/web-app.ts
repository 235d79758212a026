/** The manifest of the site as an application that visitors can install, in each language. Its icons are the theme's logo. */
import { scopeOf } from '../site/scope.ts';
import type { Site } from '../site/site.ts';
import { basePath, localePath, mediaPath, relativeLink, screenPath } from '../site/links/urls.ts';
import { siteName } from '../site/text/titles.ts';
import { MANIFEST, type AssetFile } from './assets.ts';
import type { PublishedMedia } from './images/images.ts';

interface Look {
  readonly background: string;
  readonly icon: PublishedMedia | undefined;
}

export const webApp = (site: Site, look: Look): readonly AssetFile[] =>
  site.locales.map((locale) => manifestIn(locale, site, look));

function manifestIn(locale: Site['locales'][number], site: Site, { background, icon }: Look): AssetFile {
  const scope = scopeOf(site, { locale, page: '/' });
  const path = localePath(MANIFEST, locale, site.locales);
  const linkTo = (to: string): string => relativeLink(path, to);
  const name = siteName(scope);
  const icons = icon ? iconsOf(icon) : [];
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
    ...(icons.length > 0 && {
      icons: icons.map(({ path: src, ...rest }) => ({ src: linkTo(mediaPath(src)), ...rest })),
    }),
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

/** A drawing has every size; a photo has icons if `sharp` made them. */
const iconsOf = ({ path, icons = [] }: PublishedMedia) => [
  ...(/\.svg$/i.test(path) ? [{ path, sizes: 'any', type: 'image/svg+xml' }] : []),
  ...icons
    .filter(({ isTouch }) => !isTouch)
    .map((each) => ({ path: each.path, sizes: `${each.side}x${each.side}`, type: 'image/png' })),
];
