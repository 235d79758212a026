/** The keys that a job sees. One that runs the code of a pull request must not see any that can write. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Environment } from '../../project/index.ts';
import { planKey } from '../../start/ci/ci-subject.ts';
import type { Ci } from '../ci.ts';
import { settingsOf, type Settings } from './ci-settings.ts';

/** The same job with other variables. */
export function withVariables(ci: Ci, variables: Environment): Ci {
  const env = { ...ci.runner.env, ...variables };
  return {
    ...ci,
    runner: { ...ci.runner, env, variable: (name) => env[name] || undefined },
    work: ci.work.with(variables),
  };
}

/** For jobs that run the code of a pull request, on any host. */
export function refuseTokenOfWriter({ runner }: Pick<Ci, 'runner'>): void {
  if (runner.variable('GITCAST_TOKEN') === undefined) return;
  throw new UserError('GITCAST_TOKEN has write access, and this job runs the code of a merge request', {
    suggestion: 'make the variable protected, so that only jobs of protected branches see it',
  });
}

/**
 * A merge request on GitLab sees every variable that is not protected, and its own code could print them. So the key that
 * can only read has another name there. On GitHub the workflow gives it the usual one.
 */
export async function withPlanKeys(ci: Ci): Promise<Ci> {
  const { runner } = ci;
  if (runner.host !== 'gitlab' || !runner.isOfRequest) return ci;
  const names = keysIn(await settingsOf(ci));
  const writing = names.find((name) => runner.variable(name) !== undefined);
  if (writing !== undefined) {
    throw new UserError(`${writing} can write, and this job runs the code of a merge request`, {
      suggestion: `make the variable protected, and set ${planKey(writing)} to a key that can only read`,
    });
  }
  return withVariables(ci, Object.fromEntries(names.map((name) => [name, runner.variable(planKey(name))])));
}

/** On GitLab, a job of the default branch may have both keys, or only the one that can read. */
export function readingWithPlanKeys(ci: Ci, names: readonly string[]): Ci {
  const { variable } = ci.runner;
  // A variable without a value here may have one in `.env`.
  const found = names.flatMap((name) => {
    const value = variable(name) === undefined ? variable(planKey(name)) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return withVariables(ci, Object.fromEntries(found));
}

export const keysIn = ({ keys, promotion }: Settings): readonly string[] => [
  ...new Set([...keys, ...(promotion?.keys ?? [])]),
];

/** Everything that a job of a pull request could write with is kept from it, so this job could only fail later. */
export function refuseRequest({ runner }: Pick<Ci, 'runner'>, job: string): void {
  if (!runner.isOfRequest) return;
  throw new UserError(`the job ${job} runs merged code only, and this is the run of a pull request`, {
    suggestion: 'start it in a workflow of the default branch',
  });
}

/**
 * On GitLab a job can only read with its own token, so git pushes with GITCAST_TOKEN while `act` runs. Afterwards it is taken out
 * of the settings of the checkout, which a runner may keep.
 */
export async function withPushToken<T>({ git, host, runner }: Ci, act: () => Promise<T>): Promise<T> {
  const { variable } = runner;
  const [server, path, token] = [variable('CI_SERVER_URL'), variable('CI_PROJECT_PATH'), variable('GITCAST_TOKEN')];
  if (runner.host !== 'gitlab' || !host || server === undefined || path === undefined || token === undefined)
    return act();
  const url = new URL(`${server}/${path}.git`);
  url.username = 'gitcast';
  url.password = token;
  const before = await git.run(['remote', 'get-url', 'origin']);
  await git.run(['remote', 'set-url', 'origin', url.href]);
  try {
    return await act();
  } finally {
    await git.run(['remote', 'set-url', 'origin', before]);
  }
}
