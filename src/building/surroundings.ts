/** Everything that a build reads, by the names and stamps of its files: if nothing of it changed, nothing need be read. */
import { lstatSync, readdirSync, readlinkSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { askForCommit } from '../git/repository.ts';
import { NoGit, type Attempt } from '../git/git.ts';
import { isStampReliable, stampOf } from '../machine/file-stamp.ts';
import { digest } from '../values/digest.ts';
import { inheritedContent } from '../repository/project-paths.ts';
import { ownTemplates, sharedTemplates, themeFolders } from './folders.ts';
import type { BuiltFor } from './wish.ts';

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

interface Wanted {
  /** The names of files in diagnostics are relative to it. */
  readonly cwd: string;
  readonly wish: BuiltFor;
  readonly force: boolean;
}

export async function lookAround(config: Config, { cwd, wish, force }: Wanted): Promise<Surroundings> {
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
  const commit = await commitOf(content, config);
  const known = [cwd, site, force, config, commit && inWords(commit), stamps];
  return { digest: digest(JSON.stringify(known)), settled, now: at, commit };
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
  for (const entry of entriesOf(folder)) {
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
function throughLink(path: string): readonly string[] {
  try {
    const stats: Stats = statSync(path);
    return [readlinkSync(path), stats.isFile() ? stampOf(stats) : ''];
  } catch {
    return [''];
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The history of the content follows from its commit. */
async function commitOf(content: string, config: Config): Promise<Attempt | undefined> {
  try {
    return await askForCommit(content, config.programEnvironment());
  } catch (error) {
    if (error instanceof NoGit) return undefined;
    throw error;
  }
}

const inWords = ({ ok, text, isOutside, reason }: Attempt): string => (ok ? text : `${isOutside} ${reason}`);
