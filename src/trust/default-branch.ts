/**
 * The configuration of the default branch, for CI. A pull request's job has the key, and reads the configuration of the pull
 * request. So the reviewed default branch decides what may be sent where.
 *
 * Every job reads the tip of that branch. The name of the branch that a job was started for does not show which files are in
 * its folder: `pull_request_target`, `workflow_run` and `issue_comment` are started for the default branch, and may check
 * out a pull request.
 */
import { readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { readYaml } from '../content/yaml-tree.ts';
import { isObject, valueAt, type Json } from '../values/json.ts';
import { fetchCommit } from '../git/fetch-commit.ts';
import { folderInRepository, isBelowRepository } from '../git/folder-in-repository.ts';
import { NoGit, type Git } from '../git/git.ts';
import { findRemote, remoteTip, type Remote } from '../git/remote.ts';
import { runsInCi } from '../machine/runs-in-ci.ts';
import { hostOf, type Credential } from '../config/credentials.ts';
import { gitOf } from '../repository/project-git.ts';
import { ifPossible } from '../values/if-possible.ts';

export type DefaultBranch =
  /** Not running in CI. */
  | { readonly type: 'none' }
  /** The CI host does not name it. */
  | { readonly type: 'unnamed' }
  | { readonly type: 'read'; readonly branch: string; readonly settings: TrustedSettings }
  /** It has no configuration yet. */
  | { readonly type: 'empty'; readonly branch: string }
  | { readonly type: 'unread'; readonly branch: string; readonly reason: string };

export interface TrustedSettings {
  readonly secrets: readonly string[];
  /** By their owners. */
  readonly credentials: ReadonlyMap<string, TrustedCredential>;
}

export type TrustedCredential = Pick<Credential, 'host' | 'variables'>;

type Environment = Config['environment'];

export async function readDefaultBranch(config: Config): Promise<DefaultBranch> {
  const branch = defaultBranchIn(config.environment);
  if (branch === undefined) return { type: runsInCi(config.environment) ? 'unnamed' : 'none' };
  const git = gitOf(config);
  const tip = await tipOf(git, branch, config.environment);
  if (typeof tip !== 'string') return { type: 'unread', branch, ...tip };
  const { ok, text } = await git.attempt(['cat-file', 'blob', `${tip}:${pathOf(config)}`]);
  return ok ? { type: 'read', branch, settings: settingsIn(text) } : { type: 'empty', branch };
}

/** The path of the configuration in its repository. */
const pathOf = ({ root, file }: Config): string => `${folderInRepository(root)}/${file}`.replace(/^\//, '');

export type ClonedDefaultBranch =
  /** No repository, no git, or no remote whose default branch was fetched. */
  | { readonly type: 'none' }
  | { readonly type: 'read'; readonly settings: TrustedSettings }
  | { readonly type: 'unread'; readonly reason: string };

/** Outside CI: the configuration of the default branch as this clone knows it, empty if the branch has none. */
export async function clonedDefaultBranch(config: Config): Promise<ClonedDefaultBranch> {
  if (!isBelowRepository(config.root)) return { type: 'none' };
  const git = gitOf(config);
  try {
    const remotes = await git.attempt(['remote']);
    if (!remotes.ok) return { type: 'unread', reason: remotes.reason };
    const names = linesOf(remotes.text);
    const remote = names.includes('origin') ? 'origin' : names[0];
    if (remote === undefined) return { type: 'none' };
    if (names.length > 1 && remote !== 'origin')
      return { type: 'unread', reason: `none of its remotes ${names.join(', ')} is called origin` };
    const usual = ['HEAD', 'main', 'master'].map((name) => `refs/remotes/${remote}/${name}`);
    const refs = linesOf(await git.run(['for-each-ref', '--format=%(refname)', ...usual]));
    // A repository that was not cloned may lack the remote's `HEAD`.
    const ref = usual.find((each) => refs.includes(each));
    if (ref === undefined) return { type: 'none' };
    const { ok, text } = await git.attempt(['cat-file', 'blob', `${ref}:${pathOf(config)}`]);
    return { type: 'read', settings: settingsIn(ok ? text : '') };
  } catch (error) {
    if (error instanceof NoGit) return { type: 'none' };
    throw error;
  }
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** The next step if a host does not name it. */
export const NAME_IT = 'set GITCAST_DEFAULT_BRANCH in the job to the branch that people merge into, such as main';

/** Only the host's own environment counts: a pull request may change `.env`. */
function defaultBranchIn(environment: Environment): string | undefined {
  const named = environment('GITCAST_DEFAULT_BRANCH') || environment('CI_DEFAULT_BRANCH');
  return named || inGitHubEvent(environment) || ofSchedule(environment);
}

function inGitHubEvent(environment: Environment): string | undefined {
  const file = environment('GITHUB_EVENT_PATH');
  const event = file && ifPossible(() => JSON.parse(readFileSync(file, 'utf8')) as Json);
  const branch = valueAt(event, ['repository', 'default_branch']);
  return typeof branch === 'string' && branch !== '' ? branch : undefined;
}

/** GitHub runs schedules only on the default branch, and their events need not name it. */
const ofSchedule = (environment: Environment): string | undefined =>
  environment('GITHUB_EVENT_NAME') === 'schedule'
    ? /^refs\/heads\/(.+)$/.exec(environment('GITHUB_REF') ?? '')?.[1]
    : undefined;

/** From the remote, or from the clone if the remote cannot be read. */
async function tipOf(
  git: Git,
  branch: string,
  environment: Environment,
): Promise<string | { readonly reason: string }> {
  const ref = `refs/heads/${branch}`;
  const opened = await git.attempt(['rev-parse', '--show-superproject-working-tree']);
  if (!opened.ok) return { reason: opened.reason };
  // A pull request can add a submodule of any repository, whose default branch says what its owner wants.
  if (opened.text.trim() !== '')
    return { reason: 'this folder is a submodule, and not part of the repository of the job' };
  const remote = await findRemote(git, undefined);
  if (!remote) return { reason: 'the repository has no remote' };
  const owner = jobOwner(environment);
  if (owner && !(await isCloneOf(git, remote, owner)))
    return { reason: `the remote ${remote.name} is not ${owner.path}, which this job belongs to` };
  const tip = await remoteTip(git, remote.address, ref);
  if (tip.ok && tip.commit === undefined) return { reason: `the remote has no branch ${branch}` };
  if (tip.ok && (await fetchCommit(git, tip.commit!))) return tip.commit!;
  const cloned = await git.attempt(['rev-parse', '--verify', '-q', `refs/remotes/${remote.name}/${branch}^{commit}`]);
  return cloned.ok ? cloned.text.trim() : { reason: tip.ok ? 'its commit could not be fetched' : tip.reason };
}

/** The repository that a host started the job for. */
interface JobOwner {
  readonly path: string;
  /** Not known on GitLab, whose runners may clone from another name of the server. */
  readonly server: string | undefined;
}

function jobOwner(environment: Environment): JobOwner | undefined {
  const path = environment('GITHUB_REPOSITORY') || environment('CI_PROJECT_PATH');
  return path ? { path, server: environment('GITHUB_SERVER_URL') } : undefined;
}

/** A job may check out a fork, whose default branch is its owner's. */
async function isCloneOf(git: Git, { name }: Remote, { path, server }: JobOwner): Promise<boolean> {
  const plain = (text: string): string => text.toLowerCase().replace(/(?:\.git)?\/?$/, '');
  const hostname = server && URL.parse(server)?.hostname;
  const urls = (await git.run(['remote', 'get-url', '--all', name])).split('\n');
  return urls.every((url) => {
    const at = hostIn(url);
    return (
      plain(url)
        .replace(':', '/')
        .endsWith(`/${plain(path)}`) &&
      (!hostname || at === undefined || at === hostname)
    );
  });
}

/** The host name in `https://host/path` and in `git@host:path`; undefined for a folder of this machine. */
const hostIn = (url: string): string | undefined =>
  (URL.parse(url)?.hostname || /^(?:[^@/]+@)?([^:/]+):/.exec(url)?.[1])?.toLowerCase();

/** Reads only the settings that matter here: an older branch may have others that this version refuses. */
function settingsIn(text: string): TrustedSettings {
  const { data } = readYaml(text);
  const secrets = valueAt(data, ['secrets']);
  return {
    secrets: Array.isArray(secrets) ? secrets.filter((name: Json) => typeof name === 'string') : [],
    credentials: new Map(entriesIn(valueAt(data, ['targets'])).flatMap(([name, target]) => credentialIn(name, target))),
  };
}

const entriesIn = (table: Json | undefined): readonly [string, Json][] => Object.entries(isObject(table) ? table : {});

const KEYS = ['key', 'keyA', 'keyB'];

function credentialIn(owner: string, written: Json): readonly [string, TrustedCredential][] {
  const at = valueAt(written, ['baseUrl']);
  const variables = KEYS.map((key) => valueAt(written, [key, '$env'])).filter((name) => typeof name === 'string');
  return typeof at === 'string' ? [[owner, { host: hostOf(at), variables }]] : [];
}
