/**
 * A proxy and a certificate decide who can read the requests. Anyone who opens a pull request could add both to a committed
 * `.env`, and read the key.
 */
import type { Config } from '../config/config.ts';
import { UserError, assertNever } from '../diagnostics/errors.ts';
import { isBelowRepository } from '../git/folder-in-repository.ts';
import { NoGit } from '../git/git.ts';
import { gitOf } from '../repository/project-git.ts';

/** Throws if one of these variables comes from a `.env` that is committed, or may be. */
export function refuseCommittedWay(config: Config, names: readonly (string | undefined)[]): void {
  const { variable, environment } = config;
  const name = names.find(
    (each) => each !== undefined && (variable(each) ?? '') !== '' && environment(each) === undefined,
  );
  if (name === undefined) return;
  const tracking = trackingOf(config, '.env');
  switch (tracking.type) {
    case 'untracked':
      return;
    case 'tracked':
      throw new UserError(
        `${name} is set in .env, which is committed to git: anyone who changes it could read the key`,
        { suggestion: `remove it from git with \`git rm --cached .env\`, or set ${name} in the environment` },
      );
    case 'unknown':
      throw new UserError(
        `${name} is set in .env, and it is unknown whether that is committed to git: ${tracking.reason}`,
        { suggestion: tracking.suggestion ?? `set ${name} in the environment` },
      );
    default:
      return assertNever(tracking);
  }
}

type Tracking =
  | { readonly type: 'tracked' | 'untracked' }
  | { readonly type: 'unknown'; readonly reason: string; readonly suggestion?: string | undefined };

/** Ignores case: on some disks `.ENV` is the same file. */
function trackingOf(config: Config, file: string): Tracking {
  if (!isBelowRepository(config.root)) return { type: 'untracked' };
  try {
    const { ok, text, reason, suggestion } = gitOf(config).attemptNow(['ls-files', '--', `:(icase)${file}`]);
    if (!ok) return { type: 'unknown', reason, suggestion };
    return { type: text === '' ? 'untracked' : 'tracked' };
  } catch (error) {
    if (error instanceof NoGit) return { type: 'unknown', reason: error.message };
    throw error;
  }
}
