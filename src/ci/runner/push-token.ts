import type { Ci } from '../ci.ts';

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
