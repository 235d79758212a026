/**
 * A proxy and a certificate decide who can read what is sent. In a `.env` that is committed, whoever opens a pull request
 * could put both between gitcast and the service, and read the key.
 */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { gitIn, NoGit } from '../../git/git.ts';

/** Throws where one of these variables comes from a `.env` that git has. */
export function refuseCommittedWay(config: Config, names: readonly (string | undefined)[]): void {
  const { variable, environment } = config;
  const name = names.find(
    (each) => each !== undefined && (variable(each) ?? '') !== '' && environment(each) === undefined,
  );
  if (name === undefined || !isTracked(config, '.env')) return;
  throw new UserError(`${name} is set in .env, which is committed to git: whoever changes it could read the key`, {
    suggestion: `take it out of git with \`git rm --cached .env\`, or set ${name} in the environment`,
  });
}

function isTracked({ root }: Config, file: string): boolean {
  try {
    return gitIn(root).attemptNow(['ls-files', '--error-unmatch', '--', file]).ok;
  } catch (error) {
    if (error instanceof NoGit) return false;
    throw error;
  }
}
