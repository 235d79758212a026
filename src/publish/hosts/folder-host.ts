/** A folder on this machine, such as the root of a web server or a mounted share. `releases.ts` explains the layout. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { removeEmptyAbove } from '../../machine/disk-steps.ts';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import { digestOf } from '../../values/site-file.ts';
import { changedFile, stopIfAsked, type FileSource, type PublishHost, type Release } from '../publish-host.ts';
import type { SiteFile } from '../manifest.ts';
import type { Present } from '../publish-plan.ts';
import { publicationText, type Publication } from '../publication.ts';
import {
  foreignLink,
  incomingName,
  isReleaseName,
  keptNames,
  lostFiles,
  missingRelease,
  nameOf,
  NOTHING,
  overtaken,
  presentIn,
  readPublication,
  releaseIn,
  releaseName,
  type ReleaseFolder,
  type SeenFile,
} from './releases.ts';

export interface FolderHost extends ReleaseFolder {
  /** For display. */
  readonly where: string;
  readonly takeOver: boolean;
}

export function folderHost({ path, link: linkName, where, takeOver }: FolderHost): PublishHost {
  const [releases, incoming, link] = [join(path, 'releases'), join(path, 'incoming'), resolve(path, linkName)];
  const recordOf = (name: string): string => join(releases, `${name}.json`);

  const liveName = (): string | undefined => {
    const stats = lstatSync(link, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (!stats.isSymbolicLink()) throw foreignLink(link, 'exists and is not a link that gitcast made');
    const target = readlinkSync(link);
    const name = releaseIn(target.split(sep).join('/'), link);
    const folder = resolve(dirname(link), dirname(target));
    if (existsSync(folder) && (!existsSync(releases) || realpathSync(folder) !== realpathSync(releases)))
      throw foreignLink(link, `points to ${target}, which was published from another \`path\``);
    return existsSync(join(releases, name)) ? name : undefined;
  };

  const publish = (release: Release, base: string | undefined, { foreign }: Present): readonly string[] => {
    const { plan, next, source, watch } = release;
    makeFolder(releases);
    makeFolder(incoming);
    const place = join(incoming, incomingName(release, base, foreign));
    if (!existsSync(place)) copyRelease(base === undefined ? undefined : join(releases, base), place);
    for (const gone of plan.deletes) {
      rmSync(join(place, gone), { force: true });
      removeEmptyAbove(join(place, gone), place);
    }
    const read = reader(source, releases);
    const lost: string[] = [];
    // Every file is compared, not only those of the plan: a file that was edited on the host is replaced too.
    for (const [file, { digest }] of Object.entries(next.site.files)) {
      stopIfAsked(watch);
      if (hasDigest(join(place, file), digest)) continue;
      const bytes = read(file, digest);
      if (bytes) replaceFile(place, file, bytes);
      else lost.push(file);
      watch.onFile(file);
    }
    if (liveName() !== base) throw overtaken(where);
    const done = join(releases, nameOf(next));
    writeWhole(recordOf(nameOf(next)), publicationText(next), `${place}.part`);
    // Left by a run that was killed before the switch, or that another one overtook.
    rmSync(done, { recursive: true, force: true });
    renameSync(place, done);
    if (liveName() !== base) throw overtaken(where);
    switchLink(link, relative(dirname(link), done));
    markAsEdited(lost.map((file) => join(done, file)));
    clean(keptNames(next));
    return lostFiles(lost);
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

  const guarded = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      // A release that was begun does not fit, and would take the space of a smaller one.
      if (isFull(error)) rmSync(incoming, { recursive: true, force: true });
      throw explained(path, error);
    }
  };

  const presentOf = (base: string) => {
    const record = recordOf(base);
    const text = existsSync(record) ? readFileSync(record, 'utf8') : undefined;
    const live = readPublication(text, { name: base, takeOver });
    return presentIn(live, base, seenFiles(join(releases, base), record, live));
  };

  return {
    where,
    look: async () =>
      guarded(() => {
        const base = liveName();
        const present = base === undefined ? NOTHING : presentOf(base);
        return { ...present, publish: async (release) => guarded(() => publish(release, base, present)) };
      }),
  };
}

const A_DAY = 24 * 60 * 60 * 1000;

