/** Former paths that somebody wrote down, whatever they lead to now: `redirectsOf` finds that out, and needs the whole site. */
import type { Kind } from '../kinds/kind.ts';
import { declarationAt } from '../model/address-shape.ts';
import { pageAddress } from '../model/site-paths.ts';
import { categoryKey } from './links/keys.ts';
import { categoryPath } from './links/urls.ts';
import { GONE, keyOfPath, readFormerPath } from '../values/former-path.ts';

interface FormerPaths {
  /** True for a path; `page` is the path without the folder of its language, in which it may be written too. */
  readonly has: (path: string, page?: string) => boolean;
}

/** The paths of `$aliases`, and those in `site.redirects`. */
export function writtenFormerPaths(
  { aliases, table }: { readonly aliases: Iterable<string>; readonly table: Readonly<Record<string, string>> },
  kinds: readonly Kind[],
): FormerPaths {
  return pathsIn([...aliases, ...Object.keys(table)], kinds);
}

/** The paths in `site.redirects` that are gone on purpose, with the files beside each page. */
export function gonePaths(table: Readonly<Record<string, string>>, kinds: readonly Kind[]): FormerPaths {
  const gone = pathsIn(
    Object.keys(table).filter((from) => table[from] === GONE),
    kinds,
  );
  const isGone = (path: string): boolean => gone.has(path) || gone.has(folderOf(path));
  return { has: (path, page = path) => isGone(path) || isGone(page) };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The page that a document with this address had. That of a category is in the programme. */
export const formerPage = (kind: Kind, address: string): string =>
  kind.page ? `/${pageAddress(kind, address, undefined)}/` : categoryPath(categoryKey(address));

function pathsIn(written: readonly string[], kinds: readonly Kind[]): FormerPaths {
  const [paths, folders] = [new Set<string>(), new Array<string>()];
  for (const text of written) {
    const former = text.startsWith('/') ? readFormerPath(text.replace(/\*$/, '')) : undefined;
    const kind = former ? undefined : declarationAt(text, kinds);
    if (kind) paths.add(formerPage(kind, text));
    if (former && 'path' in former && text.endsWith('*')) folders.push(keyOfPath(former.path));
    else if (former && 'path' in former) paths.add(keyOfPath(former.path));
  }
  return {
    has(path) {
      const key = keyOfPath(path);
      return paths.has(key) || folders.some((folder) => key.startsWith(folder));
    },
  };
}
