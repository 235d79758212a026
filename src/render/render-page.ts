/** Renders a page's view model as HTML. */
import type { Icon } from '../kinds/shapes/tile.ts';
import { readText } from '../markdown/reading.ts';
import { directionOf } from '../values/language.ts';
import type { WrittenAt } from '../site/blocks/block-type.ts';
import type { BlockView } from '../site/blocks/blocks.ts';
import { namedMedia } from '../site/links/content-links.ts';
import type { Text } from '../site/text/localise.ts';
import type { MediaView } from '../site/parts/media-view.ts';
import { mediaPath } from '../site/links/urls.ts';
import type { PageView } from '../site/pages/view.ts';
import { colourClass, heightClass, paddingClass } from '../site/used/shown-values.ts';
import type { JsonObject } from '../values/json.ts';
import { once } from '../values/once.ts';
import { rememberRecent } from '../values/once-each.ts';
import type { PageAssets } from './assets.ts';
import { contentsOf } from './markdown/headings.ts';
import type { Markdown } from './markdown/render-markdown.ts';
import { networkIcon, type Icon as Drawing } from './icons/icons.ts';
import { createSprite } from './icons/sprite.ts';
import type { PublishedMedia } from './images/images.ts';
import { escapeAttribute, escapeText } from './sanitise/escape.ts';
import type { Removed } from './sanitise/html.ts';
import { isExternal } from './sanitise/url.ts';
import { qrSvg } from './qr-svg.ts';
import { cellClasses, type Cell } from './theme/grid-css.ts';
import type { SheetName } from './theme-files.ts';
import { mediaLink, pictureHtml, videoHtml, type ImageWish } from './page-media.ts';
import { tidy } from './tidy.ts';

export interface PageTools {
  readonly markdown: Markdown;
  readonly template: (name: string, data: object) => string;
  readonly drawing: (icon: Icon) => Drawing;
  /** The published form of a media file. Undefined if it cannot be published. */
  readonly published: (name: string) => PublishedMedia | undefined;
  /** `sheets`: style sheets that its templates need, besides those of its type. */
  readonly assets: (page: PageView, sheets: readonly SheetName[]) => PageAssets;
  /** In a preview: the name of a place in the files, so that the page can link to it. */
  readonly mark?: (place: WrittenAt) => string;
  /** Called with the parts of a text that are not allowed on a page. */
  readonly leftOut?: (text: string, removed: readonly Removed[]) => void;
}

/** `data-source="content/pages/about.yaml:12"` */
const MARK = 'data-source';

/** By file and line. */
export const markOf = ({ document: { source }, path }: WrittenAt): string =>
  `${source.file}:${source.valueSpan(path).line}`;

/** A text on a page that could not be rendered. */
export class TextProblem extends Error {
  override readonly name = 'TextProblem';
}

export function renderPage(page: PageView, tools: PageTools): string {
  return renderWith(page, tools, []);
}

/** The head of a page comes before its end, where a partial of the layout may still need another style sheet. */
function renderWith(page: PageView, tools: PageTools, needed: readonly SheetName[]): string {
  const data = { page, assets: tools.assets(page, needed) };
  const sheets = new Set<SheetName>(needed);
  const ui = uiOf(page, tools, { ...data, needs: (sheet) => sheets.add(sheet) });
  const main = tools.template(`pages/${page.body.type}`, { ...data, ui });
  const found = [...sheets];
  const assets = found.length === needed.length ? data.assets : tools.assets(page, found);
  const layout = page.body.type === 'embed' ? 'layouts/embed' : 'layouts/base';
  const html = tools.template(layout, { ...data, assets, ui, main });
  return sheets.size === found.length ? tidy(html) : renderWith(page, tools, [...sheets]);
}

export type Ui = ReturnType<typeof uiOf>;

interface UiData {
  readonly assets: PageAssets;
  readonly needs: (sheet: SheetName) => void;
}

