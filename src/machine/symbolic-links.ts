/**
 * Symbolic links that lead out of a folder. Anyone who can commit to a repository can add one: writing through it
 * changes a file elsewhere on this machine, and reading through it publishes one.
 */
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { ifPossible } from '../values/if-possible.ts';

/** The link on the way from a folder to a path below it that leads out of the folder, or is broken. */
export function linkOutOf(folder: string, path: string): string | undefined {
  let place = folder;
  for (const part of relative(folder, resolve(folder, path)).split(sep)) {
    place = join(place, part);
    // The later read or write reports a path that cannot be read.
    const stats = ifPossible(() => lstatSync(place, { throwIfNoEntry: false }));
    if (!stats) return undefined;
    if (stats.isSymbolicLink() && !(existsSync(place) && isInside(place, folder))) return place;
  }
  return undefined;
}

export function refuseLinkOutOf(folder: string, path: string): void {
  const link = linkOutOf(folder, path);
  if (link !== undefined) throw leadsOut(link, folder);
}

/** A link in a project may lead elsewhere in its own part, such as `content/`, but into no other, such as `.git`. */
export function refuseLinkElsewhere(root: string, path: string): void {
  refuseLinkOutOf(root, path);
  const [part, ...below] = relative(root, path).split(sep);
  if (below.length > 0) refuseLinkOutOf(join(root, part!), path);
}

/** Checks everything below a folder, links included, except the given folders. */
export function refuseLinksIn(folder: string, { without = [] }: { readonly without?: readonly string[] } = {}): void {
  const visit = (path: string): void => {
    // A folder that cannot be listed is reported by the code that needs it.
    for (const entry of ifPossible(() => readdirSync(path, { withFileTypes: true })) ?? []) {
      const place = join(path, entry.name);
      if (entry.isSymbolicLink()) refuseLinkOutOf(folder, place);
      else if (entry.isDirectory() && !without.includes(relative(folder, place))) visit(place);
    }
  };
  visit(folder);
}

const leadsOut = (link: string, folder: string): UserError =>
  new UserError(`${link} is a symbolic link that leads out of ${folder}, so it is not followed`, {
    suggestion: 'replace the link with the file or folder that it points to',
  });

/** True also for the folder itself. Links are followed. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(realPath(folder), realPath(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way;
}

/** The path without links, as far as it exists. */
export function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(realPath(above), basename(path));
}
