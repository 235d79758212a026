/** A folder on this machine, such as the root of a web server or a mounted share. `releases.ts` explains the layout. */
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import { digestOf } from '../../values/site-file.ts';
import { stopIfAsked, type FileSource, type Host, type Release } from '../host.ts';
import { publicationText } from '../publication.ts';
import {
  foreignLink,
  incomingName,
  isReleaseName,
  keptNames,
  nameOf,
  overtaken,
  parsePublication,
  releaseIn,
  releaseName,
  unreadable,
  type ReleaseFolder,
} from './releases.ts';

export interface FolderHost extends ReleaseFolder {
  /** For display. */
  readonly where: string;
}

export function folderHost({ path, link: linkName, where }: FolderHost): Host {
  const [releases, incoming, link] = [join(path, 'releases'), join(path, 'incoming'), resolve(path, linkName)];
  const recordOf = (name: string): string => join(releases, `${name}.json`);

  const liveName = (): string | undefined => {
    const stats = lstatSync(link, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (!stats.isSymbolicLink()) throw foreignLink(link, 'exists and is not a link that gitcast made');
    const name = releaseIn(readlinkSync(link).replaceAll('\\', '/'), link);
    return existsSync(join(releases, name)) ? name : undefined;
  };

  const publish = ({ plan, next, source, watch }: Release, base: string | undefined): void => {
    const place = join(incoming, incomingName(next, base));
    if (!existsSync(place)) copyBase(base === undefined ? undefined : join(releases, base), place);
    for (const gone of plan.deletes) removeFile(place, gone);
    // Every file is compared, not only those of the plan: a file that was edited on the host is replaced too.
    for (const [file, { digest }] of Object.entries(next.site.files)) {
      stopIfAsked(watch);
      if (hasDigest(join(place, file), digest)) continue;
      replaceFile(join(place, file), readFrom(source, releases, file, digest));
      watch.onFile(file);
    }
    if (liveName() !== base) throw overtaken(where);
    const done = join(releases, nameOf(next));
    mkdirSync(releases, { recursive: true });
    writeWhole(recordOf(nameOf(next)), publicationText(next));
    // Left by a run that was killed before the switch, or that another one overtook.
    rmSync(done, { recursive: true, force: true });
    renameSync(place, done);
    if (liveName() !== base) throw overtaken(where);
    switchTo(link, relative(dirname(link), done));
    clean(keptNames(next));
  };

  const clean = (kept: ReadonlySet<string>): void => {
    for (const entry of readdirSync(releases)) {
      const name = entry.replace(/\.json$/, '');
      if (isReleaseName(name) && !kept.has(name)) rmSync(join(releases, entry), { recursive: true, force: true });
    }
    for (const entry of readdirSync(incoming)) {
      // A younger one may belong to a run that is still under way.
      if (statSync(join(incoming, entry)).mtimeMs < Date.now() - A_DAY)
        rmSync(join(incoming, entry), { recursive: true, force: true });
    }
  };

  return {
    where,
    look: async () => {
      const base = explained(link, liveName);
      const live = base === undefined ? undefined : parsePublication(textOf(recordOf(base)));
      const isForeign = base !== undefined && !live;
      return {
        live,
        found: {},
        foreign: new Set(isForeign ? filesIn(join(releases, base)) : []),
        notes: isForeign ? [unreadable(base)] : [],
        publish: async (release) => explained(path, () => publish(release, base)),
      };
    },
    close: async () => {},
  };
}

const A_DAY = 24 * 60 * 60 * 1000;

/** Renamed when it is complete: a copy that was killed is not taken for one. */
function copyBase(base: string | undefined, place: string): void {
  const unfinished = `${place}.copy`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const file of base === undefined ? [] : filesIn(base)) {
    mkdirSync(dirname(join(unfinished, file)), { recursive: true });
    linkOrCopy(join(base!, file), join(unfinished, file));
  }
  renameSync(unfinished, place);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // A file system without hard links, or with too many to this file.
    copyFileSync(from, to);
  }
}

export function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

function readFrom(source: FileSource, releases: string, file: string, digest: string): Buffer {
  const folder =
    source.type === 'folder'
      ? source.folder
      : join(releases, releaseName({ number: source.release.number, digest: source.release.site.digest }));
  const bytes = readFileSync(join(folder, file));
  if (digestOf(bytes) !== digest) throw changedFile(join(folder, file));
  return bytes;
}

export const changedFile = (file: string): UserError =>
  new UserError(`${file} changed after the plan was made, so nothing was switched`, {
    suggestion: 'run gitcast build, then gitcast publish again',
  });

function hasDigest(file: string, digest: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && digestOf(readFileSync(file)) === digest;
}

/** Never written in place: a hard link would change the live release too. */
function replaceFile(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, bytes);
}

function writeWhole(file: string, content: string | Uint8Array): void {
  const unfinished = `${file}.gitcast-part`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

function removeFile(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    try {
      rmdirSync(join(root, above));
    } catch {
      return; // Not empty, or already removed.
    }
  }
}

function switchTo(link: string, target: string): void {
  const unfinished = `${link}.gitcast-next`;
  rmSync(unfinished, { force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, unfinished, 'dir');
  renameSync(unfinished, link);
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function explained<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const reason = error instanceof UserError ? undefined : reasonOfDisk(error);
    if (reason === undefined) throw error;
    const { path: file = path } = error as NodeJS.ErrnoException;
    throw new UserError(`cannot publish to ${file}: ${reason}`, {
      suggestion: 'free disk space or grant access, then run gitcast publish again',
      cause: error,
    });
  }
}
