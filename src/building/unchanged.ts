/**
 * Whether the last build would be made again as it is: then nothing is read, and nothing rendered. Beside the list of
 * published files is a stamp of the names, sizes and times of everything that a build reads and of every file that it wrote.
 */
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { dirname, join, basename, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { expecting } from '../diagnostics/errors.ts';
import { manifestPlaces, PROGRAM } from '../machine/program.ts';
import { replaceFile } from '../machine/replace-file.ts';
import { stampOf, isStampReliable, TICK } from '../machine/file-stamp.ts';
import { statOf } from '../machine/stat-of.ts';
import type { DiskStoreOptions } from '../render/writer/disk-store.ts';
import { readList } from '../render/writer/manifest-file.ts';
import type { Config } from '../config/config.ts';
import { askForCommit } from '../git/repository.ts';
import { NoGit, type Attempt } from '../git/git.ts';
import { digest } from '../values/digest.ts';
import { ownTemplates, sharedTemplates, themeFolders } from './folders.ts';
import type { BuiltFor } from './wish.ts';
import { ifPossible } from '../values/if-possible.ts';
import { inheritedContent } from '../repository/project-paths.ts';

interface Result<Report> {
  readonly report: Report;
  readonly diagnostics: readonly Diagnostic[];
}

interface Stamp<Report> extends Result<Report> {
  readonly inputs: string;
  readonly outputs: string;
  /** The site was built for this time, and is the same until that one. */
  readonly from: number;
  readonly until?: number | undefined;
}

const stampFile = ({ manifest }: DiskStoreOptions): string => manifest.replace(/json$/, 'stamp.json');

export function unchangedSite<Report>(
  output: DiskStoreOptions,
  { inputs, now }: Surroundings,
): Result<Report> | undefined {
  const [sum, text = ''] = (ifPossible(() => readFileSync(stampFile(output), 'utf8')) ?? '').split('\n', 2);
  if (digest(text) !== sum) return undefined;
  const stamp = JSON.parse(text) as Stamp<Report>;
  if (stamp.inputs !== inputs || now < stamp.from || now >= (stamp.until ?? Infinity)) return undefined;
  if (stamp.outputs !== stampOutputs(output)) return undefined;
  const { report, diagnostics } = stamp;
  return { report, diagnostics };
}

/** Takes the place of the stamp while a build runs. */
export const noteBuild = (output: DiskStoreOptions): void =>
  void ifPossible(() => replaceFile(stampFile(output), output.staging));

/**
 * Without a result, the next build has to look at everything. It has to as well after two builds at once, which may each
 * have written some of the files: the later one replaced the note of the earlier one, which then removes what it finds.
 */
export async function stampSite<Report>(
  output: DiskStoreOptions,
  { inputs, settled, now }: Surroundings,
  site: (Result<Report> & { readonly until: number | undefined }) | undefined,
): Promise<void> {
  const file = stampFile(output);
  if (settled && site) {
    // Until a later change of the last file would leave a trace.
    await wait(TICK + 5);
    const text = JSON.stringify({ inputs, outputs: stampOutputs(output), from: now, ...site });
    const isAlone = ifPossible(() => readFileSync(file, 'utf8')) === output.staging;
    if (isAlone) return void ifPossible(() => replaceFile(file, `${digest(text)}\n${text}`));
  }
  ifPossible(() => rmSync(file));
}

/** Every published file, by its digest and stamp, in folders and not behind links. */
function stampOutputs({ folder, manifest }: DiskStoreOptions): string {
  const stamps: string[] = [];
  const folders = new Set<string>();
  for (const [path, content] of readList(manifest)) {
    const stats = statOf(join(folder, path));
    stamps.push(path, content, stats?.isFile() ? stampOf(stats) : '');
    for (let above = dirname(path); !folders.has(above); above = dirname(above)) folders.add(above);
  }
  for (const path of folders) if (!statOf(join(folder, path))?.isDirectory()) stamps.push(path);
  return digest(stamps.join('\0'));
}

/** Everything that a build reads, by the names and stamps of its files: if nothing of it changed, nothing need be read. */
export interface Surroundings {
  /** Equal for two builds that read the same. */
  readonly inputs: string;
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
  const walk: Walk = { stamps: [...beside(content)], now: Date.now() };
  const folders = [
    content,
    `${content}.${wish.target}`,
    ...inheritedContent(config),
    ownTemplates(config),
    ...sharedTemplates(config),
    ...themeFolders(config),
    // Another version of the program, of Node.js or of a package may render the same content differently.
    PROGRAM,
  ];
  let settled = true;
  for (const folder of folders) {
    walk.stamps.push(folder);
    settled = stampFolder(folder, walk) && settled;
  }
  for (const file of manifestPlaces()) settled = stampEntry(file, walk) && settled;
  // The history of the content follows from its commit and the tags of versions.
  const commit = await askForCommit(content, config.programEnvironment()).catch(expecting(NoGit, () => undefined));
  const read = [cwd, site, force, config, commit && inWords(commit), process.versions, walk.stamps];
  return { inputs: digest(JSON.stringify(read)), settled, now: at, commit };
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
    const path = folder + sep + entry.name;
    if (entry.isDirectory()) {
      walk.stamps.push(path);
      settled = stampFolder(path, walk) && settled;
      continue;
    }
    settled = stampEntry(path, walk) && settled;
    if (entry.isSymbolicLink()) walk.stamps.push(...throughLink(path));
  }
  return settled;
}

function stampEntry(path: string, { stamps, now }: Walk): boolean {
  const stats = statOf(path);
  stamps.push(basename(path), stats ? stampOf(stats) : '');
  return stats === undefined || isStampReliable(stats, now);
}

/** A link inside the folder leads to a file that has its own stamp, and one that leads outside is never followed. */
const throughLink = (path: string): readonly string[] =>
  ifPossible(() => {
    const stats = statSync(path);
    return [readlinkSync(path), stats.isFile() ? stampOf(stats) : ''];
  }) ?? [''];

const inWords = ({ ok, text, isOutside, reason }: Attempt): string => (ok ? text : `${isOutside} ${reason}`);
