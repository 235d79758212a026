import type { Ci } from '../ci.ts';

/** On GitLab a job can only read with its own token, so git pushes with GITCAST_TOKEN. */
export async function usePushToken({ git, host, runner }: Ci): Promise<void> {
  const { variable } = runner;
  const [server, path, token] = [variable('CI_SERVER_URL'), variable('CI_PROJECT_PATH'), variable('GITCAST_TOKEN')];
  if (runner.host !== 'gitlab' || !host || server === undefined || path === undefined || token === undefined) return;
  const url = new URL(`${server}/${path}.git`);
  url.username = 'gitcast';
  url.password = token;
  await git.run(['remote', 'set-url', 'origin', url.href]);
}
