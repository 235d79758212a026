/** GitLab, for the jobs of the default branch: no other job sees GITCAST_TOKEN. */
import { UserError } from '../../diagnostics/errors.ts';
import { headerOf } from '../../remote/http/exchange.ts';
import { once } from '../../values/once.ts';
import * as is from '../../values/shape.ts';
import { allOf, firstOf, isNotFound, openApi, unlessRefused, type Api } from './api.ts';
import { LARGEST_FILE, PLAN_FILES, type CodeHost, type MadePlan } from './code-host.ts';
import { requestsOn } from './requests.ts';

export interface GitLabOptions {
  /** The value of CI_API_V4_URL. */
  readonly api: string;
  readonly projectId: number;
  /** The value of GITCAST_TOKEN. */
  readonly token: string;
  /** The branch whose pipeline publishes the website. */
  readonly branch: string;
  /** The variables with the proxies to use. */
  readonly variable: (name: string) => string | undefined;
  /** Takes sentences for the log. */
  readonly say?: (sentence: string) => void;
}

const user = is.object({ id: is.count });
const note = is.object({ id: is.count, author: user, body: is.text });
const issue = is.object({ iid: is.count, title: is.text, author: user });
const pipeline = is.object({ id: is.count, sha: is.text, project_id: is.optional(is.count) });
const job = is.object({ id: is.count, name: is.text, status: is.text, web_url: is.text });

const mergeRequest = is.object({
  iid: is.count,
  /** `locked` while GitLab merges it. */
  state: is.oneOf(['opened', 'closed', 'merged', 'locked']),
  sha: is.text,
  /** Null if the fork is gone. */
  source_project_id: is.orNull(is.count),
  target_branch: is.text,
  labels: is.listOf(is.text),
  merge_commit_sha: is.optional(is.orNull(is.text)),
  squash_commit_sha: is.optional(is.orNull(is.text)),
});

/** Without a user or a label if these are gone. */
const labelEvent = is.object({
  action: is.text,
  created_at: is.instant,
  user: is.orNull(is.object({ id: is.count, username: is.text })),
  label: is.orNull(is.object({ name: is.text })),
});

const STATES = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;
/** Developers and above can push, so they can approve. */
const DEVELOPER = 30;

