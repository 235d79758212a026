/** Lists the files of a folder that becomes a site, with those that links inside the folder lead to. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';

export interface SiteFilesIn {
  /** Relative to the folder, sorted. */
  readonly files: readonly string[];
  /** Hidden files, and hidden folders with a slash at the end, which are not read. */
  readonly hidden: readonly string[];
}

export function siteFilesIn(folder: string): SiteFilesIn {
  const root = realpathSync(folder);
  const [files, hidden]: [string[], string[]] = [[], []];
  const visit = (below: string, above: readonly string[]): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true, encoding: 'buffer' })) {
      const path = below + decoded(entry.name, join(folder, below));
      const place = join(folder, path);
      const isHidden = !isPublished(entry.isDirectory() ? `${path}/` : path);
      if (isHidden) {
        hidden.push(entry.isDirectory() ? `${path}/` : path);
        continue;
      }
      if (UNPUBLISHABLE.test(path)) throw unpublishable(place, 'its name contains a backslash or a control character');
      const stats = entry.isSymbolicLink() ? linked(place, root) : entry;
      if (stats.isFile()) files.push(path);
      if (!stats.isDirectory()) continue;
      const real = realpathSync(place);
      if (above.includes(real)) throw unpublishable(place, 'it is a link to a folder that contains it');
      visit(`${path}/`, [...above, real]);
    }
  };
  visit('', [root]);
  return { files: files.toSorted(), hidden: hidden.toSorted() };
}

/** Hidden files belong to editors, git and systems, except for those that web hosts read. */
const isPublished = (path: string): boolean =>
  path === '.nojekyll' || path === '.htaccess' || !/(?:^|\/)\.(?!well-known\/)/.test(path);

const UNPUBLISHABLE = /[\\\p{Cc}]/u;

function decoded(name: Buffer, folder: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    throw unpublishable(join(folder, name.toString()), 'its name is not UTF-8');
  }
}

/** Reading through a link that leads out would publish a file from elsewhere on this machine. */
function linked(place: string, root: string) {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (!stats) throw unpublishable(place, 'it is a link to a file that does not exist');
  const way = relative(root, realpathSync(place));
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way)
    throw unpublishable(place, 'it is a link that leads out of the folder');
  return stats;
}

const unpublishable = (place: string, why: string): UserError =>
  new UserError(`${printable(place)} cannot be published: ${why}`, {
    suggestion: 'rename, replace or remove it, then run gitcast publish again',
  });
