/** Pictures and videos as HTML. A file on another host is only linked to: nothing is loaded from there before a click. */
import { mediaPath } from '../site/links/urls.ts';
import type { MediaView } from '../site/parts/media-view.ts';
import type { PageView } from '../site/pages/view.ts';
import type { PublishedMedia } from './images/images.ts';
import { writeAttributes } from './markdown/canonical-html.ts';
import { escapeText } from './sanitise/escape.ts';

export interface ImageWish {
  /** Visible at once: loaded first instead of lazily. */
  readonly eager?: boolean;
  readonly sizes?: string;
  /** Replaces the picture's own text alternative. Empty if it would only repeat the text beside it. */
  readonly alt?: string;
  /** Decoration behind something else. */
  readonly background?: boolean;
}

interface Context {
  readonly page: PageView;
  readonly published: (name: string) => PublishedMedia | undefined;
}

export function pictureHtml(media: MediaView, wish: ImageWish, { page, published }: Context): string {
  if (media.source.type === 'external') return externalHtml(media.source.url, media, page);
  const file = published(media.source.name);
  const alt = wish.alt ?? media.alt.text;
  if (!file) return alt === '' ? '' : `<span class="external-media">${escapeText(alt)}</span>`;
  const sizes = wish.sizes ?? '100vw';
  const [width, height] = [file.width ?? media.width, file.height ?? media.height];
  const image = `<img${writeAttributes({
    class: shapeOf({ path: file.path, width, height }),
    src: mediaLink(file.path, page),
    alt,
    lang: alt !== '' && wish.alt === undefined ? media.alt.lang : undefined,
    width,
    height,
    ...(wish.eager ? { fetchpriority: 'high' } : { loading: 'lazy' }),
    decoding: 'async',
  })}>`;
  const sources = file.sources.map(({ type, variants }) => {
    const srcset = variants.map(({ path, width }) => `${mediaLink(path, page)} ${width}w`).join(', ');
    return `<source${writeAttributes({ type, srcset, sizes })}>`;
  });
  return sources.length === 0 ? image : `<picture>${sources.join('')}${image}</picture>`;
}

/** A narrower photo would be blurred across a page. */
const SMALL = 480;

interface Shape {
  readonly path: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** A class for pictures that must not be cut or enlarged to fill a line. Drawings are sharp at every size. */
function shapeOf({ path, width, height }: Shape): string | undefined {
  if (width === undefined || height === undefined) return undefined;
  if (width < SMALL && !/\.svg$/i.test(path)) return 'is-small';
  return height > width ? 'is-portrait' : undefined;
}

export function videoHtml(media: MediaView, wish: ImageWish, { page, published }: Context): string {
  if (media.source.type === 'external') return externalHtml(media.source.url, media, page);
  const file = published(media.source.name);
  if (!file) return escapeText(media.alt.text);
  const src = mediaLink(file.path, page);
  const label = media.alt.text === '' ? undefined : media.alt.text;
  if (media.type === 'audio')
    return `<audio${writeAttributes({ src, controls: true, preload: 'none', 'aria-label': label })}></audio>`;
  // A background video is muted. The script starts it, unless the visitor prefers reduced motion.
  const behaviour = wish.background
    ? ({ muted: true, loop: true, 'aria-hidden': 'true' } as const)
    : ({ controls: true, 'aria-label': label } as const);
  return `<video${writeAttributes({ src, preload: 'metadata', playsinline: true, ...behaviour })}></video>`;
}

function externalHtml(url: string, { alt }: MediaView, { strings }: PageView): string {
  const words = alt.text === '' ? strings.externalMedia(new URL(url).host) : alt.text;
  return `<a${writeAttributes({ class: 'external-media', href: url, rel: 'noopener' })}>${escapeText(words)}</a>`;
}

/** Files keep the names that their authors gave them, so these need encoding. */
export const mediaLink = (path: string, { rootLink }: PageView): string => rootLink(mediaPath(path));
