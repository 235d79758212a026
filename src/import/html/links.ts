/** The links and pictures of HTML: where they lead, and how they are written. */

export interface HtmlPicture {
  readonly src: string;
  readonly alt: string;
}

export interface HtmlOptions {
  /** The new destination of a link. Without one, only its words stay. */
  readonly link?: (url: string) => string | undefined;
  /** The picture instead of this one. Without one, its description stays. */
  readonly picture?: (picture: HtmlPicture) => HtmlPicture | undefined;
  /** Called with the name of each thing that Markdown cannot hold. */
  readonly lost?: (what: string) => void;
  /** True if line breaks in the text are breaks on the page, and empty lines separate paragraphs. */
  readonly showsLineBreaks?: boolean;
}

/** The attributes of an element by name. */
export type Attributes = ReadonlyMap<string, string>;

const LINK = /^(?:https?:|mailto:|tel:|[^:]*(?:[/?#]|$))/i;
const PICTURE = /^(?:https?:|[^:]*(?:[/?#]|$))/i;

/** Browsers ignore these characters when they look for a scheme, as in `java\tscript:`. */
const written = (url: string | undefined): string =>
  (url ?? '').replace(/[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202f\ufeff]/gu, '').trim();

/** Undefined for what a page must not link to. */
export function destination(url: string | undefined, { link }: HtmlOptions): string | undefined {
  const href = written(url);
  if (href === '' || !LINK.test(href)) return undefined;
  return link ? link(href) : href;
}

/** Pictures that are loaded later have their URL in another attribute. */
const SOURCES = ['src', 'data-src', 'data-lazy-src', 'data-original', 'data-orig-file'];

/** Undefined if it has no address of its own, as a picture that is part of the HTML. */
export function pictureOf(attributes: Attributes, { picture, lost }: HtmlOptions): HtmlPicture | undefined {
  const src = SOURCES.map((name) => written(attributes.get(name))).find((url) => url !== '' && PICTURE.test(url));
  const alt = oneLine(attributes.get('alt'));
  const found = src === undefined ? undefined : picture ? picture({ src, alt }) : { src, alt };
  if (!found) lost?.('picture without a URL');
  return found;
}

export const isPictureFile = (url: string): boolean => /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i.test(url);

/** The page of a video, because its player is often refused outside of a frame. */
export const watchUrl = (url: string): string =>
  url
    .replace(/^\/\//, 'https://')
    .replace(
      /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+).*$/s,
      'https://www.youtube.com/watch?v=$1',
    )
    .replace(/^https?:\/\/player\.vimeo\.com\/video\/(\d+).*$/s, 'https://vimeo.com/$1');

/** In round brackets, without spaces and with balanced brackets. */
export function markdownTarget(url: string, title: string | undefined): string {
  const encoded = withoutReferences(url.replace(/[\s<>"\\`|]/g, (character) => encodeURIComponent(character)));
  const isBalanced = /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(encoded);
  const href = isBalanced ? encoded : encoded.replaceAll('(', '%28').replaceAll(')', '%29');
  const words = withoutReferences(oneLine(title).replace(/["\\]/g, String.raw`\$&`));
  return words === '' ? `(${href})` : `(${href} "${words}")`;
}

const withoutReferences = (text: string): string => text.replace(/&(?=#?\w{1,31};)/g, '&amp;');

export const oneLine = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

export const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** ` name="value"`, or nothing for an empty value. */
export const attribute = (name: string, value: string | undefined): string =>
  value ? ` ${name}="${escapeHtml(oneLine(value))}"` : '';
