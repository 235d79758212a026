/** GitHub, for the jobs of its workflows. */
import { UserError } from '../../diagnostics/errors.ts';
import { headerOf, type AnswerHeaders } from '../../remote/http/exchange.ts';
import * as is from '../../values/shape.ts';
import { allOf, isNotFound, openApi, unlessRefused, type Api } from './api.ts';
import { harmless, isMarked, type ChangeRequest, type CodeHost } from './code-host.ts';

export interface GitHubOptions {
  /** The value of GITHUB_API_URL. */
  readonly api?: string | undefined;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
  /** The variables with the proxies to use. */
  readonly variable: (name: string) => string | undefined;
}

/** Null if the account is gone. */
const login = is.orNull(is.object({ login: is.text }));
const comment = is.object({
  id: is.count,
  user: login,
  body: is.optional(is.orNull(is.text)),
  updated_at: is.text,
});
const environment = is.object({ protection_rules: is.optional(is.listOf(is.object({ type: is.text }))) });
const pullRequest = is.object({
  number: is.count,
  state: is.oneOf(['open', 'closed']),
  head: is.object({ sha: is.text, repo: is.orNull(is.object({ full_name: is.text })) }),
  base: is.object({ ref: is.text }),
  merged_at: is.orNull(is.text),
  /** Before the merge, that of a trial merge. */
  merge_commit_sha: is.orNull(is.text),
});

/** The author of what a workflow writes with its own token. */
const BOT = 'github-actions[bot]';

export function githubHost(options: GitHubOptions): CodeHost {
  const { repository } = options;
  const api = openGitHubApi(options);
  const at = `/repos/${repository}`;
  return {
    longestComment: 65_536,
    requestsOf: async (commit) => {
      const found = await allOf(api.readAll(`${at}/commits/${commit}/pulls?per_page=100`, pullRequest));
      return found.map(asRequest);
    },
    ownComment: async (number) => {
      for await (const found of api.readAll(`${at}/issues/${number}/comments?per_page=100`, comment)) {
        const { id, user, body, updated_at: writtenAt } = found;
        if (user?.login === BOT && isMarked(body ?? '')) return { id, text: body ?? '', writtenAt };
      }
      return undefined;
    },
    writeComment: (number, body, present) =>
      present
        ? api.write('PATCH', `${at}/issues/comments/${present.id}`, { body })
        : api.write('POST', `${at}/issues/${number}/comments`, { body }),
    requestsFrom: async (branch, base) => {
      const [owner = ''] = repository.split('/');
      const query = new URLSearchParams({ state: 'all', head: `${owner}:${branch}`, base, per_page: '100' });
      const found = await allOf(api.readAll(`${at}/pulls?${query}`, pullRequest));
      // A fork can have a branch of the same name.
      return found.filter(({ head }) => head.repo?.full_name === repository).map(asRequest);
    },
    writeRequest: async ({ branch: head, base, title, text }, present) => {
      const body = harmless(text) + HOW_TO_CHECK;
      if (present !== undefined) return api.write('PATCH', `${at}/pulls/${present}`, { body });
      const isOpen = await unlessRefused(
        api.write('POST', `${at}/pulls`, { title, head, base, body }).then(() => true),
        ({ status, said }) => status === 403 && said.startsWith('GitHub Actions is not permitted'),
      );
      if (isOpen) return;
      throw new UserError(`The branch ${head} is pushed, but GitHub did not open a pull request`, {
        suggestion: "allow Actions to open pull requests in the repository's settings, and run this job again",
      });
    },
    requireApprovers: async (name) => {
      // GitHub creates an environment that does not exist, without any rule: then nobody would have approved anything.
      const path = `${at}/environments/${encodeURIComponent(name)}`;
      const found = await unlessRefused(api.read(path, environment), isNotFound);
      if (found?.protection_rules?.some(({ type }) => type === 'required_reviewers')) return;
      throw new UserError(
        `The environment ${name} requires no reviewers, so nobody approved this plan: nothing was sent`,
        { suggestion: 'add required reviewers to it in the settings of the repository, and run this workflow again' },
      );
    },
  };
}

const asRequest = (found: is.InferOf<typeof pullRequest>): ChangeRequest => ({
  number: found.number,
  isOpen: found.state === 'open',
  mergedAt: found.merged_at ?? undefined,
  head: found.head.sha,
  base: found.base.ref,
  merged: found.merged_at !== null && found.merge_commit_sha !== null ? [found.merge_commit_sha] : [],
});

/** GitHub does not start workflows for a pull request that Actions opened. */
const HOW_TO_CHECK = '\nThe checks start when somebody approves them here, or closes and reopens this pull request.\n';

const openGitHubApi = ({ api: url = 'https://api.github.com', token, variable }: GitHubOptions): Api =>
  openApi({
    host: 'GitHub',
    url,
    token,
    variable,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'gitcast',
      'x-github-api-version': '2022-11-28',
    },
    nextPage: (headers) => nextPage(headers, url),
    suggest: ({ status, headers }) => {
      if (status === 401) return 'pass the token of the workflow to this step: `GH_TOKEN: ${{ github.token }}`';
      if (status !== 403) return undefined;
      const needed = headerOf(headers, 'x-accepted-github-permissions');
      return needed === undefined ? undefined : `add to the \`permissions\` of the job: ${asInWorkflow(needed)}`;
    },
  });

/** `issues=write; pull_requests=write` are alternatives; a workflow spells one `pull-requests: write`. */
const asInWorkflow = (needed: string): string =>
  needed
    .split(';')
    .map((one) => `\`${one.trim().replaceAll('_', '-').replaceAll('=', ': ')}\``)
    .join(' or ');

/** The `Link` header has whole addresses; only one of the API itself is followed. */
function nextPage(headers: AnswerHeaders, url: string): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headerOf(headers, 'link') ?? '')?.[1];
  const base = url.replace(/\/+$/, '');
  return next?.startsWith(`${base}/`) ? next.slice(base.length) : undefined;
}
