/** GitHub, for the jobs of its workflows. */
import { UserError } from '../../diagnostics/errors.ts';
import { headerOf, type AnswerHeaders } from '../../remote/http/exchange.ts';
import * as is from '../../values/shape.ts';
import type { FinishedRun } from '../runner/runner.ts';
import { allOf, isNotFound, openApi, unlessRefused, type Api } from './api.ts';
import type { CodeHost } from './code-host.ts';
import { githubPlans, pullRequest } from './github-plans.ts';
import { requestsOn } from './requests.ts';

export interface GitHubOptions {
  /** The value of GITHUB_API_URL. */
  readonly api?: string | undefined;
  /** The value of GITHUB_SERVER_URL. */
  readonly server?: string | undefined;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
  /** The run that a workflow_run event names. */
  readonly run?: FinishedRun | undefined;
  /** The variables with the proxies to use. */
  readonly variable: (name: string) => string | undefined;
  /** Takes sentences for the log. */
  readonly say?: (sentence: string) => void;
}

/** Null if the account is gone. */
const login = is.orNull(is.object({ login: is.text }));
const comment = is.object({ id: is.count, user: login, body: is.optional(is.orNull(is.text)) });
/** The list of issues has pull requests too. */
const issue = is.object({ number: is.count, title: is.text, user: login, pull_request: is.optional(is.object({})) });
const label = is.object({ name: is.text });
const issueEvent = is.object({ event: is.text, actor: login, created_at: is.instant, label: is.optional(label) });
const environment = is.object({ protection_rules: is.optional(is.listOf(is.object({ type: is.text }))) });

/** The author of what a workflow writes with its own token. */
const BOT = 'github-actions[bot]';
const STATUS_CONTEXT = 'gitcast review';
const LONGEST_STATUS = 140;

export function githubHost(options: GitHubOptions): CodeHost {
  const { server = 'https://github.com', repository, run, say = () => undefined } = options;
  const api = openGitHubApi(options);
  const at = `/repos/${repository}`;

  const canPush = async (user: string): Promise<boolean> => {
    const path = `${at}/collaborators/${encodeURIComponent(user)}/permission`;
    const found = await unlessRefused(api.read(path, is.object({ permission: is.text })), isNotFound);
    return found?.permission === 'admin' || found?.permission === 'write';
  };
  const addComment = (number: number, body: string): Promise<void> =>
    api.write('POST', `${at}/issues/${number}/comments`, { body });

  return {
    ...githubPlans({ api, at, repository, page: `${server}/${repository}`, run, say }),
    ...requestsOn({
      safe: (body) => body,

      ownComments: async function* (number) {
        for await (const { id, user, body } of api.readAll(`${at}/issues/${number}/comments?per_page=100`, comment))
          if (user?.login === BOT) yield { id, text: body ?? '' };
      },
      addComment,
      editComment: (_number, id, body) => api.write('PATCH', `${at}/issues/comments/${id}`, { body }),

      labelNames: async (number) => {
        const present = await allOf(api.readAll(`${at}/issues/${number}/labels?per_page=100`, label));
        return present.map(({ name }) => name);
      },
      labelings: async function* (number) {
        const events = api.readAll(`${at}/issues/${number}/events?per_page=100`, issueEvent);
        for await (const { event, actor, created_at: time, label: given } of events) {
          const user = actor ? { name: actor.login, canPush: () => canPush(actor.login) } : undefined;
          if (event === 'labeled') yield { name: given?.name, at: time, user };
        }
      },
      createLabel: (name, color) => api.write('POST', `${at}/labels`, { name, color }),
      isExistingLabel: ({ status }) => status === 422,

      ownRequests: async (state, from, base) => {
        const [owner = ''] = repository.split('/');
        const query = new URLSearchParams({ state, head: `${owner}:${from}`, base, per_page: '100' });
        const found = await allOf(api.readAll(`${at}/pulls?${query}`, pullRequest));
        return found
          .filter(({ head }) => head.repo?.full_name === repository)
          .map(({ number, head, merged_at: merged }) => ({ number, head: head.sha, isMerged: merged !== null }));
      },
      openRequest: async ({ branch: head, base, title, text: body }) => {
        const opened = api.write('POST', `${at}/pulls`, { title, head, base, body: body + HOW_TO_CHECK });
        const isOpen = await unlessRefused(
          opened.then(() => true),
          ({ status, said }) => status === 403 && said.startsWith('GitHub Actions is not permitted'),
        );
        if (isOpen) return;
        throw new UserError(`The branch ${head} is pushed, but GitHub did not open a pull request`, {
          suggestion: "allow Actions to open pull requests in the repository's settings, and run this job again",
        });
      },
      editRequest: (number, body) => api.write('PATCH', `${at}/pulls/${number}`, { body: body + HOW_TO_CHECK }),
      closeRequest: async (number) => {
        await addComment(number, 'All edits were withdrawn, or are in the base branch already.');
        await api.write('PATCH', `${at}/pulls/${number}`, { state: 'closed' });
      },

      ownIssues: async function* () {
        const query = new URLSearchParams({ state: 'open', creator: BOT, per_page: '100' });
        for await (const { user, pull_request: request, ...found } of api.readAll(`${at}/issues?${query}`, issue))
          if (user?.login === BOT && request === undefined) yield found;
      },
      openIssue: (title, body) => api.write('POST', `${at}/issues`, { title, body }),
      editIssue: (number, body) => api.write('PATCH', `${at}/issues/${number}`, { body }),
      endIssue: (number) => api.write('PATCH', `${at}/issues/${number}`, { state: 'closed' }),
    }),

    longestComment: 65_536,
    request: async (number) => {
      const found = await api.read(`${at}/pulls/${number}`, pullRequest);
      const isMerged = found.merged_at !== null;
      return {
        number,
        state: isMerged ? 'merged' : found.state,
        head: found.head.sha,
        base: found.base.ref,
        mergeCommit: (isMerged && found.merge_commit_sha) || undefined,
      };
    },
    removeLabel: async (number, name) => {
      const removed = api.write('DELETE', `${at}/issues/${number}/labels/${encodeURIComponent(name)}`);
      await unlessRefused(removed, isNotFound);
    },
    setStatus: (commit, { isApproved, about }) =>
      api.write('POST', `${at}/statuses/${commit}`, {
        state: isApproved ? 'success' : 'pending',
        context: STATUS_CONTEXT,
        description: about.slice(0, LONGEST_STATUS),
      }),

    // The job that runs this can publish by itself.
    rebuild: () => Promise.resolve(),
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
