/** The paths that a branch or a commit in progress changes. */
import { posix } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { askHistory, findCommit } from './fetch-commit.ts';
import { gitAsCalled, gitIn, listed, type Git, type GitEnvironment } from './git.ts';
import { isObjectId } from './objects.ts';

/** Names, as opposed to contents: git quotes nothing and follows no rename, so both sides of a move are listed. */
const NAMES = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules'];

/** The differences from an earlier commit. All paths are relative to one folder. */
export interface Changes {
  readonly paths: readonly string[];
  /** The text of a file at that commit; undefined if it had none. */
  readonly before: (path: string) => Promise<string | undefined>;
}

/**
 * The paths that differ between the files in the work tree and the commit at which the current branch left `ref`, and those that
 * a commit since then changed and a later one changed back: a sync in between may have sent them.
 */
export async function changedSince(folder: string, ref: string, env: GitEnvironment): Promise<Changes> {
  const git = gitIn(folder, env);
  const commit = await findRef(git, ref);
  if (commit === undefined) throw unknownRef(ref);
  return changesFrom(git, await partingPoint(git, { head: 'HEAD', commit, ref }));
}

/** Untracked files that are not ignored count too. */
async function changesFrom(git: Git, base: string): Promise<Changes> {
  const [prefix, changed, committed, untracked] = await Promise.all([
    git.run(['rev-parse', '--show-prefix']),
    git.run(['diff', ...NAMES, base, '--']),
    git.run(['log', '--format=', ...NAMES, `${base}..HEAD`]),
    git.run(['ls-files', '--others', '--exclude-standard', '--full-name', '-z', ':/']),
  ]);
  const paths = [changed, committed, untracked].flatMap(listed);
  return changesIn([...new Set(paths)], { git, base, prefix });
}

/** The paths of the next commit, as a hook sees them. */
export async function changedInIndex(cwd: string, folder: string, env: GitEnvironment): Promise<Changes> {
  const git = gitAsCalled(cwd, env);
  const [prefix, changed] = await Promise.all([
    gitIn(folder, env).run(['rev-parse', '--show-prefix']),
    git.run(['diff', '--cached', ...NAMES]),
  ]);
  return changesIn(listed(changed), { git, base: 'HEAD', prefix });
}

/** `paths` and `prefix` are relative to the top of the repository. */
const changesIn = (
  paths: readonly string[],
  { git, base, prefix }: { readonly git: Git; readonly base: string; readonly prefix: string },
): Changes => ({
  paths: paths.map((path) => posix.relative(prefix, path)),
  before: async (path) => {
    const { ok, text } = await git.attempt(['show', `${base}:${posix.join(prefix, path)}`]);
    return ok ? text : undefined;
  },
});

async function findRef(git: Git, ref: string): Promise<string | undefined> {
  const resolve = () => git.attempt(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  const found = await resolve();
  if (found.ok) return found.text.trim();
  if (found.isOutside) await git.run(['rev-parse']);
  if (isObjectId(ref) && (await findCommit(git, ref)).type === 'here') return (await resolve()).text.trim();
  return undefined;
}

const unknownRef = (ref: string): UserError =>
  new UserError(`git knows no commit, branch or tag ${ref}`, {
    suggestion: `run \`git fetch origin\`, and pass a name that \`git log ${ref}\` accepts, such as origin/main`,
  });

/** The commit at which one branch left the other; `ref` is the name of `commit`, for messages. */
export async function partingPoint(
  git: Git,
  { head, commit, ref }: { readonly head: string; readonly commit: string; readonly ref: string },
): Promise<string> {
  const { answer, refused } = await askHistory(git, { commits: [head, commit], remote: undefined }, async () => {
    const { ok, text } = await git.attempt(['merge-base', head, commit]);
    return ok ? text.trim() : undefined;
  });
  if (answer !== undefined) return answer;
  throw new UserError(`the current commit and ${ref} have no common history here`, {
    suggestion:
      refused === undefined
        ? 'pass a commit or branch of the same repository'
        : `fetch the history (\`git fetch --unshallow\`, or fetch-depth: 0 in CI): ${refused}`,
  });
}
