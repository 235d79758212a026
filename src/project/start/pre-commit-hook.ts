/** The git hook that checks what is staged. Its folder depends on core.hooksPath and worktrees. */
import { chmodSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { repositoryAround } from '../../git/repository.ts';
import { shownFrom } from '../files/repository.ts';
import type { Environment } from '../outside.ts';
import { writeFile } from '../files/write-files.ts';

export interface Hook {
  readonly path: string;
  readonly text: string;
  readonly isThere: boolean;
}

/** Throws before anything is written if there is another hook, which is not ours to change. */
export function preCommitHook(folder: string, env: Environment): Hook {
  const repository = repositoryAround(folder, env);
  if (!repository) {
    throw new UserError('there is no git repository here to install a hook in', {
      suggestion: 'run git init first',
    });
  }
  const { root, hooks } = repository;
  const below = shownFrom(root, realpathSync(folder));
  const path = join(hooks, 'pre-commit');
  const text = hookText(below);
  if (!existsSync(path)) return { path, text, isThere: false };
  const present = readFileSync(path, 'utf8');
  if (present === text || present.includes('validate --staged')) return { path, text, isThere: true };
  throw new UserError(`nothing was written: there is already a pre-commit hook, ${path}`, {
    suggestion: `add this line to it: npx --no-install gitcast ${words(below)}`,
  });
}

/** The files that were written. */
export function installHook(hook: Hook | undefined): readonly string[] {
  if (!hook || hook.isThere) return [];
  writeFile(hook.path, hook.text);
  chmodSync(hook.path, 0o755);
  return [hook.path];
}

const words = (below: string): string =>
  ['validate --staged --quiet', ...(below === '' ? [] : [`--config ${quoted(`${below}/gitcast.config.yaml`)}`])].join(
    ' ',
  );

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** git starts a hook at the top of the work tree. Without gitcast the hook prints a notice and allows the commit. */
function hookText(below: string): string {
  const places = ['.', ...(below === '' ? [] : [quoted(below)])];
  return `#!/bin/sh
# Checks what is staged before it is committed. Written by gitcast init --hooks; git commit --no-verify skips it.
for place in ${places.join(' ')}; do
  if [ -x "$place/node_modules/.bin/gitcast" ]; then
    exec "$place/node_modules/.bin/gitcast" ${words(below)}
  fi
done
if command -v gitcast >/dev/null 2>&1; then
  exec gitcast ${words(below)}
fi
echo 'gitcast is not installed, so this commit was not checked: run npm ci to install it' >&2
`;
}
