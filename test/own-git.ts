/**
 * The tests use git without anything that whoever runs them has set. A hook of git starts them with variables that name its
 * repository (GIT_DIR, GIT_INDEX_FILE), and a `git commit` in a test would then rewrite that one. Settings of the machine or
 * the user, such as signed commits, hooks and colours, would change what tests see.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * After each commit and each push, git starts another process that looks for something to tidy up, and there is never
 * anything in the repositories of tests. The user's own ignored files are in no setting, but in a file that has a default.
 */
const SETTINGS = `[gc]
	auto = 0
[maintenance]
	auto = false
[receive]
	autogc = false
[core]
	excludesFile = /dev/null
	attributesFile = /dev/null
[safe]
	directory = ${JSON.stringify(ROOT)}
`;

/** Where git keeps its own programs: it is not found without this on some machines, and names no repository. */
const KEPT = 'GIT_EXEC_PATH';

/** Changes `env`, which git then finds no repository by but that of its folder, and no settings but those in `file`. */
export function useOwnGit(env: NodeJS.ProcessEnv, file: string): void {
  for (const name of Object.keys(env)) if (name.startsWith('GIT_') && name !== KEPT) delete env[name];
  writeFileSync(file, SETTINGS);
  env['GIT_CONFIG_GLOBAL'] = file;
  env['GIT_CONFIG_NOSYSTEM'] = '1';
  env['GIT_ATTR_NOSYSTEM'] = '1';
}

/** Before any test file, so that each process of the run inherits it. The program keeps nothing among the user's own files. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-git-'));
  useOwnGit(process.env, join(folder, 'gitconfig'));
  process.env['XDG_STATE_HOME'] = join(folder, 'state');
  return () => rmSync(folder, { recursive: true, force: true });
}
