import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Config, Target } from '../../config/config.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { TARGET, type TargetOptions } from '../calls/shared-options.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { check, failed, passed, reportCheck, type Check, type Finding } from './check.ts';
import { ciFilesChecks } from './ci-files-check.ts';
import { count } from '../../diagnostics/count.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { checkContent } from '../../model/check-content.ts';
import { modelSettings, readRepository, nameOf } from '../../repository/repository.ts';
import { openStore, knownIdentity } from '../../target/stores.ts';
import { gitOf } from '../../repository/project-git.ts';
import { probePush } from '../../git/probe-push.ts';
import { findRemote } from '../../git/remote.ts';
import { readSettings } from '../../git/git-settings.ts';
import { namespaceOf } from '../../git/ref-names.ts';
import { clockProblem } from '../../remote/http/http.ts';
import { environmentFor } from '../files/present-content.ts';
import { openTarget, type OpenTarget } from '../../target/open-target.ts';

/** The result of `doctor`. */
export interface Diagnosis extends Reported<{
  /** The checks, in the order in which they were made. */
  readonly checks: readonly Check[];
}> {}

/** Checks everything that a sync needs. With `state: git` it pushes a ref below refs/gitcast/ and deletes it again. */
export const doctor = defineCall(TARGET, async (outside, options: TargetOptions): Promise<Diagnosis> => {
  const checks = (await examine(outside, options)).map(reportCheck);
  // A check reports its error, and so also that it was stopped.
  outside.signal?.throwIfAborted();
  return { report: { checks }, ending: { failed: checks.some(({ ok }) => !ok) } };
});

async function examine(outside: Outside, options: TargetOptions): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = configOf(outside);
  } catch (error) {
    return [failed('configuration', error)];
  }
  const target = options.target ?? config.defaultTarget;
  const configuration = passed('configuration', `${config.root}`);
  const machine = [
    await check('git', () => gitVersion(config)),
    await check('permissions', () => writable(config)),
    ...(await ciFilesChecks(config)),
  ];
  // The content, the state and the connection depend on the target.
  const named = await check('target', () => targetNamed(config, target).name);
  if (!named.ok) return [configuration, ...machine, named];
  const state = await check('state', () => stateSummary(config, target));
  return [
    configuration,
    await check('content', () => contentState(config, outside, target)),
    ...machine,
    state,
    ...(state.ok ? await pushChecks(config, targetNamed(config, target), outside) : []),
    ...(await targetChecks(config, outside, { ...options, target })),
  ];
}

export function contentState(config: Config, { folder }: Outside, target: string): string {
  const { name } = targetNamed(config, target);
  const content = readRepository(config, folder, name);
  const { diagnostics } = checkContent(content, modelSettings(config));
  const errors = diagnostics.filter(isError).length;
  if (errors > 0) throw new UserError(`${count(errors, 'error')}`, { suggestion: 'gitcast validate shows them' });
  return `${count(content.documents.length, 'document')}, no errors`;
}

/** The first version whose fetch writes no FETCH_HEAD. */
const OLDEST_GIT = [2, 29] as const;

export async function gitVersion(config: Config): Promise<string> {
  const git = gitOf(config);
  const said = await git.run(['--version']);
  const [major, minor] = (/(\d+)\.(\d+)/.exec(said)?.slice(1) ?? []).map(Number) as [number, number];
  const isOld = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1]);
  if (config.state === 'git' && isOld) {
    throw new UserError(`${said} is too old for \`state: git\``, {
      suggestion: `update git to ${OLDEST_GIT.join('.')} or newer`,
    });
  }
  // A folder outside a repository is fine unless the state is kept in git, which the next check finds out.
  const { ok, isOutside, reason, suggestion } = await git.attempt(['rev-parse', '--git-dir']);
  if (!ok && !isOutside) throw new UserError(reason, { suggestion });
  return said;
}

export function writable({ root }: Config): string {
  for (const path of [root, join(root, '.gitcast')]) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw new UserError(`no permission to write to ${path}`, { suggestion: 'check its owner and permissions' });
    }
  }
  return 'the repository is writable';
}

export async function stateSummary(config: Config, name: string): Promise<string> {
  const target = targetNamed(config, name);
  const store = openStore(config, target);
  const { base, interrupted } = await store.load();
  const where = config.state === 'git' && target.type === 'remote' ? `, kept ${await store.where()}` : '';
  return `${count(base.entries.size, 'document')} managed${where}${interrupted ? '; a run was interrupted, the next sync continues it' : ''}`;
}

/** A run that cannot push could not record what it sent. Nothing to check if the state is not on a remote. */
export async function pushChecks(config: Config, target: Target, { now }: Outside): Promise<readonly Finding[]> {
  if (config.state !== 'git' || target.type !== 'remote') return [];
  const git = gitOf(config);
  const settings = await readSettings(git);
  const remote = await findRemote(git, config.stateRemote, settings);
  if (!remote) return [];
  const { name = 'gitcast', email = 'gitcast@localhost' } = settings.author;
  const below = namespaceOf(knownIdentity(config, target).folder);
  const probe = { git, remote, settings, author: { name, email }, below, now: now().getTime() };
  const looked = async (): Promise<string> => {
    await probePush(probe);
    return `${remote.name} accepts refs below ${below}${settings.isSigning ? ', and commits are signed' : ''}`;
  };
  return [await check('push', looked)];
}

/** Checks the key, the connection, the broadcast and the clock with one request. */
export async function targetChecks(
  config: Config,
  outside: Outside,
  options: TargetOptions & { readonly target: string },
): Promise<readonly Finding[]> {
  let target: OpenTarget;
  try {
    const { checked } = environmentFor(config, outside.folder, options.target);
    target = await openTarget(config, outside, { ...options, broadcastName: nameOf(checked.broadcast) });
  } catch (error) {
    return [failed('target', error)];
  }
  try {
    const reached = await check(`target ${target.name}`, () => answerOf(target));
    return reached.ok ? [reached, clockCheck(target)] : [reached];
  } finally {
    await target.close();
  }
}

async function answerOf({ client, profile }: OpenTarget): Promise<string> {
  const record = await client.read('broadcast');
  if (!record) {
    throw new UserError('the key gives no access to this broadcast: wrong broadcast or plan', {
      suggestion: "check the target's userId and broadcastId, and that the key was created for this broadcast",
    });
  }
  return `${profile} profile, connected to broadcast “${String(record.fields['name'])}”`;
}

function clockCheck({ clockSkew }: OpenTarget): Finding {
  const skew = clockSkew();
  const problem = skew === undefined ? undefined : clockProblem(skew);
  return problem === undefined
    ? passed('clock', 'agrees with the service')
    : failed('clock', new UserError(problem, { suggestion: 'set the clock on this machine' }));
}
