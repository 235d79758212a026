/** The whole site: every page in every language, the files beside them, and the media they show. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { wholeFile } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { checkSite } from '../site/checks.ts';
import { feedsOf } from '../site/feeds.ts';
import { notFoundPage, pagesOf, viewOf, type SitePage } from '../site/pages.ts';
import type { PageView } from '../site/pages/view.ts';
import { siteProblem, type SiteCode } from '../site/problems.ts';
import { openSite, type Broadcast, type Site } from '../site/site.ts';
import { styleValuesOf } from '../site/style-values.ts';
import { localePath, pageFile } from '../site/urls.ts';
import { pageAssets, siteAssets } from './assets.ts';
import { drawingOf, unknownIcons } from './build-icons.ts';
import { publishMedia } from './build-media.ts';
import { themeForPages } from './build-theme.ts';
import type { BuildTools } from './build-tools.ts';
import { createMarkdown } from './markdown/markdown.ts';
import { renderPage, TextProblem, type PageTools } from './page.ts';
import { stylesOf } from './styles.ts';

export interface BuildInput {
  readonly broadcast: Broadcast;
  /** The instant for which the site is built, in milliseconds. */
  readonly now: number;
  readonly url?: string | undefined;
  readonly drafts?: boolean;
  readonly gallery?: boolean;
  /** Builds a broadcast that says it is not for the web. */
  readonly force?: boolean;
}

export interface BuildResult {
  readonly pages: number;
  readonly files: number;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Files of an earlier build that somebody changed since: they stay. */
  readonly kept: readonly string[];
  readonly bytes: number;
  /** The instant at which the same content would make another site. */
  readonly nextChange: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export async function buildWith(tools: BuildTools, input: BuildInput): Promise<BuildResult> {
  refuseUnlessWeb(input);
  const site = openSite(input);
  const { pages, diagnostics: twins } = pagesOf(site);
  const media = await publishMedia(site, tools);
  const theme = themeForPages(site, tools.readMedia);
  const assets = siteAssets({
    themeCss: theme.css,
    values: styleValuesOf(site),
    siteCss: stylesOf(tools.templates),
    siteScript: tools.templates.text('assets/site.js'),
  });
  const chosen = {
    site: assets,
    url: site.url,
    fonts: theme.fonts,
    themeColours: theme.themeColours,
    favicon: faviconOf(site, media.published),
    socialImage: (page: PageView) => socialImage(page, media.published),
  };
  const pageTools: PageTools = {
    markdown: createMarkdown(),
    template: tools.templates.render,
    drawing: (icon) => drawingOf(icon, site),
    published: media.published,
    assets: (page) => pageAssets(page, chosen),
  };

  const problems = new Map<string, Diagnostic>();
  let count = 0;
  for (const { page, locale } of everyPage(site, pages)) {
    const path = localePath(page.page, locale, site.locales);
    const html = renderOne(site, page, locale, pageTools, problems);
    if (html === undefined) continue;
    count++;
    tools.writer.write(pageFile(path), html);
  }
  for (const { path, text } of [...feedsOf(site, pages), assets.style, assets.script])
    tools.writer.write(path.slice(1), text);
  for (const { path, read } of media.files) tools.writer.write(path, read());
  return {
    pages: count,
    ...tools.writer.finish(),
    nextChange: site.clock.nextChange,
    diagnostics: [
      ...twins,
      ...checkSite(site),
      ...unknownIcons(site),
      ...media.diagnostics,
      ...theme.diagnostics,
      ...problems.values(),
    ],
  };
}

function refuseUnlessWeb({ broadcast, force = false }: BuildInput): void {
  const root = broadcast.entities.get('broadcast');
  if (force || root?.fields['isWeb'] !== false) return;
  throw new UserError('this broadcast is not for the web: broadcast.yaml says `isWeb: false`', {
    suggestion: 'set it to true, or build all the same with --force',
  });
}

/** The 404 page exists once: a host serves one for all languages. */
function* everyPage(site: Site, pages: readonly SitePage[]): Iterable<{ page: SitePage; locale: Locale }> {
  for (const locale of site.locales) for (const page of pages) yield { page, locale };
  yield { page: notFoundPage, locale: site.locales[0]! };
}

/** A page that fails, fails alone. */
function renderOne(
  site: Site,
  page: SitePage,
  locale: Locale,
  tools: PageTools,
  problems: Map<string, Diagnostic>,
): string | undefined {
  const file = page.entity?.document.source.file ?? site.rootEntity?.document.source.file ?? 'broadcast.yaml';
  // The languages of a page often share a text, and one word about it is enough.
  const report = (code: SiteCode, message: string): void => {
    problems.set(`${file}: ${message}`, siteProblem(code, wholeFile(file), message));
  };
  const leftOut: PageTools['leftOut'] = (removed) => {
    for (const { what, name } of removed) report('text-removed', `the ${what} ${name} is not on the page`);
  };
  try {
    return renderPage(viewOf(site, page, locale), { ...tools, leftOut });
  } catch (error) {
    report(
      'page-failed',
      `the page ${localePath(page.page, locale, site.locales)} could not be made: ${reasonOf(error)}`,
    );
    return undefined;
  }
}

/** A text that cannot be shown is a fault of the document; anything else is told as the template says it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof TextProblem) return cause.message;
  return error instanceof Error ? error.message : String(error);
}

/** Other sites show no SVG, so where no preview could be made only a photo will do. */
function socialImage({ seo }: PageView, published: PageTools['published']): string | undefined {
  const source = seo.image?.source;
  const file = source?.type === 'local' ? published(source.name) : undefined;
  const path = file?.preview ?? file?.path;
  if (path === undefined || !/\.(?:jpe?g|png|webp)$/i.test(path)) return undefined;
  return `/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The theme's logo, when it is of a form that browsers show in a tab. */
function faviconOf({ root }: Site, published: PageTools['published']): string | undefined {
  const logo = root.theme?.logo;
  const name = typeof logo === 'string' ? logo : logo?.url;
  const path = name === undefined ? undefined : published(name)?.path;
  return path !== undefined && /\.(?:svg|png|ico|webp)$/i.test(path) ? `/${path}` : undefined;
}
