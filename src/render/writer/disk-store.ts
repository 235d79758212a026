/** Synchronous on purpose: for thousands of small files this is several times faster than promises. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, unlinkSync, writeFileSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOfDisk, remedyFor } from '../../machine/disk-failure.ts';
import { moveFile, removeEmptyAbove } from '../../machine/disk-steps.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { linkOutOf, refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { statOf } from '../../machine/stat-of.ts';
import { digestOf } from '../../values/site-file.ts';
import { makeFolders } from './readable-files.ts';
import { readList, readManifest, saveManifest, saveMoves } from './manifest-file.ts';
import type { Manifest, OutputStore } from './output-store.ts';
import { ownName, stagedFiles } from './staged-files.ts';

export interface DiskStoreOptions {
  readonly folder: string;
  /** The list of written files. It is outside the output folder, which is published as it is. */
  readonly manifest: string;
  /** The folder for copies of files that gitcast did not write and that the site has replaced. */
  readonly trash: string;
  /** The folder for files until all are ready: a build that fails or is killed must not leave half a site. */
  readonly staging: string;
}

/** The files that a project keeps about an output folder, in `.gitcast/`. */
export const outputKeptIn = (kept: string, folder: string): DiskStoreOptions => ({
  folder,
  manifest: manifestFile(kept, folder),
  trash: join(kept, 'trash', 'site'),
  staging: manifestFile(kept, folder).replace(/json$/, ownName()),
});

/** Each output folder has its own, in `.gitcast/`. */
export const manifestFile = (stateFolder: string, output: string): string =>
  join(stateFolder, 'build', `${hash('sha256', resolve(output)).slice(0, 16)}.json`);

