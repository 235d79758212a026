/**
 * A built page in a few words: its title, its language, and a digest of its own content, which is what stays when the menu, the
 * footer, the styles and the markup of templates are taken away. Two builds of a page with the same digest differ only in
 * parts that it shares with other pages. It is read from the HTML, so it does not depend on the theme.
 */
import { digestOf } from '../values/site-file.ts';

export interface PageSummary {
  readonly title: string;
  /** Empty if the page does not declare one. */
  readonly lang: string;
  /** The digest of the text, links and pictures in `<main>`. */
  readonly content: string;
}

export const isHtml = (path: string): boolean => path.endsWith('.html');

export function summarisePage(html: string, path: string): PageSummary {
  return {
    title: titleOf(html) ?? path,
    lang: /<html\b[^>]*?\slang="([\w-]*)"/i.exec(html)?.[1] ?? '',
    content: digestOf(Buffer.from(ownContent(html))),
  };
}

/** The title for social networks does not contain the name of the site, unlike that of the window. */
function titleOf(html: string): string | undefined {
  const social = /<meta property="og:title" content="([^"]*)"/i.exec(html)?.[1];
  const window = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1];
  return [social, window].map((text) => decoded(text ?? '').trim()).find((text) => text !== '');
}

function ownContent(html: string): string {
  const from = html.search(/<main[\s>]/i);
  const to = from === -1 ? -1 : html.indexOf('</main>', from);
  const main = to === -1 ? html.slice(Math.max(html.search(/<body[\s>]/i), 0)) : html.slice(from, to);
  return main
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<[a-z/][^>]*>/gi, (tag) => ` ${addressesIn(tag).join(' ')} `)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Relative links depend on the depth of the page; a sprite's icons are drawings of the theme. */
const addressesIn = (tag: string): readonly string[] =>
  [...tag.matchAll(/\s(?:href|src|srcset|poster|alt)="([^"]*)"/gi)]
    .map(([, value]) => value!.replaceAll('../', ''))
    .filter((value) => !value.startsWith('#icon-'));

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const point = Number(code);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
