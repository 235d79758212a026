/** GitLab, for the jobs of the default branch: no other job sees GITCAST_TOKEN. */
import { UserError } from '../../diagnostics/errors.ts';
import { headerOf } from '../../remote/http/exchange.ts';
import { once } from '../../values/once.ts';
import * as is from '../../values/shape.ts';
import { allOf, isNotFound, openApi, unlessRefused, type Api } from './api.ts';
import { harmless, isMarked, type ChangeRequest, type CodeHost } from './code-host.ts';

export interface GitLabOptions {
  /** The value of CI_API_V4_URL. */
  readonly api: string;
  /** The value of CI_PROJECT_URL. */
  readonly page: string;
  readonly projectId: number;
  /** The value of GITCAST_TOKEN. */
  readonly token: string;
  /** The variables with the proxies to use. */
  readonly variable: (name: string) => string | undefined;
}

const user = is.object({ id: is.count });
const note = is.object({ id: is.count, author: user, body: is.text, updated_at: is.text });
const commitId = is.optional(is.orNull(is.text));
const mergeRequest = is.object({
  iid: is.count,
  /** `locked` while GitLab merges it. */
  state: is.oneOf(['opened', 'closed', 'merged', 'locked']),
  sha: is.text,
  /** Null if the fork is gone. */
  source_project_id: is.orNull(is.count),
  target_branch: is.text,
  merged_at: is.optional(is.orNull(is.text)),
  merge_commit_sha: commitId,
  squash_commit_sha: commitId,
});

/** The job whose file is read, and the file. */
const JOB = 'gitcast check';
const FILE = 'gitcast-out/plan.json';

export function gitlabHost(options: GitLabOptions): CodeHost {
  const { projectId, page } = options;
  const api = openGitLabApi(options);
  const at = `/projects/${projectId}`;
  const requests = `${at}/merge_requests`;
  /** The user whom the token belongs to. */
  const self = once(() => api.read('/user', user));
  const ownRequests = async (path: string): Promise<readonly ChangeRequest[]> => {
    const found = await allOf(api.readAll(path, mergeRequest));
    // The jobs of a fork and their files belong to another project.
    return found.filter(({ source_project_id: source }) => source === projectId).map(asRequest);
  };
  return {
    // GitLab takes a million; `harmless` makes some texts longer.
    longestComment: 900_000,
    requestsOf: async (commit) => {
      const path = `${at}/repository/commits/${commit}/merge_requests?per_page=100`;
      return (await allOf(api.readAll(path, mergeRequest))).map(asRequest);
    },
    ownComment: async (number) => {
      const { id: own } = await self();
      for await (const found of api.readAll(`${requests}/${number}/notes?per_page=100`, note)) {
        const { id, author, body, updated_at: writtenAt } = found;
        if (author.id === own && isMarked(body)) return { id, text: body, writtenAt };
      }
      return undefined;
    },
    writeComment: (number, body, present) =>
      present
        ? api.write('PUT', `${requests}/${number}/notes/${present.id}`, { body })
        : api.write('POST', `${requests}/${number}/notes`, { body }),
    requestsFrom: (branch, base) =>
      ownRequests(
        `${requests}?${new URLSearchParams({ source_branch: branch, target_branch: base, per_page: '100' })}`,
      ),
    writeRequest: ({ branch, base, title, text }, present) => {
      const description = harmless(text);
      if (present !== undefined) return api.write('PUT', `${requests}/${present}`, { description });
      const added = { source_branch: branch, target_branch: base, title, description, remove_source_branch: true };
      return api.write('POST', requests, added);
    },
    requireApprovers: async (name) => {
      const path = `${at}/protected_environments/${encodeURIComponent(name)}`;
      if (await unlessRefused(api.read(path, is.object({ name: is.text })), isNotFound)) return;
      // Everyone who can run pipelines of the default branch could start the job.
      throw new UserError(
        `The environment ${name} is not protected, so nobody in particular approved this plan: nothing was sent`,
        { suggestion: 'protect it in Settings > CI/CD > Protected environments, and start this job again' },
      );
    },
    requestPlans: async function* () {
      for (const request of await ownRequests(`${requests}?state=opened&per_page=100`)) {
        const ref = encodeURIComponent(`refs/merge-requests/${request.number}/head`);
        const job = new URLSearchParams({ job: JOB });
        const text = await api.text(`${at}/jobs/artifacts/${ref}/raw/${FILE}?${job}`);
        if (text !== undefined) yield { request, text, page: `${page}/-/jobs/artifacts/${ref}/browse?${job}` };
      }
    },
  };
}

const asRequest = (found: is.InferOf<typeof mergeRequest>): ChangeRequest => ({
  number: found.iid,
  isOpen: found.state === 'opened' || found.state === 'locked',
  mergedAt: found.state === 'merged' ? (found.merged_at ?? undefined) : undefined,
  head: found.sha,
  base: found.target_branch,
  // A fast-forward makes no commit of its own.
  merged:
    found.state === 'merged'
      ? [found.merge_commit_sha, found.squash_commit_sha, found.sha].filter((each) => typeof each === 'string')
      : [],
});

const openGitLabApi = ({ api: url, token, variable }: GitLabOptions): Api =>
  openApi({
    host: 'GitLab',
    url,
    token,
    variable,
    headers: { 'private-token': token, 'user-agent': 'gitcast' },
    nextPage: (headers, path) => {
      const page = headerOf(headers, 'x-next-page') ?? '';
      if (page === '') return undefined;
      const [start = '', query] = path.split('?');
      const next = new URLSearchParams(query);
      next.set('page', page);
      return `${start}?${next}`;
    },
    suggest: ({ status }) =>
      status === 401 || status === 403
        ? 'set the variable GITCAST_TOKEN to a project access token with the scopes api and write_repository, and the role Maintainer'
        : undefined,
  });
