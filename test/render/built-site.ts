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
  if (!output.has(file)) return `${link.from}: ${link.url} is not there`;
  if (hash === '') return undefined;
  return idsIn(output, file).has(decodeURIComponent(hash.slice(1)))
    ? undefined
    : `${link.from}: ${link.url} has no such fragment`;
}

const idsByPage = new WeakMap<Output, Map<string, ReadonlySet<string>>>();

/** Hundreds of links lead to the same page. */
function idsIn(output: Output, file: string): ReadonlySet<string> {
  const pages = idsByPage.get(output) ?? new Map<string, ReadonlySet<string>>();
  idsByPage.set(output, pages);
  const ids = pages.get(file) ?? new Set([...output.get(file)!.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!));
  pages.set(file, ids);
  return ids;
}

export function repeatedIds(html: string): readonly string[] {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