/** Only files that are as new as the record are read: all others are as they were when it was written. */
function seenFiles(folder: string, record: string, live: Publication | undefined): ReadonlyMap<string, SeenFile> {
  const written = live ? statSync(record).mtimeMs : Infinity;
  const seen = (path: string): SeenFile => {
    const stats = lstatSync(join(folder, path));
    if (stats.mtimeMs < written) return 'as-recorded';
    return stats.isFile() ? fileAt(join(folder, path)) : 'unknown';
  };
  return new Map(filesIn(folder).map((path) => [path.split(sep).join('/'), seen(path)]));
}

function fileAt(file: string): SiteFile {
  const bytes = readFileSync(file);
  return { digest: digestOf(bytes), bytes: bytes.length };
}

/** Undefined for a file of an earlier release that was edited since. */
function reader(source: FileSource, releases: string): (file: string, digest: string) => Buffer | undefined {
  if (source.type === 'folder') {
    return (file, digest) => {
      const bytes = readFileSync(join(source.folder, file));
      if (digestOf(bytes) !== digest) throw changedFile(join(source.folder, file));
      return bytes;
    };
  }
  const { number, site } = source.release;
  const folder = join(releases, releaseName({ number, digest: site.digest }));
  if (!existsSync(folder)) throw missingRelease(number, folder);
  return (file, digest) => (hasDigest(join(folder, file), digest) ? readFileSync(join(folder, file)) : undefined);
}

/** A file that is newer than the record is not as recorded, so the next run compares it. Times are rounded down. */
function markAsEdited(files: readonly string[]): void {
  const later = new Date(Date.now() + 1000);
  for (const file of files) if (existsSync(file)) utimesSync(file, later, later);
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

function explained(path: string, error: unknown): unknown {
  const reason = error instanceof UserError ? undefined : reasonOfDisk(error);
  if (reason === undefined) return error;
  const { path: file = path } = error as NodeJS.ErrnoException;
  return new UserError(`cannot publish to ${file}: ${reason}`, {
    suggestion: isFull(error)
      ? 'free disk space or publish a smaller site; what was begun has been removed'
      : 'grant access, then run gitcast publish again',
    cause: error,
  });
}

/**
 * The files of a release on a disk of this machine. Visitors must be able to read them whatever the umask is; nobody
 * should edit them, because unchanged files are hard links and an edit would change every release. So files are
 * read-only, and a file is replaced and never written in place.
 */
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o444;

/** Everything in a folder except folders, without following links. */
function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** Copies a release by links. Renamed when it is complete: a copy that was killed is not taken for one. */
function copyRelease(base: string | undefined, place: string): void {
  const unfinished = `${place}.copy`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  for (const file of base === undefined ? [] : filesIn(base)) {
    makeFolder(dirname(join(unfinished, file)));
    linkOrCopy(join(base!, file), join(unfinished, file));
  }
  renameSync(unfinished, place);
}

function linkOrCopy(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  try {
    linkSync(from, to);
  } catch {
    // A file system without hard links, or with too many to this file.
    copyFileSync(from, to);
    chmodSync(to, FILE_MODE);
  }
}

function hasDigest(file: string, digest: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && digestOf(readFileSync(file)) === digest;
}

function replaceFile(place: string, path: string, content: Uint8Array): void {
  const file = join(place, path);
  makeFolderIn(place, dirname(path));
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
  writeWhole(file, content, `${place}.part`);
}

/** Writes elsewhere first: a file that is visible is complete, and a long name leaves no room for an addition. */
function writeWhole(file: string, content: string | Uint8Array, part: string): void {
  rmSync(part, { force: true });
  writeFileSync(part, content);
  chmodSync(part, FILE_MODE);
  renameSync(part, file);
}

/** Makes the folders of a path that are missing. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, FOLDER_MODE);
}

/** The same below a release, where a file or link in the place of a folder gives way: the plan showed it. */
function makeFolderIn(place: string, path: string): void {
  if (path === '.') return;
  makeFolderIn(place, dirname(path));
  const folder = join(place, path);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats) rmSync(folder);
  mkdirSync(folder);
  chmodSync(folder, FOLDER_MODE);
}

function switchLink(link: string, target: string): void {
  const unfinished = `${link}.gitcast-next`;
  rmSync(unfinished, { force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, unfinished, 'dir');
  renameSync(unfinished, link);
}