export function diskStore({ folder, manifest, trash, staging }: DiskStoreOptions): OutputStore {
  const made = new Set<string>();
  const ready = stagedFiles(staging);
  const full = (path: string): string => join(folder, path);
  /** Looked up once for each build: the first has thousands of files to write, and nothing to compare them with. */
  let wasThere: boolean | undefined;
  const isThere = (): boolean => (wasThere ??= statOf(folder) !== undefined);
  const checked = new Set<string>();
  const refuseLinks = (path: string): void => {
    if (checked.has(path)) return;
    refuseLinkOutOf(folder, path);
    checked.add(path);
  };

  const remove = (path: string, digest: string | undefined): 'removed' | 'changed' | 'absent' => {
    if (linkOutOf(folder, dirname(path)) !== undefined) return 'changed';
    const stats = statOf(full(path));
    // The file has been replaced by a folder.
    if (!stats || stats.isDirectory()) return 'absent';
    if (!stats.isFile() || digestOf(readFileSync(full(path))) !== digest) return 'changed';
    unlinkSync(full(path));
    removeEmptyAbove(full(path), folder);
    return 'removed';
  };

  const inTheWay = (path: string): UserError =>
    new UserError(`${full(path)} is in the way of the site, and gitcast did not write it`, {
      suggestion: 'move it away, or build into another folder with --out',
    });

  const makeFolder = (path: string, ours: Manifest): void => {
    if (made.has(path)) return;
    try {
      makeFolders(full(path));
    } catch (error) {
      if (!['EEXIST', 'ENOTDIR'].includes(codeOf(error))) throw error;
      // A file of an earlier build is now needed as a folder: `about`, then `about/index.html`.
      for (const above of withParents(path)) {
        if (statOf(full(above))?.isFile() === true && remove(above, ours.get(above)) !== 'removed')
          throw inTheWay(above);
      }
      makeFolders(full(path));
    }
    made.add(path);
  };

  /** A folder of pages of an earlier build, which are now one file. */
  const mayBecomeFile = (path: string, stats: Stats, ours: Manifest): boolean =>
    stats.isDirectory() && ours.keys().some((each) => each.startsWith(`${path}/`));

  const clearFolder = (path: string, ours: Manifest): void => {
    for (const [each, digest] of ours) if (each.startsWith(`${path}/`)) remove(each, digest);
    if (statOf(full(path))) throw inTheWay(path);
  };

  const keepCopy = (path: string, bytes: Uint8Array, digest: string): void => {
    const copy = join(trash, `${path}.${digest.slice(0, 8)}`);
    makeFolders(dirname(copy));
    writeFileSync(copy, bytes);
  };

  const stage: OutputStore['stage'] = (path, content, ours) => {
    if (!isThere()) {
      ready.write(path, content);
      return 'written';
    }
    refuseLinks(dirname(path));
    const stats = statOf(full(path));
    // A symbolic link would redirect the write to another file.
    if (stats && !stats.isFile() && !mayBecomeFile(path, stats, ours)) throw inTheWay(path);
    const there = stats?.isFile() ? readFileSync(full(path)) : undefined;
    if (there?.equals(content)) return 'unchanged';
    ready.write(path, content);
    return there && digestOf(there) !== ours.get(path) ? 'replaced' : 'written';
  };

  const digestAt = (path: string): string | undefined =>
    statOf(full(path))?.isFile() ? digestOf(readFileSync(full(path))) : undefined;

  const publish = (path: string, ours: Manifest): void => {
    refuseLinks(dirname(path));
    const stats = statOf(full(path));
    if (stats?.isFile()) {
      const there = readFileSync(full(path));
      const digest = digestOf(there);
      if (digest !== ours.get(path)) keepCopy(path, there, digest);
    } else if (stats) {
      if (!stats.isDirectory()) throw inTheWay(path);
      clearFolder(path, ours);
    }
    makeFolder(dirname(path), ours);
    moveFile(ready.placeOf(path), full(path));
  };

  /** Where there is no site yet, one move publishes all of it. False if files must be moved one by one. */
  const publishAtOnce = (files: Manifest): boolean => {
    if (isThere() || statOf(folder) || !existsSync(staging)) return false;
    makeFolders(dirname(folder));
    saveMoves(manifest, files);
    try {
      renameSync(staging, folder);
      return true;
    } catch (error) {
      // Another disk, or a folder that was made a moment ago.
      if (!['EXDEV', 'EEXIST', 'ENOTEMPTY', 'EPERM'].includes(codeOf(error))) throw error;
      return false;
    }
  };

  /** Turns failures such as a full disk or a missing permission into user errors. `place`: for those that name no file. */
  const explained = <T>(place: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof UserError) throw error;
      const reason = reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error));
      const { path = place, dest = path } = error as NodeJS.ErrnoException & { readonly dest?: string };
      const why = dest.startsWith(folder) ? '' : '; the files of a build are in .gitcast/ until all of them are ready';
      throw new UserError(`cannot write ${dest}: ${reason}`, { suggestion: `${remedyFor(error)}${why}`, cause: error });
    }
  };

  /** Somebody has removed files that were ready, such as `git clean`, and perhaps the list of published ones with them. */
  const disturbed = (ours: Manifest): UserError => {
    if (ours.size > 0 && !existsSync(manifest)) saveManifest(manifest, ours);
    return new UserError(`the files of this build in ${staging} were changed before they could be published`, {
      suggestion: 'run the command again while nothing else cleans or writes to .gitcast',
    });
  };

  /** Every folder of a file that is staged was made before. */
  const undisturbed = <T>(place: string, ours: Manifest, work: () => T): T =>
    explained(place, () => {
      try {
        return work();
      } catch (error) {
        throw codeOf(error) === 'ENOENT' ? disturbed(ours) : error;
      }
    });

  return {
    readManifest: () => readManifest(manifest, digestAt),
    saveManifest(next, ours) {
      // A file that another build has published since this one began stays listed.
      const others = [...readList(manifest)].filter(([path, digest]) => !next.has(path) && ours.get(path) !== digest);
      saveManifest(manifest, new Map([...others, ...next]));
    },
    remove,
    stage: (path, content, ours) => undisturbed(ready.placeOf(path), ours, () => stage(path, content, ours)),
    publish(files, { ours, staged: expected }) {
      const there = explained(staging, ready.list);
      const moving = new Map([...files].filter(([path]) => there.has(path)));
      if (moving.size < expected) throw disturbed(ours);
      if (there.size === moving.size && explained(folder, () => publishAtOnce(files))) return;
      if (moving.size > 0) explained(manifest, () => saveMoves(manifest, moving));
      for (const path of moving.keys()) explained(full(path), () => publish(path, ours));
    },
    read(path) {
      return readFileSync(existsSync(ready.placeOf(path)) ? ready.placeOf(path) : full(path));
    },
    discard() {
      ready.discard();
      wasThere = undefined;
    },
  };
}

/** `a/b/c`: `a`, `a/b`, `a/b/c` */
const withParents = (path: string): readonly string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';
