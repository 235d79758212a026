/** The keys that a job sees. One that runs the code of a pull request must not see any that can write. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import type { Environment } from '../project/index.ts';
import { planKey } from '../start/ci/ci-subject.ts';
import type { Ci } from './ci.ts';
import type { Runner } from './runner.ts';

/** The same job with other variables. */
export function withVariables(ci: Ci, variables: Environment): Ci {
  const env = { ...ci.runner.env, ...variables };
  return {
    ...ci,
    runner: { ...ci.runner, env, variable: (name) => env[name] || undefined },
    work: ci.work.with(variables),
  };
}

/** For jobs that run the code of a pull request: on GitLab it sees every variable that is not protected. */
export function refuseWriters({ runner }: Pick<Ci, 'runner'>, keys: readonly string[]): void {
  const found = ['GITCAST_TOKEN', ...(runner.host === 'gitlab' ? keys : [])].find(
    (name) => runner.variable(name) !== undefined,
  );
  if (found === undefined) return;
  throw new UserError(`${found} can write, and this job runs the code of a pull request`, {
    suggestion: 'make the variable protected, so that only jobs of protected branches see it',
  });
}

/** The key that can only read has another name, and stands for the other one where that is missing. */
export function readingWithPlanKeys(ci: Ci, names: readonly string[]): Ci {
  const { variable } = ci.runner;
  // A variable without a value here may have one in `.env`.
  const found = names.flatMap((name) => {
    const value = variable(name) === undefined ? variable(planKey(name)) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return withVariables(ci, Object.fromEntries(found));
}

/** Everything that a job of a pull request could write with is kept from it, so this job could only fail later. */
export function refuseRequest({ runner }: Pick<Ci, 'runner'>, job: string): void {
  if (!runner.isOfRequest) return;
  throw new UserError(`the job ${job} runs merged code only, and this is the run of a pull request`, {
    suggestion: 'start it in a workflow of the default branch',
  });
}

export const tokenIn = ({ host, variable }: Runner): string | undefined =>
  host === 'github' ? (variable('GH_TOKEN') ?? variable('GITHUB_TOKEN')) : variable('GITCAST_TOKEN');

/** Settings with which git sends the token to its host alone. They are in no file of the checkout, and on no command line. */
export function gitCredentials(runner: Runner): Environment {
  const { host, variable } = runner;
  const [user, server] =
    host === 'github' ? ['x-access-token', variable('GITHUB_SERVER_URL')] : ['gitcast', variable('CI_SERVER_URL')];
  const token = tokenIn(runner);
  if (token === undefined || server === undefined) return {};
  const others = Number(variable('GIT_CONFIG_COUNT') ?? 0);
  return {
    GIT_CONFIG_COUNT: String(others + 1),
    [`GIT_CONFIG_KEY_${others}`]: `http.${server}/.extraHeader`,
    [`GIT_CONFIG_VALUE_${others}`]: `Authorization: Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
  };
}

/**
 * For a host of a website with `to: ssh`: its keys come from variables, and no other host is trusted. Calls a function with a job
 * that can connect, and removes the key afterwards.
 */
export async function withSshKey<T>(ci: Ci, act: (able: Ci) => Promise<T>): Promise<T> {
  const key = ci.runner.variable('GITCAST_SSH_KEY');
  if (key === undefined) return act(ci);
  const knownHosts = ci.runner.variable('GITCAST_KNOWN_HOSTS');
  if (knownHosts === undefined) {
    throw new UserError('GITCAST_KNOWN_HOSTS is missing', {
      suggestion: 'set it to the output of `ssh-keyscan HOST`, after comparing it with the key of the server',
    });
  }
  return inTemporaryFolder('ssh', (folder) => {
    const [keyFile, hostsFile] = [join(folder, 'key'), join(folder, 'known_hosts')];
    writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
    writeFileSync(hostsFile, `${knownHosts}\n`, { mode: 0o600 });
    const command = `ssh -i ${keyFile} -o IdentitiesOnly=yes -o UserKnownHostsFile=${hostsFile} -o StrictHostKeyChecking=yes`;
    return act(withVariables(ci, { GITCAST_SSH: command, GITCAST_SSH_KEY: undefined }));
  });
}
