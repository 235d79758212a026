import type { Git } from './git.ts';

/** The commit at a ref of a remote, undefined if it has none; or the reason why it could not be asked. */
export type RemoteTip =
  | { readonly ok: true; readonly commit: string | undefined }
  | { readonly ok: false; readonly reason: string };

/**
 * `git ls-remote` compares only the end of a name: with `refs/heads/main`, it also lists a branch that somebody called
 * `a/refs/heads/main`, and lists it first.
 */
export async function remoteTip(git: Git, address: string, ref: string): Promise<RemoteTip> {
  const { ok, text, reason } = await git.attempt(['ls-remote', '--', address, ref], { timeout: 120_000 });
  if (!ok) return { ok, reason };
  const [commit] =
    text
      .split('\n')
      .map((line) => line.split('\t'))
      .find(([, name]) => name === ref) ?? [];
  return { ok, commit };
}