/** The functions that templates call as `ui`. All HTML made from content is made here, never in templates. */
function uiOf(page: PageView, tools: PageTools, { needs, ...data }: UiData) {
  const sprite = createSprite();
  const labels = new Map<string, number>();
  let ids = 0;
  let texts = 0;
  let pictures = 0;
  const pageDirection = directionOf(page.locale);
  /** The direction of a text that is not that of the page. */
  const direction = (lang: string): string =>
    directionOf(lang) === pageDirection ? '' : ` dir="${directionOf(lang)}"`;
  const part = (name: string, more: object): string => tools.template(name, { ...data, ui, ...more });
  /** The first picture on a page is visible at once; the others load when they come into view. */
  const image = (media: MediaView, wish: ImageWish = {}): string =>
    pictureHtml(media, { eager: pictures++ === 0, ...wish }, { page, ...tools });
  const ui = {
    part,
    block(block: BlockView): string {
      const html = part(`blocks/${block.type}`, { block });
      const mark = block.writtenAt && tools.mark?.(block.writtenAt);
      return mark === undefined
        ? html
        : html.replace(/<[a-z][\w-]*/i, (tag) => `${tag} ${MARK}="${escapeAttribute(mark)}"`);
    },
    lang: ({ lang }: Text): string => (lang ? ` lang="${lang}"${direction(lang)}` : ''),
    /** `ltr` or `rtl`, for the page as a whole. */
    direction: (): 'ltr' | 'rtl' => pageDirection,
    icon: (icon: Icon): string => sprite.use(tools.drawing(icon)),
    /** A QR code of a text, drawn at once: paper and screens have no script that could. */
    qr: qrSvg,
    social: (network: string): string => sprite.use(networkIcon(network)),
    /** The subject of the page, for search engines. A `<` could end the element. */
    structuredData: (): string => JSON.stringify(graphOf(page, data.assets)).replaceAll('<', '\\u003c'),
    /** The drawings of all icons used so far. Call it last. */
    sprite: (): string => sprite.inline(),
    /** The class names that place an element in a grid, because pages have no inline styles. */
    cell(place: Cell): string {
      needs('grid');
      return cellClasses(place);
    },
    /** For a partial with a style sheet of its own: the page loads it. */
    sheet: (name: SheetName): void => needs(name),
    height: heightClass,
    padding: paddingClass,
    colour: colourClass,
    /** The initials of a person or a group without a picture: `AF` for `Ada Fielding`. */
    initials,
    id: (name: string): string => `${name}-${++ids}`,
    /** A label for a region, numbered if the page already has one with that label. */
    label(name: string): string {
      const count = (labels.get(name) ?? 0) + 1;
      labels.set(name, count);
      return count === 1 ? name : `${name} (${count})`;
    },
    image,
    media: (media: MediaView, wish: ImageWish = {}): string =>
      media.type === 'image' ? image(media, wish) : videoHtml(media, wish, { page, ...tools }),
    mediaHref({ source }: MediaView): string | undefined {
      const file = source.type === 'local' ? tools.published(source.name) : undefined;
      return file && mediaLink(file.path, page);
    },
    /**
     * The texts on a page share its ids, so each gets its own prefix, except for the page's main text: its headings can
     * be linked to, and a table of contents precedes it if it is long.
     */
    markdown(text: string, { level, required = false }: { level: number; required?: boolean }): string {
      texts++;
      const idPrefix = required ? '' : `t${texts}-`;
      const link = (url: string): string | undefined => ownHeading(url, text, idPrefix) ?? page.resolveLink(url);
      const rendered = tools.markdown.render(text, {
        baseHeading: Math.min(level, 6),
        idPrefix,
        tableLabel: page.strings.texts.table,
        words: page.strings.texts,
        anchors: required,
        resolveUrl: (url, use) => (use === 'image' ? pictureUrl(url) : link(url)),
        image: ({ src, alt }) => markdownImage(src, alt),
      });
      if ('problem' in rendered) throw new TextProblem(rendered.problem);
      tools.leftOut?.(text, rendered.removed);
      const contents = required ? contentsOf(rendered) : [];
      return contents.length === 0 ? rendered.html : part('partials/contents', { contents }) + rendered.html;
    },
  };
  const markdownImage = (src: string, alt: string): string => {
    const name = namedMedia(src);
    if (name === undefined && !isExternal(src)) return escapeText(alt);
    const source: MediaView['source'] =
      name === undefined ? { type: 'external', url: new URL(src, 'https://localhost').href } : { type: 'local', name };
    return image({ type: 'image', source, alt: { text: alt } }, { sizes: '(min-width: 48rem) 42rem, 92vw' });
  };
  return ui;
}

/**
 * The first signs of the first and the last word, as a reader counts signs. Words without letters do not count, nor do
 * abbreviations such as the titles in "Prof. Dr.-Ing. Ada Lund".
 */
const initials = rememberRecent((name: string): string => {
  const all = name.split(/[\s·–—]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const whole = all.filter((word) => !/\p{L}\./u.test(word));
  const words = whole.length > 1 ? whole : (whole[0] ?? all[0] ?? '').split('-');
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosen.map((word) => firstSign(word.replace(/^[^\p{L}\p{N}]+/u, ''))).join('');
});

const signs = once(() => new Intl.Segmenter());
/** Two ASCII characters are two signs. */
const firstSign = (word: string): string =>
  (/^[\0-\x7f](?:[\0-\x7f]|$)/.test(word) ? word[0]! : ([...signs().segment(word)][0]?.segment ?? '')).toUpperCase();

function graphOf({ seo }: PageView, { socialImage }: PageAssets): JsonObject {
  const [subject, ...others] = seo.things;
  const isShown = subject?.['@type'] !== 'BreadcrumbList' && socialImage !== undefined;
  const pictured = subject && isShown ? { ...subject, image: socialImage } : subject;
  return { '@context': 'https://schema.org', '@graph': [...(pictured ? [pictured] : []), ...others] };
}

/** A link to a heading in the same text needs that text's prefix. */
function ownHeading(url: string, text: string, idPrefix: string): string | undefined {
  const isOwn = idPrefix !== '' && url.startsWith('#') && readText(text).headings.includes(url.slice(1));
  return isOwn ? `#${idPrefix}${url.slice(1)}` : undefined;
}

/** Encodes characters in a file name that would end it in a URL. */
function pictureUrl(url: string): string {
  const name = namedMedia(url);
  return name === undefined ? url : mediaPath(name).slice(1);
}
