/** Pushes the branch that is checked out, and finds the address at which its pull request can be opened. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';
import { remoteOf } from './remote.ts';

export interface PushedBranch {
  readonly pushed: boolean;
  /** Why it is only in this repository, as a clause. */
  readonly notPushed?: string;
  /** Opens a pull request, or merge request, of the branch. */
  readonly url?: string;
}

/** `base`: the branch that changes are merged into; it needs no pull request. */
export async function pushBranch(git: Git, branch: string, base: string): Promise<PushedBranch> {
  try {
    const remote = await remoteOf(git, branch);
    const tracked = (await git.attempt(['config', '--get', `branch.${branch}.merge`])).text.trim();
    const ref = tracked === '' ? `refs/heads/${branch}` : tracked;
    const words = ['push', '--set-upstream', remote, `HEAD:${ref}`];
    const { ok, reason, complaint } = await git.attempt(words, { timeout: 120_000 });
    if (!ok) return { pushed: false, notPushed: notPushed(reason) };
    const [address = ''] = (await git.run(['remote', 'get-url', '--push', remote])).split('\n');
    const url = branch === base ? undefined : (requestIn(complaint) ?? requestAt(address, branch, base));
    return { pushed: true, ...(url !== undefined && { url }) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { pushed: false, notPushed: error.message };
  }
}

const notPushed = (reason: string): string =>
  /\[rejected\]/.test(reason)
    ? 'the remote has commits that are not here; run `git pull --rebase`, then `git push`'
    : reason;

/** Hosts print it after a push of a new branch. */
function requestIn(complaint: string): string | undefined {
  const printed = complaint.match(/^remote:.*?https?:\/\/\S+/gm) ?? [];
  const urls = printed.map((line) => /https?:\/\/\S+/.exec(line)![0].replace(/\/\/[^/@]*@/, '//'));
  return urls.find((url) => /merge_requests\/new|pull\/new|pull-requests\/new|\/compare\//.test(url));
}

/** By the name of the host, for those that print nothing. */
const PAGES: readonly (readonly [host: RegExp, page: (branch: string, base: string) => string])[] = [
  [/^github\.|\.github\./, (branch) => `pull/new/${branch}`],
  [/gitlab/, (branch) => `-/merge_requests/new?merge_request[source_branch]=${branch}`],
  [/^codeberg\.org$|gitea|forgejo/, (branch, base) => `compare/${base}...${branch}`],
  [/^bitbucket\.org$/, (branch) => `pull-requests/new?source=${branch}`],
];

/** `remote` is a URL, or `git@host:owner/name.git`. */
export function requestAt(remote: string, branch: string, base: string): string | undefined {
  const short = /^(?:[^@/]+@)?([^:/]{2,}):(?!\/\/)(.+)$/.exec(remote);
  const url = URL.parse(short ? `ssh://${short[1]}/${short[2]}` : remote);
  if (!url || !/^(?:https?|ssh|git):$/.test(url.protocol)) return undefined;
  const page = PAGES.find(([host]) => host.test(url.hostname))?.[1];
  const origin = url.protocol.startsWith('http') ? `${url.protocol}//${url.host}` : `https://${url.hostname}`;
  const path = url.pathname.replace(/\.git\/?$|\/$/, '');
  const [encoded, into] = [branch, base].map((name) => encodeURIComponent(name).replaceAll('%2F', '/'));
  return page && `${origin}${path}/${page(encoded!, into!)}`;
}
