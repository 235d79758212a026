import { join } from 'node:path';
import { writeFiles, isSame } from '../files/write-files.ts';
import type { Environment } from '../outside.ts';
import type { CiHost } from './ci-files.ts';
import { isLocked, lockPackages, packageFiles, type Pin } from './pinned-package.ts';

/** The reason why gitcast is not locked for CI: it runs from its sources, or npm could not write the lockfile. */
export type LockProblem =
  /** This gitcast runs from its sources, so there is no package to install. */
  | { readonly type: 'no-package'; readonly host: CiHost }
  /** npm could not write the lockfile. */
  | { readonly type: 'not-locked'; readonly reason: string };

export interface PinAsked {
  readonly host: CiHost | undefined;
  /** The gitcast for CI; undefined if there is none that can be installed. */
  readonly pin: Pin | undefined;
  readonly isPinAsked: boolean;
}

/** Pins gitcast for CI. Returns the written files, and the problem that is left to a person. */
export async function lockGitcast(
  folder: string,
  { host, pin, isPinAsked: isAsked, env }: PinAsked & { readonly env: Environment },
): Promise<{ readonly files: readonly string[]; readonly problem: LockProblem | undefined }> {
  if (host === undefined) return { files: [], problem: undefined };
  if (!pin) {
    const isMissed = host !== 'none' && !isLocked(folder);
    return { files: [], problem: isMissed ? { type: 'no-package', host } : undefined };
  }
  const files = packageFiles(folder, pin, { isAsked });
  const due = Object.entries(files).filter(([path, text]) => !isSame(join(folder, path), text));
  writeFiles(folder, Object.fromEntries(due));
  const paths = due.map(([path]) => path);
  if (paths.length === 0 && isLocked(folder)) return { files: [], problem: undefined };
  const reason = await lockPackages(folder, env);
  return reason === undefined
    ? { files: [...paths, 'package-lock.json'], problem: undefined }
    : { files: paths, problem: { type: 'not-locked', reason } };
}
