/** The links and pictures of HTML: where they lead, and how Markdown writes them. */
import { inlineMarkdown } from './inline-markdown.ts';
import type { Mark } from './piece.ts';
import { escapeHtml, type HtmlElement, type HtmlNode } from './tree.ts';

export interface HtmlPicture {
  readonly src: string;
  readonly alt: string;
}

export interface Rewriting {
  /** The new destination of a link. Without one, only its words stay. */
  readonly link?: (url: string) => string | undefined;
  /** The picture instead of this one. Without one, its description stays. */
  readonly picture?: (picture: HtmlPicture) => HtmlPicture | undefined;
  /** Called with the name of each thing that Markdown cannot hold. */
  readonly lost?: (what: string) => void;
}

const LINK = /^(?:https?:|mailto:|tel:|[^:]*(?:[/?#]|$))/i;
const PICTURE = /^(?:https?:|[^:]*(?:[/?#]|$))/i;

/** Browsers ignore these characters when they look for a scheme, as in `java\tscript:`. */
const written = (url: string | undefined): string =>
  (url ?? '').replace(/[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202f\ufeff]/gu, '').trim();

/** Undefined for what a page must not link to. */
export function destination(url: string | undefined, { link }: Rewriting): string | undefined {
  const href = written(url);
  if (href === '' || !LINK.test(href)) return undefined;
  return link ? link(href) : href;
}

export const linkTo = (href: string, tooltip?: string): Mark => ({
  name: 'a',
  open: '[',
  close: `](${target(href)}${title(tooltip)})`,
  tag: `<a href="${escapeHtml(target(href))}"${tooltip ? ` title="${escapeHtml(tooltip)}"` : ''}>`,
});

/** The page of a video, because its player is often refused outside of a frame. */
export const watchUrl = (url: string): string =>
  url
    .replace(/^\/\//, 'https://')
    .replace(
      /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+).*$/s,
      'https://www.youtube.com/watch?v=$1',
    )
    .replace(/^https?:\/\/player\.vimeo\.com\/video\/(\d+).*$/s, 'https://vimeo.com/$1');

/** Without spaces, and with balanced brackets. */
function target(url: string): string {
  const encoded = withoutReferences(url.replace(/[\s<>"\\`|]/g, (character) => encodeURIComponent(character)));
  const isBalanced = /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(encoded);
  return isBalanced ? encoded : encoded.replaceAll('(', '%28').replaceAll(')', '%29');
}

function title(text: string | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return line === '' ? '' : ` "${withoutReferences(line.replace(/["\\]/g, String.raw`\$&`))}"`;
}

const withoutReferences = (text: string): string => text.replace(/&(?=#?\w{1,31};)/g, '&amp;');

const NAMED = ['src', 'data-src', 'data-lazy-src', 'data-original', 'data-orig-file'];

/** Undefined if it has no address of its own, as a picture that is part of the HTML. */
export function pictureOf({ attributes }: HtmlElement, { picture, lost }: Rewriting): HtmlPicture | undefined {
  const src = NAMED.map((name) => written(attributes[name])).find((url) => url !== '' && PICTURE.test(url));
  const alt = (attributes['alt'] ?? '').replace(/\s+/g, ' ').trim();
  const found = src === undefined ? undefined : picture ? picture({ src, alt }) : { src, alt };
  if (!found) lost?.('picture without a URL');
  return found;
}

/** A title is the caption of a picture that is alone in its paragraph. */
export const pictureMarkdown = ({ src, alt }: HtmlPicture, caption: string | undefined): string =>
  `![${label(alt)}](${target(src)}${title(caption)})`;

/** As the words of a link, without the link. */
const label = (text: string): string =>
  inlineMarkdown([{ type: 'text', text, marks: [linkTo('x')] }], { lineBreak: ' ', startsLines: false }).replace(
    /^(?:\[|<a href="x">)|(?:\]\(x\)|<\/a>)$/g,
    '',
  );

export const isPictureFile = (url: string): boolean => /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i.test(url);

/** Without its extension. */
export const fileName = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');

/** A small picture that links to the full one is the full one. */
export function fullPicture({ attributes, children }: HtmlElement): readonly HtmlNode[] {
  const [only, ...others] = children.filter((node) => typeof node !== 'string' || node.trim() !== '');
  const href = attributes['href'] ?? '';
  if (others.length > 0 || typeof only !== 'object' || only.name !== 'img' || !isPictureFile(href)) return children;
  return [{ ...only, attributes: { ...only.attributes, src: href } }];
}
