/** The site to publish: the files of the last build, or everything in a folder. */
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { createManifest, type SiteManifest } from '../../publish/manifest.ts';
import { diskStore, outputKeptIn } from '../../render/writer/disk-store.ts';
import { digestOf } from '../../values/site-file.ts';
import { isInside } from '../../machine/symbolic-links.ts';
import { shownFrom } from '../../repository/repository.ts';
import { outputFolder } from '../../building/folders.ts';
import { printable } from '../../diagnostics/printable.ts';

interface BuiltSite {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: SiteManifest;
  readonly notes: readonly string[];
}

/**
 * Without `from`, exactly what the last build wrote: a build that was killed or edited afterwards is not a site that
 * anyone has seen. `from` is a folder that a person names, and is published as it is.
 */
export function builtSite(config: Config, cwd: string, from: string | undefined): BuiltSite {
  const folder = from === undefined ? outputFolder(config, cwd, undefined) : resolve(cwd, from);
  const shown = shownFrom(cwd, folder) || '.';
  if (!existsSync(folder)) throw noSite(`there is no built site in ${shown}/`);
  const { files: published, hidden } = siteFilesIn(folder);
  const files = published.map((path) => [path, fileOf(join(folder, path))] as const);
  if (from !== undefined) {
    if (files.length === 0) throw noSite(`${shown}/ has no files to publish`);
    return { folder, manifest: createManifest(files), notes: leftOut(hidden, 'hidden') };
  }
  const built = diskStore(outputKeptIn(join(config.root, '.gitcast'), folder)).readManifest();
  if (built.size === 0) throw noSite(`it is not known which files in ${shown}/ the last build wrote`);
  const there = new Map(files);
  const differing = [...built].filter(([path, digest]) => there.get(path)?.digest !== digest).map(([path]) => path);
  if (differing.length > 0)
    throw noSite(`${shown}/ is not what the last build wrote: ${someOf(differing)} changed or disappeared`);
  const [own, foreign] = partition(files, ([path]) => built.has(path));
  const names = [...foreign.map(([path]) => path), ...hidden];
  return {
    folder,
    manifest: createManifest(own),
    notes: leftOut(names, 'not written by the build', `; --from ${shown} publishes the whole folder`),
  };
}

const fileOf = (file: string) => {
  const bytes = readFileSync(file);
  return { digest: digestOf(bytes), bytes: bytes.length };
};

const noSite = (message: string): UserError =>
  new UserError(message, { suggestion: 'run gitcast build, or name a folder with --from DIR' });

const leftOut = (paths: readonly string[], why: string, remedy = ''): readonly string[] =>
  paths.length === 0 ? [] : [`${count(paths.length, 'file')} left out (${why}): ${someOf(paths)}${remedy}`];

const SHOWN = 3;
const someOf = (paths: readonly string[]): string =>
  [...paths.slice(0, SHOWN), ...(paths.length > SHOWN ? [`${paths.length - SHOWN} more`] : [])].join(', ');

function partition<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** Lists the files of a folder that becomes a site, with those that links inside the folder lead to. */
interface SiteFilesIn {
  /** Relative to the folder, sorted. */
  readonly files: readonly string[];
  /** Hidden files, and hidden folders with a slash at the end, which are not read. */
  readonly hidden: readonly string[];
}

function siteFilesIn(folder: string): SiteFilesIn {
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
  if (!isInside(place, root)) throw unpublishable(place, 'it is a link that leads out of the folder');
  return stats;
}

const unpublishable = (place: string, why: string): UserError =>
  new UserError(`${printable(place)} cannot be published: ${why}`, {
    suggestion: 'rename, replace or remove it, then run gitcast publish again',
  });