export function gitlabHost(options: GitLabOptions): CodeHost {
  const { projectId, branch, say = () => undefined } = options;
  const api = openGitLabApi(options);
  const at = `/projects/${projectId}`;
  const requests = `${at}/merge_requests`;
  /** The user whom the token belongs to. */
  const self = once(() => api.read('/user', user));

  const canPush = async (id: number): Promise<boolean> => {
    const member = api.read(`${at}/members/all/${id}`, is.object({ access_level: is.number }));
    const found = await unlessRefused(member, isNotFound);
    return found !== undefined && found.access_level >= DEVELOPER;
  };

  return {
    ...gitlabPlans({ api, at, projectId, say }),
    ...requestsOn({
      safe: plainText,

      ownComments: async function* (number) {
        const { id: author } = await self();
        for await (const { id, body, ...each } of api.readAll(`${requests}/${number}/notes?per_page=100`, note))
          if (each.author.id === author) yield { id, text: body };
      },
      addComment: (number, body) => api.write('POST', `${requests}/${number}/notes`, { body }),
      editComment: (number, id, body) => api.write('PUT', `${requests}/${number}/notes/${id}`, { body }),

      labelNames: async (number) => (await api.read(`${requests}/${number}`, mergeRequest)).labels,
      labelings: async function* (number) {
        const events = api.readAll(`${requests}/${number}/resource_label_events?per_page=100`, labelEvent);
        for await (const { action, created_at: time, user: by, label } of events) {
          const given = by ? { name: by.username, canPush: () => canPush(by.id) } : undefined;
          if (action === 'add') yield { name: label?.name, at: time, user: given };
        }
      },
      createLabel: (name, color) => api.write('POST', `${at}/labels`, { name, color: `#${color}` }),
      isExistingLabel: ({ status }) => status === 409,

      ownRequests: async (asked, from, base) => {
        const state = asked === 'open' ? 'opened' : asked;
        const query = new URLSearchParams({ state, source_branch: from, target_branch: base, per_page: '100' });
        const all = await allOf(api.readAll(`${requests}?${query}`, mergeRequest));
        return all
          .filter(({ source_project_id: source }) => source === projectId)
          .map(({ iid, sha, state: found }) => ({ number: iid, head: sha, isMerged: found === 'merged' }));
      },
      openRequest: ({ branch: from, base, title, text: description }) => {
        const added = { source_branch: from, target_branch: base, title, description, remove_source_branch: true };
        return api.write('POST', requests, added);
      },
      editRequest: (number, description) => api.write('PUT', `${requests}/${number}`, { description }),
      closeRequest: (number) => api.write('PUT', `${requests}/${number}`, { state_event: 'close' }),

      ownIssues: async function* (title) {
        const { id } = await self();
        const query = new URLSearchParams({ state: 'opened', in: 'title', search: title, per_page: '100' });
        for await (const { iid, author, ...found } of api.readAll(`${at}/issues?${query}`, issue))
          if (author.id === id) yield { ...found, number: iid };
      },
      openIssue: (title, description) => api.write('POST', `${at}/issues`, { title, description }),
      editIssue: (number, description) => api.write('PUT', `${at}/issues/${number}`, { description }),
      endIssue: (number) => api.write('PUT', `${at}/issues/${number}`, { state_event: 'close' }),
    }),

    // GitLab takes a million; `plainText` makes some texts longer.
    longestComment: 900_000,
    request: async (number) => {
      const found = await api.read(`${requests}/${number}`, mergeRequest);
      // A fast-forward makes no commit of its own.
      const mergeCommit = found.merge_commit_sha ?? found.squash_commit_sha ?? found.sha;
      return {
        number,
        state: STATES[found.state],
        head: found.sha,
        base: found.target_branch,
        mergeCommit: found.state === 'merged' ? mergeCommit : undefined,
      };
    },
    removeLabel: (number, name) => api.write('PUT', `${requests}/${number}`, { remove_labels: name }),
    // A status of a commit would add a job to its pipeline, and no merge can require it by name.
    setStatus: () => Promise.resolve(),

    rebuild: async () => {
      // Only a job named `pages` publishes on GitLab Pages, and it would publish nothing if it found nothing to build.
      const variables = [{ key: 'GITCAST_JOB', value: 'site' }];
      const started = api.write('POST', `${at}/pipeline`, { ref: branch, variables }).then(() => true);
      // A project may forbid variables: then the pipeline also syncs, which has nothing to do.
      if (await unlessRefused(started, ({ status }) => status === 400 || status === 403)) return;
      await api.write('POST', `${at}/pipeline`, { ref: branch });
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
  };
}

/**
 * GitLab carries out lines that begin with a slash, such as `/merge`, with the rights of the author, and notifies
 * everyone whom a text mentions. Plans and conflicts quote what others wrote, so an invisible word joiner prevents both.
 */
const plainText = (given: string): string =>
  given
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
    .replaceAll(/@(?!\u2060)/g, '@\u2060')
    .replaceAll(/^(\s*)\//gm, '$1\u2060/');

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

const PLAN_JOB = 'gitcast plan';
const FOLDER = 'gitcast-out';

interface PlanOptions extends Required<Pick<GitLabOptions, 'projectId' | 'say'>> {
  readonly api: Api;
  /** The path of the project in the API. */
  readonly at: string;
}

/**
 * The plans of all open merge requests: a job of the default branch looks for them, since GitLab starts none when a merge
 * request's own job ends. The files of such a job are data that its code wrote, of limited size.
 */
function gitlabPlans(options: PlanOptions): Pick<CodeHost, 'plans' | 'takeSite' | 'makePlanAgain'> {
  const { api, at, projectId, say } = options;
  const requests = `${at}/merge_requests`;

  /** The last plan of the commit that a merge request is at. */
  const planJob = async (number: number, commit: string) => {
    const pipelines = api.readAll(`${requests}/${number}/pipelines?per_page=100`, pipeline);
    const own = await firstOf(pipelines, (each) => each.sha === commit && (each.project_id ?? projectId) === projectId);
    if (!own) return undefined;
    const jobs = api.readAll(`${at}/pipelines/${own.id}/jobs?per_page=100`, job);
    return firstOf(jobs, ({ name, status }) => name === PLAN_JOB && (status === 'success' || status === 'failed'));
  };

  const fileOf = ({ id }: is.InferOf<typeof job>, name: string): Promise<Uint8Array | 'absent' | 'too-large'> =>
    api.download(`${at}/jobs/${id}/artifacts/${FOLDER}/${name}`, LARGEST_FILE);

  const filesOf = async (number: number, made: is.InferOf<typeof job>): Promise<MadePlan['files']> => {
    const files: Record<string, Uint8Array> = {};
    for (const name of PLAN_FILES) {
      const content = await fileOf(made, name);
      // One merge request must not hold up the others.
      if (content === 'too-large') say(`The file ${name} of merge request ${number} is too large, so it was not read.`);
      else if (content !== 'absent') files[name] = content;
    }
    return files;
  };

  return {
    plans: async function* () {
      const opened = api.readAll(`${requests}?state=opened&per_page=100`, mergeRequest);
      for await (const { iid: number, sha: commit, source_project_id: source } of opened) {
        // The jobs of a fork and their artifacts belong to another project.
        if (source !== projectId) continue;
        const made = await planJob(number, commit);
        const files = made && (await filesOf(number, made));
        if (!files || Object.keys(files).length === 0) continue;
        const hasPictures = (await fileOf(made, 'pictures/index.html')) !== 'absent';
        const pictures = hasPictures ? `${made.web_url}/artifacts/browse/${FOLDER}/pictures` : undefined;
        yield { number, commit, isFromFork: false, page: made.web_url, pictures, files };
      }
    },
    // The website is no artifact of that job.
    takeSite: () => Promise.resolve(false),
    makePlanAgain: async ({ number, head }) => {
      const made = await planJob(number, head);
      if (!made) return false;
      const started = api.write('POST', `${at}/jobs/${made.id}/retry`).then(() => true);
      // GitLab archives old jobs.
      return (await unlessRefused(started, ({ status, said }) => status === 403 && /retryable/.test(said))) ?? false;
    },
  };
}
