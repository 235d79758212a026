/** The result of the last build, for a build that would find everything as it was: nothing is read, and nothing rendered. */
import { lstatSync, readdirSync, readlinkSync, statSync, type Stats } from 'node:fs';
import { dirname, join, basename } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { expecting } from '../diagnostics/errors.ts';
import { stampOf, isStampReliable } from '../machine/file-stamp.ts';
import type { DiskStoreOptions } from '../render/writer/disk-store.ts';
import { readPlaces } from '../render/writer/places.ts';
import type { ProjectMemory } from './memory.ts';
import type { Config } from '../config/config.ts';
import { askForCommit } from '../git/repository.ts';
import { NoGit, type Attempt } from '../git/git.ts';
import { digest } from '../values/digest.ts';
import { ownTemplates, sharedTemplates, themeFolders } from './folders.ts';
import type { BuiltFor } from './wish.ts';
import { ifPossible } from '../values/if-possible.ts';
import { inheritedContent } from '../repository/project-paths.ts';

/** A build that remembers, and what it found before it read anything. */
export interface RememberingBuild {
  readonly memory: ProjectMemory;
  readonly output: DiskStoreOptions;
  readonly around: Surroundings;
}

/** The report of a build that finds everything in place. */
interface Report {
  /** The number of published files. */
  readonly files: number;
}

interface Result<R extends Report> {
  readonly report: R;
  readonly diagnostics: readonly Diagnostic[];
}

interface Saved<R extends Report> extends Result<R> {
  readonly digest: string;
  readonly scope: string;
  /** The site was built for this time, and is the same until that one. */
  readonly from: number;
  readonly until?: number | undefined;
  /** The stamp of the list of published files. */
  readonly manifest: string;
}

const nameOf = ({ manifest }: DiskStoreOptions): string => `site ${manifest}`;

export function saveSite<R extends Report>(
  { memory, output, around }: RememberingBuild,
  site: Result<R> & Pick<Saved<R>, 'until'>,
): void {
  const manifest = statOf(output.manifest);
  if (!around.settled || !manifest) return memory.store.setNote(nameOf(output), undefined);
  const saved: Saved<R> = {
    digest: around.digest,
    scope: memory.scope,
    from: around.now,
    manifest: stampOf(manifest),
    ...site,
  };
  memory.store.setNote(nameOf(output), Buffer.from(JSON.stringify(saved)));
}

export function unchangedSite<R extends Report>({ memory, output, around }: RememberingBuild): Result<R> | undefined {
  const note = memory.store.note(nameOf(output));
  const saved = note && (JSON.parse(Buffer.from(note).toString()) as Saved<R>);
  if (!saved || saved.digest !== around.digest || saved.scope !== memory.scope) return undefined;
  const { from, until = Infinity, manifest, report, diagnostics } = saved;
  if (around.now < from || around.now >= until) return undefined;
  const list = statOf(output.manifest);
  if (!list || stampOf(list) !== manifest) return undefined;
  return isInPlace({ memory, output }, report.files) ? { report, diagnostics } : undefined;
}

/** Every file is as it was published, in folders and not behind links. */
function isInPlace({ memory, output }: Pick<RememberingBuild, 'memory' | 'output'>, files: number): boolean {
  const places = readPlaces(memory.places(output));
  if (places.size !== files) return false;
  const folders = new Set<string>();
  for (const [path, { stamp }] of places) {
    const stats = statOf(join(output.folder, path));
    if (!stats?.isFile() || stampOf(stats) !== stamp) return false;
    for (let above = dirname(path); above !== '.' && !folders.has(above); above = dirname(above)) folders.add(above);
  }
  for (const path of ['', ...folders]) if (statOf(join(output.folder, path))?.isDirectory() !== true) return false;
  return true;
}

const statOf = (path: string): Stats | undefined => ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));

/** Everything that a build reads, by the names and stamps of its files: if nothing of it changed, nothing need be read. */
export interface Surroundings {
  /** Equal for two builds that read the same. */
  readonly digest: string;
  /** False if a file was written so recently that it could change without a trace. */
  readonly settled: boolean;
  /** The time for which the site is built. */
  readonly now: number;
  /** The answer of git about the commit of the content; undefined if git is not installed. */
  readonly commit: Attempt | undefined;
}

interface BuildAsked {
  /** The names of files in diagnostics are relative to it. */
  readonly cwd: string;
  readonly wish: BuiltFor;
  readonly force: boolean;
}

export async function lookAround(config: Config, { cwd, wish, force }: BuildAsked): Promise<Surroundings> {
  const { at, ...site } = wish;
  const content = join(config.root, config.content);
  const folders = [
    content,
    `${content}.${wish.target}`,
    ...inheritedContent(config),
    ownTemplates(config),
    ...sharedTemplates(config),
    ...themeFolders(config),
  ];
  const stamps = [...beside(content)];
  const now = Date.now();
  let settled = true;
  for (const folder of folders) {
    stamps.push(folder);
    settled = stampFolder(folder, { stamps, now }) && settled;
  }
  // The history of the content follows from its commit and the tags of versions.
  const commit = await askForCommit(content, config.programEnvironment()).catch(expecting(NoGit, () => undefined));
  const read = [cwd, site, force, config, commit && inWords(commit), stamps];
  return { digest: digest(JSON.stringify(read)), settled, now: at, commit };
}

/** The names of the folders for targets: one without a target is reported. */
const beside = (content: string): readonly string[] =>
  readdirSync(dirname(content)).filter((name) => name.startsWith(basename(content)));

interface Walk {
  readonly stamps: string[];
  readonly now: number;
}

/** Returns whether all files are settled. A folder that is missing has no stamps. */
function stampFolder(folder: string, walk: Walk): boolean {
  let settled = true;
  for (const entry of ifPossible(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      walk.stamps.push(path);
      settled = stampFolder(path, walk) && settled;
      continue;
    }
    const stats = lstatSync(path, { throwIfNoEntry: false });
    walk.stamps.push(entry.name, stats ? stampOf(stats) : '');
    if (stats) settled &&= isStampReliable(stats, walk.now);
    if (entry.isSymbolicLink()) walk.stamps.push(...throughLink(path));
  }
  return settled;
}

/** A link inside the folder leads to a file that has its own stamp, and one that leads outside is never followed. */
const throughLink = (path: string): readonly string[] =>
  ifPossible(() => {
    const stats = statSync(path);
    return [readlinkSync(path), stats.isFile() ? stampOf(stats) : ''];
  }) ?? [''];

const inWords = ({ ok, text, isOutside, reason }: Attempt): string => (ok ? text : `${isOutside} ${reason}`);
