import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles, isSame } from '../machine/write-files.ts';
import type { Environment } from '../repository/caller.ts';
import { version } from '../machine/program.ts';
import type { CiHost } from './ci/ci-subject.ts';
import { UPLOAD_FOLDER, UPLOAD_TOOL, uploadTool } from './ci/upload-tool.ts';
import { hasShrinkwrap, isLocked, lockedVersion, lockPackages, packageFiles, type Pin } from './pinned-package.ts';

/** The reason why gitcast is not locked for CI. */
export type LockProblem =
  /** This gitcast runs from its sources, so there is no package to install. */
  | { readonly type: 'no-package'; readonly host: CiHost }
  /** npm could not write the lockfile in this folder of the repository; empty for its top. */
  | { readonly type: 'not-locked'; readonly reason: string; readonly folder: string }
  /** It is locked, but another version than the one that wrote the files of CI. */
  | { readonly type: 'other-version'; readonly host: CiHost; readonly locked: string; readonly wanted: string }
  /** This folder of the repository has an npm-shrinkwrap.json, which npm prefers to the lockfile. */
  | { readonly type: 'shrinkwrap'; readonly folder: string };

export interface PinAsked {
  readonly host: CiHost | undefined;
  /** The gitcast for CI; undefined if there is none that can be installed. */
  readonly pin: Pin | undefined;
  readonly isPinAsked: boolean;
}

/** Pins gitcast for CI. Returns the written files, and the problems that are left to a person. */
export async function lockGitcast(
  folder: string,
  { host, pin, isPinAsked: isAsked, env }: PinAsked & { readonly env: Environment },
): Promise<{ readonly files: readonly string[]; readonly problems: readonly LockProblem[] }> {
  if (host === undefined) return { files: [], problems: [] };
  const own = await lockOwn(folder, { host, pin, isPinAsked: isAsked, env });
  const tool = await lockUploadTool(folder, env);
  const problems = [own.problem ?? versionProblem(folder, host), tool.problem].filter(
    (problem) => problem !== undefined,
  );
  return { files: [...own.files, ...tool.files], problems };
}

/** The files start jobs of the gitcast that wrote them. */
function versionProblem(folder: string, host: CiHost): LockProblem | undefined {
  const [locked, wanted] = [lockedVersion(folder), version()];
  if (host === 'none' || locked === undefined || locked === wanted) return undefined;
  return { type: 'other-version', host, locked, wanted };
}

interface Locked {
  readonly files: readonly string[];
  readonly problem: LockProblem | undefined;
}

async function lockOwn(
  folder: string,
  { host, pin, isPinAsked: isAsked, env }: PinAsked & { readonly host: CiHost; readonly env: Environment },
): Promise<Locked> {
  if (!pin) {
    const isMissed = host !== 'none' && !isLocked(folder);
    return { files: [], problem: isMissed ? { type: 'no-package', host } : undefined };
  }
  const files = packageFiles(folder, pin, { isAsked });
  const due = Object.entries(files).filter(([path, text]) => !isSame(join(folder, path), text));
  writeFiles(folder, Object.fromEntries(due));
  const paths = due.map(([path]) => path);
  if (hasShrinkwrap(folder)) return { files: paths, problem: { type: 'shrinkwrap', folder: '' } };
  if (paths.length === 0 && isLocked(folder)) return { files: [], problem: undefined };
  const reason = await lockPackages(folder, env);
  return reason === undefined
    ? { files: [...paths, 'package-lock.json'], problem: undefined }
    : { files: paths, problem: { type: 'not-locked', reason, folder: '' } };
}

async function lockUploadTool(folder: string, env: Environment): Promise<Locked> {
  const there = join(folder, UPLOAD_FOLDER);
  const manifest = join(folder, UPLOAD_TOOL);
  const name = existsSync(manifest) ? uploadTool(readFileSync(manifest, 'utf8')) : undefined;
  if (name === undefined || isLocked(there, name)) return { files: [], problem: undefined };
  if (hasShrinkwrap(there)) return { files: [], problem: { type: 'shrinkwrap', folder: UPLOAD_FOLDER } };
  const reason = await lockPackages(there, env, name);
  return reason === undefined
    ? { files: [`${UPLOAD_FOLDER}/package-lock.json`], problem: undefined }
    : { files: [], problem: { type: 'not-locked', reason, folder: UPLOAD_FOLDER } };
}
