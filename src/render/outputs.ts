/** All files of a site except its media, as a list. Each can render itself. */
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { diagnose, wholeFile } from '../diagnostics/diagnostic.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { FileTools } from '../site/feeds/news.ts';
import { feedsOf } from '../site/feeds.ts';
import { notFoundPage, pageScope, viewIn } from '../site/pages.ts';
import type { SitePage } from '../site/pages/view.ts';
import { siteProblem, type SiteCode } from '../site/problems.ts';
import type { Entity, Site } from '../site/site.ts';
import { localePath, mediaPath, pageFile } from '../site/links/urls.ts';
import { pageAssets, type SharedHead } from './assets.ts';
import { offlineRank, type OfflineRank } from '../site/offline-role.ts';
import type { PublishedMedia } from './images/images.ts';
import { createMarkdown } from './markdown/render-markdown.ts';
import { drawingOf } from './icons/icons.ts';
import { describeRemoved, placeOfRemoved } from './removed-text.ts';
import { markOf, renderPage, TextProblem, type PageTools } from './render-page.ts';
import { socialImage } from './shared.ts';
import { escapeAttribute } from './sanitise/escape.ts';
import { TemplateError, type TemplateFault } from './templates/template-error.ts';
import type { Templates } from './templates/templates.ts';

export interface Output {
  /** Relative to the site's root, without a leading slash. */
  readonly path: string;
  readonly isPage: boolean;
  /** The document whose page it is. */
  readonly entity?: Entity | undefined;
  readonly make: (site: Site, tools: OutputTools) => Made;
}

/** Without a text the file could not be rendered, and the diagnostics say why. */
export interface Made {
  readonly text?: string;
  readonly offline?: OfflineRank;
  /** The documents that a page shows something of. */
  readonly documents?: readonly Entity[];
  readonly diagnostics: readonly Diagnostic[];
}

export type OutputTools = Omit<PageTools, 'drawing' | 'leftOut'>;

/** Everything that the files of a site are rendered from. */
export interface World {
  readonly site: Site;
  readonly head: SharedHead;
  readonly published: ReadonlyMap<string, PublishedMedia>;
  readonly templates: Templates;
}

export function outputToolsOf(world: World, { marked }: { readonly marked?: boolean }): OutputTools {
  const { site, templates, head } = world;
  const { url, settings } = site;
  const published: OutputTools['published'] = (name) => world.published.get(name);
  return {
    markdown: createMarkdown({ highlight: settings.highlight }),
    template: templates.render,
    published,
    ...(marked && { mark: markOf }),
    assets: (page, sheets) => pageAssets(page, head, { url, picture: socialImage(page, published), sheets }),
  };
}

export function outputsOf(site: Site, pages: readonly SitePage[]): readonly Output[] {
  const feeds = feedsOf(site, pages).map(({ path, offline, compose }): Output => ({
    path: path.slice(1),
    isPage: false,
    make: (from, tools) => ({ text: compose(from, fileTools(tools)), offline, diagnostics: [] }),
  }));
  return [
    ...pageOutputs(documentsFirst(pages), site),
    // There is only one: a host serves the same page for all languages.
    pageOutput(notFoundPage, site.locales[0]!, site),
    ...feeds,
  ];
}

/** Pages in all languages. Those of a page come one after another: they often share texts. */
export const pageOutputs = (pages: readonly SitePage[], site: Site): readonly Output[] =>
  pages.flatMap((page) => site.locales.map((locale) => pageOutput(page, locale, site)));

/** A list shows the beginnings of documents, which are known once these have been parsed for their own pages. */
const documentsFirst = (pages: readonly SitePage[]): readonly SitePage[] => [
  ...pages.filter(({ entity }) => entity),
  ...pages.filter(({ entity }) => !entity),
];

const fileTools = ({ markdown, published }: OutputTools): FileTools => ({
  thumbnail: (name) => smallest(published(name)),
  html(text, resolve) {
    const rendered = markdown.render(text, {
      resolveUrl: (url, use) => resolve(url, use),
      image: ({ src, alt }) => `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}">`,
    });
    return 'problem' in rendered ? undefined : rendered.html;
  },
});

/** The path of a picture for a small place. A drawing has only one size. */
function smallest(media: PublishedMedia | undefined): string | undefined {
  const variant = media?.sources.at(-1)?.variants[0] ?? media;
  return variant && mediaPath(variant.path);
}

function pageOutput(page: SitePage, locale: Locale, { locales }: Site): Output {
  const path = localePath(page.page, locale, locales);
  return {
    path: pageFile(path),
    isPage: true,
    entity: page.entity,
    make: (site, tools) => makePage({ page, locale, path }, site, tools),
  };
}

interface PageInLanguage {
  readonly page: SitePage;
  readonly locale: Locale;
  readonly path: string;
}

/** A page that fails does not affect other pages. */
function makePage({ page, locale, path }: PageInLanguage, site: Site, tools: OutputTools): Made {
  const diagnostics: Diagnostic[] = [];
  const report = (code: SiteCode, message: string, at?: Span, suggestion?: string): void => {
    const file = page.entity?.document.source.file ?? site.rootEntity?.document.source.file ?? 'broadcast.yaml';
    diagnostics.push(siteProblem(code, at ?? wholeFile(file), message, suggestion));
  };
  const drawing: PageTools['drawing'] = (icon) => drawingOf(icon, site);
  const leftOut: PageTools['leftOut'] = (text, all) => {
    if (all.length === 0) return;
    // Read only now, because a page depends on everything it reads.
    const shown = page.entity ? site.entity(page.entity.address) : (site.rootEntity as Entity | undefined);
    for (const removed of all) {
      const { message, suggestion } = describeRemoved(removed);
      report('text-removed', message, shown && placeOfRemoved(removed, text, shown), suggestion);
    }
  };
  try {
    const scope = pageScope(site, page, locale);
    const shown = viewIn(scope, page);
    const text = renderPage(shown, { ...tools, drawing, leftOut });
    return { text, offline: offlineRank(page, shown.body.type), documents: scope.documents(), diagnostics };
  } catch (error) {
    // A text that cannot be rendered is a problem of the document; anything else is one of the template.
    const cause = error instanceof Error ? error.cause : undefined;
    if (error instanceof TemplateError && !(cause instanceof TextProblem)) {
      diagnostics.push(templateFailed(error.fault, path));
    } else {
      const reason = cause instanceof TextProblem ? cause.message : error instanceof Error ? error.message : error;
      report('page-failed', `the page ${path} could not be built: ${String(reason)}`);
    }
    return { diagnostics };
  }
}

function templateFailed({ file, line, lineText, reason }: TemplateFault, page: string): Diagnostic {
  const marked = lineText.trim();
  const at = { file, line, column: lineText.indexOf(marked) + 1, length: marked.length, lineText };
  return diagnose('template-failed', at, reason, { notes: [{ message: `the page ${page} could not be built` }] });
}

/** The languages of a page often share a text, and many pages share a template: each mistake is reported once. */
export function eachOnce(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  // A line of a template is one mistake, also if its reason names what each page shows.
  const groups = Map.groupBy(diagnostics, ({ code, at: { file, line }, message }) =>
    code === 'template-failed' ? `${file}:${line}` : `${file}:${line}: ${message}`,
  );
  return [...groups.values()].map(([first, ...others]) => {
    if (first!.code !== 'template-failed' || others.length === 0) return first!;
    const more =
      others.length === 1
        ? '1 other page could not be built either'
        : `${others.length} other pages could not be built either`;
    return { ...first!, notes: [...first!.notes, { message: more }] };
  });
}
