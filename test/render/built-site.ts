/** Reads the output of a build like a browser. */
import { posix } from 'node:path';

export type Output = ReadonlyMap<string, string>;

export const pagesIn = (output: Output): readonly (readonly [string, string])[] =>
  [...output].filter(([path]) => path.endsWith('.html'));

export interface FoundLink {
  readonly from: string;
  readonly attribute: string;
  readonly url: string;
}

export function linksIn(output: Output): readonly FoundLink[] {
  return pagesIn(output).flatMap(([from, html]) =>
    [...html.matchAll(/\s(href|src|data-search)="([^"]*)"/g)].map(([, attribute, url]) => ({
      from,
      attribute: attribute!,
      url: url!.replaceAll('&amp;', '&'),
    })),
  );
}

export const isElsewhere = ({ url }: FoundLink): boolean => /^(?:https?:|mailto:|tel:)/.test(url);

/** The reason why a link is dead, or undefined if it is not. */
export function deadEnd(link: FoundLink, output: Output): string | undefined {
  const { pathname, hash } = new URL(link.url, `http://site.example/${link.from}`);
  const path = decodeURIComponent(pathname.slice(1));
  const file = path === '' || path.endsWith('/') ? posix.join(path, 'index.html') : path;
  const target = output.get(file);
  if (target === undefined) return `${link.from}: ${link.url} is not there`;
  if (hash === '') return undefined;
  return idsIn(target).has(decodeURIComponent(hash.slice(1)))
    ? undefined
    : `${link.from}: ${link.url} has no such fragment`;
}

const idsByPage = new Map<string, ReadonlySet<string>>();

/** Hundreds of links lead to the same page. */
function idsIn(html: string): ReadonlySet<string> {
  const known = idsByPage.get(html) ?? new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!));
  idsByPage.set(html, known);
  return known;
}

export function repeatedIds(html: string): readonly string[] {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
