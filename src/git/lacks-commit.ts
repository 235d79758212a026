import type { Git } from './git.ts';

/** Whether what is checked out was made without a commit. A shallow clone cannot tell, and then it was not. */
export async function lacksCommit(git: Git, commit: string): Promise<boolean> {
  const head = await git.attempt(['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (!head.ok || head.text.trim() === commit) return false;
  if ((await git.run(['rev-parse', '--is-shallow-repository'])) === 'true') return false;
  return !(await git.attempt(['merge-base', '--is-ancestor', commit, 'HEAD'])).ok;
}
