import { chmodSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { defaultBranch, firstBranches } from '../../git/default-branch.ts';
import { isInRepository, repositoryAround } from '../../git/repository.ts';
import { CI_HOSTS, ciFiles, ciNeeds, type CiHost, type CiSubject } from '../init/ci-files.ts';
import { defineCommand, type Outcome } from '../command.ts';
import type { Environment } from '../context.ts';
import { loadConfig } from '../../project/settings/load-config.ts';
import { oneOfOption } from '../option-values.ts';
import { isLocked, lockPackages, packageFiles, pinOf, type Pin } from '../init/pinned-package.ts';
import { preCommitHook, type Hook } from '../init/pre-commit-hook.ts';
import { shownFrom } from '../../project/files/repository.ts';
import { starterFiles } from '../init/starter.ts';
import { addedText, initText, type LockProblem } from '../views/init.ts';
import { writeFile, writeFiles, type FileTexts } from '../../project/files/write-files.ts';

export const init = defineCommand({
  arguments: [{ name: 'DIR', about: 'The folder to start in; this one when it is left out' }],
  options: {
    ci: { value: 'HOST', about: `What CI runs on: ${CI_HOSTS.join(', ')}; github for a new repository` },
    hooks: { about: 'Install a git hook that checks what is staged before every commit' },
    package: {
      value: 'VERSION|FILE',
      about: 'The gitcast that CI installs: a version, or a tarball of npm pack; otherwise the one that runs now',
    },
    force: { about: 'Overwrite files that are there; a git hook never' },
  },
  examples: [
    { line: 'gitcast init my-festival', about: 'Starts a repository in the folder my-festival' },
    { line: 'gitcast init --ci gitlab --hooks', about: 'Starts one here; in an existing repository, adds only these' },
    { line: 'gitcast init --ci github --package gitcast-0.2.0.tgz', about: 'Lets CI install gitcast from a tarball' },
  ],
  async run({ context: { cwd, env }, arguments: [dir = '.'], options }) {
    const folder = resolve(cwd, dir);
    const host = oneOfOption('--ci', options.ci, CI_HOSTS);
    const pin = pinOf(options.package, cwd);
    const asked = { host, hooks: options.hooks, force: options.force, pin, isPinAsked: options.package !== undefined };
    return isBroadcast(folder) && (host !== undefined || options.hooks)
      ? add(asked, { cwd, env, folder })
      : start(asked, { cwd, folder });
  },
});

interface Asked {
  readonly host: CiHost | undefined;
  readonly hooks: boolean;
  readonly force: boolean;
  /** The gitcast for CI; undefined where there is none that can be installed. */
  readonly pin: Pin | undefined;
  readonly isPinAsked: boolean;
}

const isBroadcast = (folder: string): boolean =>
  ['gitcast.config.yaml', 'content/broadcast.yaml'].some((path) => existsSync(join(folder, path)));

async function start(asked: Asked, { cwd, folder }: { cwd: string; folder: string }): Promise<Outcome> {
  const { host = 'github', hooks, force } = asked;
  if (isBroadcast(folder) && !force) {
    throw new UserError(`there is a broadcast in ${shownFrom(cwd, folder) || 'this folder'} already`, {
      suggestion: 'gitcast new adds a document; gitcast init --ci HOST and gitcast init --hooks add what they name',
    });
  }
  const files = { ...starterFiles(), ...ciFiles(host, { config: undefined, branch: defaultBranch(folder) }) };
  const paths = Object.keys(files).sort();
  refuseTaken(
    paths.filter((path) => !force && existsSync(join(folder, path))),
    'start in another folder',
  );
  const hook = hooks ? preCommitHook(folder) : undefined;
  writeFiles(folder, files);
  const { files: locked, problem } = await lockGitcast(folder, { ...asked, host });
  const all = [...new Set([...paths, ...locked])].sort();
  const written = [...all.map((path) => join(folder, path)), ...install(hook)];
  const isInGit = isInRepository(folder);
  return {
    exitCode: 0,
    json: { files: written.map((path) => shownFrom(cwd, path)), ...(problem && { problem }) },
    human: (style) => initText({ folder: shownFrom(cwd, folder), paths: all, host, isInGit, problem }, style),
  };
}

/** What was written to pin gitcast for CI, and what is left to a person. */
async function lockGitcast(
  folder: string,
  { host, pin, isPinAsked: isAsked }: Asked,
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
  const reason = await lockPackages(folder);
  return reason === undefined
    ? { files: [...paths, 'package-lock.json'], problem: undefined }
    : { files: paths, problem: { type: 'not-locked', reason } };
}

/**
 * Into a repository that is there: what is missing, and what `init` itself has written before there was a target or a
 * branch. Nothing of what somebody has changed.
 */
async function add(
  asked: Asked,
  { cwd, env, folder }: { cwd: string; env: Environment; folder: string },
): Promise<Outcome> {
  const { host, hooks, force } = asked;
  const config = loadConfig({ cwd: folder, env });
  if (host === 'github' || host === 'gitlab') refuseBelowRoot(folder, host);
  const subject = { config, branch: defaultBranch(folder) };
  const files = host === undefined ? {} : ciFiles(host, subject);
  const older = host === undefined ? [] : olderFiles(host, folder, subject);
  const due = Object.entries(files).filter(([path, text]) => !isSame(join(folder, path), text));
  const there = due.map(([path]) => path).filter((path) => existsSync(join(folder, path)));
  refuseTaken(
    there.filter((path) => !force && !older.some((before) => isSame(join(folder, path), before[path]!))),
    'compare them with what you need',
  );
  const hook = hooks ? preCommitHook(folder) : undefined;
  writeFiles(folder, Object.fromEntries(due));
  const before = new Set(['package.json', 'package-lock.json'].filter((path) => existsSync(join(folder, path))));
  const { files: locked, problem } = await lockGitcast(folder, asked);
  const written = [...[...due.map(([path]) => path), ...locked].map((path) => join(folder, path)), ...install(hook)];
  const shown = written.map((path) => shownFrom(cwd, path));
  const renewed = there.length + locked.filter((path) => before.has(path)).length;
  return {
    exitCode: 0,
    json: { files: shown, ...(problem && { problem }) },
    human: (style) => addedText({ files: shown, renewed, host, needs: ciNeeds(config), problem }, style),
  };
}

/** What a run has written that knew less: of no target, of no secrets, or of no repository. */
const olderFiles = (host: CiHost, folder: string, { config, branch }: CiSubject): readonly FileTexts[] =>
  [branch, ...firstBranches(folder)].flatMap((each) =>
    [undefined, config, config && { ...config, secrets: [] }].map((known) =>
      ciFiles(host, { config: known, branch: each }),
    ),
  );

/** Hosts read their files at the root of a repository only. */
function refuseBelowRoot(folder: string, host: 'github' | 'gitlab'): void {
  const repository = repositoryAround(folder);
  if (!repository || realpathSync(repository.root) === realpathSync(folder)) return;
  const name = { github: 'GitHub', gitlab: 'GitLab' }[host];
  throw new UserError(
    `${name} looks for its files at the root of the git repository, ${repository.root}, not in here`,
    {
      suggestion: 'write the script with --ci script, and start ci/gitcast.sh from a workflow of your own',
    },
  );
}

const MOST_NAMED = 6;

function refuseTaken(taken: readonly string[], instead: string): void {
  if (taken.length === 0) return;
  const more = taken.length > MOST_NAMED ? ` and ${taken.length - MOST_NAMED} more` : '';
  const named = taken.slice(0, MOST_NAMED).join(', ');
  throw new UserError(`nothing was written, for these files are there already: ${named}${more}`, {
    suggestion: `${instead}, or overwrite them with --force`,
  });
}

const isSame = (path: string, text: string | Uint8Array): boolean =>
  existsSync(path) && readFileSync(path).equals(Buffer.from(text as string));

function install(hook: Hook | undefined): readonly string[] {
  if (!hook || hook.isThere) return [];
  writeFile(hook.path, hook.text);
  chmodSync(hook.path, 0o755);
  return [hook.path];
}
