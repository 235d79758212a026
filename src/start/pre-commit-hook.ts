/** The git hook that checks what is staged. Its folder depends on core.hooksPath and worktrees. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { existing, repositoryAround } from '../git/repository.ts';
import { realPath } from '../machine/symbolic-links.ts';
import { shownFrom } from '../repository/repository.ts';
import type { Environment } from '../repository/caller.ts';
import type { Joined } from './join-workspace.ts';
import { replaceFile } from '../machine/replace-file.ts';

interface Hook {
  readonly path: string;
  readonly text: string;
  readonly isThere: boolean;
}

/**
 * Throws before anything is written if the hook of somebody else is there. In a repository with several
 * broadcasts the hook checks every one that a commit changes, and replaces the hook that was written for one of them.
 */
export function preCommitHook(
  { folder, env }: { readonly folder: string; readonly env: Environment },
  joined: Joined | undefined,
): Hook {
  // `init` may still have to create the folder.
  const repository = repositoryAround(existing(folder), env);
  if (!repository) {
    throw new UserError('there is no git repository here to install a hook in', {
      suggestion: 'run git init first',
    });
  }
  const { root, hooks } = repository;
  const below = shownFrom(root, realPath(folder));
  const others = joined?.others ?? [];
  const checked: Checked = { below, all: others.length > 0 };
  const path = join(hooks, 'pre-commit');
  const text = hookText(checked);
  if (!existsSync(path)) return { path, text, isThere: false };
  const present = readFileSync(path, 'utf8');
  const isThere = checked.all ? ALL_CHECKED.test(present) : present.includes('validate --staged');
  if (present === text || isThere) return { path, text, isThere: true };
  const inRepository = (each: string): string => shownFrom(root, realpathSync(join(joined!.root, each)));
  if (others.some((each) => present === hookText({ below: atRoot(inRepository(each)), all: false }))) {
    return { path, text, isThere: false };
  }
  throw new UserError(`nothing was written: there is already a pre-commit hook, ${path}`, {
    suggestion: `add this line to it: npx --no-install gitcast ${words(checked)}`,
  });
}

const ALL_CHECKED = /validate (?=.*--staged)(?=.*--all)/;

const atRoot = (path: string): string => (path === '.' ? '' : path);

interface Checked {
  /** The folder of the broadcast in the repository; empty at the root. */
  readonly below: string;
  /** Check every broadcast that the commit changes. */
  readonly all: boolean;
}

/** The files that were written. */
export function installHook(hook: Hook | undefined): readonly string[] {
  if (!hook || hook.isThere) return [];
  replaceFile(hook.path, hook.text, { mode: 0o755 });
  return [hook.path];
}

function words({ below, all }: Checked): string {
  const which = all ? ['--all'] : below === '' ? [] : [`--config ${quoted(`${below}/gitcast.config.yaml`)}`];
  return ['validate --staged --quiet', ...which].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** git starts a hook at the top of the work tree. Without gitcast the hook prints a notice and allows the commit. */
function hookText(checked: Checked): string {
  const { below, all } = checked;
  const places = ['.', ...(below === '' || all ? [] : [quoted(below)])];
  return `#!/bin/sh
# Checks what is staged before it is committed. Written by gitcast init --hooks; git commit --no-verify skips it.
for place in ${places.join(' ')}; do
  if [ -x "$place/node_modules/.bin/gitcast" ]; then
    exec "$place/node_modules/.bin/gitcast" ${words(checked)}
  fi
done
if command -v gitcast >/dev/null 2>&1; then
  exec gitcast ${words(checked)}
fi
echo 'gitcast is not installed, so this commit was not checked: run npm ci to install it' >&2
`;
}
