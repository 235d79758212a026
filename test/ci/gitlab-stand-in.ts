/**
 * GitLab cannot run on this machine: this answers its paths over real HTTP, with pages of results, and refuses what the token's
 * scope does not allow. Its state is plain data, for tests to set and to read.
 */
import { matched, pageOf, serve, serveFiles, type Heard, type Reply } from './stand-in-server.ts';

export interface StandInMergeRequest {
  readonly iid: number;
  sha: string;
  state: 'opened' | 'closed' | 'merged' | 'locked';
  /** Null if the fork is gone. */
  readonly source_project_id: number | null;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  description: string;
  labels: string[];
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
}

interface StandInJob {
  readonly id: number;
  readonly pipeline: number;
  readonly name: string;
  readonly status: string;
  /** The files below gitcast-out that it left. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** GitLab does not start it again. */
  readonly isArchived?: boolean;
}

type Scope = 'api' | 'read_api';

/** The user whom the token belongs to. */
export const SELF = 1;
/** So small that every list has several pages. */
const MOST_PER_PAGE = 2;

export class GitLabStandIn {
  readonly projectId = 3;
  /** The address of its API. */
  api = '';
  /** `GET /projects/3/merge_requests/7`, one for each request. */
  readonly calls: string[] = [];
  readonly mergeRequests: StandInMergeRequest[] = [];
  /** Newest first, as GitLab lists them. */
  readonly pipelines: {
    readonly id: number;
    readonly on: number;
    readonly sha: string;
    readonly project_id?: number;
  }[] = [];
  readonly jobs: StandInJob[] = [];
  readonly notes: {
    readonly id: number;
    readonly on: number;
    readonly author: { readonly id: number };
    body: string;
  }[] = [];
  readonly labelEvents: {
    readonly on: number;
    readonly action: 'add' | 'remove';
    readonly label: string;
    readonly user: number | null;
    readonly at: Date;
  }[] = [];
  /** The labels that the project has. */
  readonly knownLabels: string[] = [];
  /** The names and access levels of its members, by id. */
  readonly members: Record<number, { readonly username: string; readonly access_level: number }> = {};
  readonly protectedEnvironments: string[] = [];
  readonly issues: {
    readonly iid: number;
    readonly title: string;
    readonly author: { readonly id: number };
    description: string;
    state: string;
  }[] = [];
  /** The quick actions that it found in texts, which GitLab would carry out, and the people they mention. */
  readonly actions: string[] = [];
  readonly mentioned: string[] = [];
  /** The jobs that were started again. */
  readonly retried: number[] = [];
  /** Pipelines that were started, as they were asked for. */
  readonly started: object[] = [];
  /** A project may forbid variables of pipelines. */
  allowsVariables = true;
  /** Files of jobs may be kept by another host. */
  keepsFilesElsewhere = false;
  readonly #tokens = new Map<string, Scope>();
  readonly #files = new Map<string, Buffer>();
  #storage = '';

  static async start(): Promise<GitLabStandIn> {
    const gitlab = new GitLabStandIn();
    gitlab.#storage = await serveFiles(gitlab.#files);
    gitlab.api = `${await serve((heard) => gitlab.#answer(heard))}/api/v4`;
    return gitlab;
  }

  token(scope: Scope = 'api'): string {
    const token = `glpat-${this.#tokens.size}-of-the-test`;
    this.#tokens.set(token, scope);
    return token;
  }

  mergeRequest(more: Partial<StandInMergeRequest> & Pick<StandInMergeRequest, 'iid' | 'sha'>): StandInMergeRequest {
    const request: StandInMergeRequest = {
      state: 'opened',
      source_project_id: this.projectId,
      source_branch: `edit-${more.iid}`,
      target_branch: 'main',
      title: '',
      description: '',
      labels: [],
      merge_commit_sha: null,
      squash_commit_sha: null,
      ...more,
    };
    this.mergeRequests.push(request);
    return request;
  }

  /** A pipeline of a merge request, whose job `gitcast plan` left files. Returns the id of the pipeline and of its job. */
  planned(iid: number, sha: string, files: StandInJob['files'], more: Partial<StandInJob> = {}): number {
    const id = 500 + this.pipelines.length;
    this.pipelines.unshift({ id, on: iid, sha });
    const others = ['lint', 'spelling'].map((name, at) => ({
      id: id * 10 + at,
      pipeline: id,
      name,
      status: 'success',
      files: {},
    }));
    this.jobs.push(...others, { id, pipeline: id, name: 'gitcast plan', status: 'failed', files, ...more });
    return id;
  }

  /** Somebody adds a label to a merge request. */
  label(iid: number, name: string, user: number | null, at: Date): void {
    const request = this.#request(iid)!;
    request.labels = [...request.labels.filter((each) => each !== name), name];
    this.labelEvents.push({ on: iid, action: 'add', label: name, user, at });
  }

  #answer(heard: Heard): Reply {
    const path = heard.path.replace(/^\/api\/v4/, '');
    this.calls.push(`${heard.method} ${path}`);
    const scope = this.#tokens.get(String(heard.headers['private-token']));
    if (scope === undefined) return { status: 401, body: { message: '401 Unauthorized' } };
    if (scope === 'read_api' && heard.method !== 'GET')
      return {
        status: 403,
        body: { error: 'insufficient_scope', error_description: 'The request requires higher privileges' },
      };
    for (const text of [heard.body['body'], heard.body['description']].filter((each) => typeof each === 'string')) {
      this.actions.push(...(text.match(/^\s*\/[a-z_]+/gm) ?? []));
      this.mentioned.push(...(text.match(/@[\w.-]+/g) ?? []));
    }
    for (const [name, answer] of this.#routes) {
      const [verb, pattern = ''] = name.split(' ');
      const values = verb === heard.method ? matched(pattern, path) : undefined;
      if (values) return answer({ heard, id: Number(values['id']), value: (name) => values[name]! });
    }
    return NOT_FOUND;
  }

  readonly #list = ({ query }: Heard, all: readonly unknown[]): Reply => {
    const { items, next } = pageOf(all, query, MOST_PER_PAGE);
    return { headers: { 'x-next-page': next === undefined ? '' : String(next) }, body: items };
  };

  readonly #routes: readonly (readonly [call: string, answer: Route])[] = [
    ['GET /user', () => ({ body: { id: SELF, username: 'project_3_bot' } })],
    ['GET /projects/3/merge_requests', ({ heard }) => this.#list(heard, this.#sought(heard.query))],
    ['POST /projects/3/merge_requests', ({ heard: { body } }) => this.#open(body)],
    ['GET /projects/3/merge_requests/:id', ({ id }) => found(this.#request(id))],
    ['PUT /projects/3/merge_requests/:id', ({ id, heard: { body } }) => found(this.#changed(id, body))],
    [
      'GET /projects/3/merge_requests/:id/pipelines',
      ({ heard, id }) =>
        this.#list(
          heard,
          this.pipelines.filter(({ on }) => on === id),
        ),
    ],
    [
      'GET /projects/3/pipelines/:id/jobs',
      ({ heard, id }) => this.#list(heard, this.jobs.filter(({ pipeline }) => pipeline === id).map(shownJob)),
    ],
    ['GET /projects/3/jobs/:id/artifacts/gitcast-out/*path', ({ id, value }) => this.#file(id, value('path'))],
    [
      'POST /projects/3/jobs/:id/retry',
      ({ id }) => {
        const job = this.jobs.find((each) => each.id === id);
        if (job?.isArchived) return { status: 403, body: { message: '403 Forbidden  - Job is not retryable' } };
        if (job) this.retried.push(id);
        return found(job && shownJob(job));
      },
    ],
    [
      'GET /projects/3/merge_requests/:id/notes',
      ({ heard, id }) =>
        this.#list(
          heard,
          this.notes.filter(({ on }) => on === id),
        ),
    ],
    [
      'POST /projects/3/merge_requests/:id/notes',
      ({ id, heard: { body } }) => {
        this.notes.push({ id: 100 + this.notes.length, on: id, author: { id: SELF }, body: String(body['body']) });
        return { status: 201, body: {} };
      },
    ],
    [
      'PUT /projects/3/merge_requests/:on/notes/:id',
      ({ id, heard: { body } }) => {
        const note = this.notes.find((each) => each.id === id);
        if (note && note.author.id !== SELF) return { status: 403, body: { message: '403 Forbidden' } };
        return found(note && Object.assign(note, body));
      },
    ],
    [
      'GET /projects/3/merge_requests/:id/resource_label_events',
      ({ heard, id }) =>
        this.#list(
          heard,
          this.labelEvents.filter(({ on }) => on === id).map((each) => this.#event(each)),
        ),
    ],
    [
      'POST /projects/3/labels',
      ({ heard: { body } }) => {
        const name = String(body['name']);
        if (this.knownLabels.includes(name)) return { status: 409, body: { message: 'Label already exists' } };
        this.knownLabels.push(name);
        return { status: 201, body: {} };
      },
    ],
    ['GET /projects/3/members/all/:id', ({ id }) => found(this.members[id])],
    [
      'GET /projects/3/protected_environments/:name',
      ({ value }) => found(this.protectedEnvironments.includes(value('name')) ? { name: value('name') } : undefined),
    ],
    [
      'POST /projects/3/pipeline',
      ({ heard: { body } }) => {
        if (body['variables'] !== undefined && !this.allowsVariables)
          return { status: 400, body: { message: { base: ['Insufficient permissions to set pipeline variables'] } } };
        this.started.push(body);
        return { status: 201, body: {} };
      },
    ],
    [
      'GET /projects/3/issues',
      ({ heard }) => {
        const [state, sought = ''] = [heard.query.get('state'), heard.query.get('search') ?? undefined];
        return this.#list(
          heard,
          this.issues.filter((each) => each.state === state && each.title.includes(sought)),
        );
      },
    ],
    [
      'POST /projects/3/issues',
      ({ heard: { body } }) => {
        const [title, description] = [String(body['title']), String(body['description'])];
        this.issues.push({ iid: 70 + this.issues.length, title, author: { id: SELF }, description, state: 'opened' });
        return { status: 201, body: {} };
      },
    ],
    [
      'PUT /projects/3/issues/:id',
      ({ id, heard: { body } }) => {
        const issue = this.issues.find(({ iid }) => iid === id);
        return found(issue && Object.assign(issue, withState(body)));
      },
    ],
  ];

  #request(iid: number): StandInMergeRequest | undefined {
    return this.mergeRequests.find((request) => request.iid === iid);
  }

  /** Newest first. */
  #sought(query: URLSearchParams): readonly StandInMergeRequest[] {
    const wanted = (['state', 'source_branch', 'target_branch'] as const).filter((name) => query.has(name));
    return this.mergeRequests
      .filter((request) => wanted.every((name) => request[name] === query.get(name)))
      .toSorted((a, b) => b.iid - a.iid);
  }

  #open(sent: Heard['body']): Reply {
    const [source_branch, target_branch, title, description] = [
      sent['source_branch'],
      sent['target_branch'],
      sent['title'],
      sent['description'],
    ].map(String) as [string, string, string, string];
    const iid = 40 + this.mergeRequests.length;
    return {
      status: 201,
      body: this.mergeRequest({ iid, sha: 'pushed', source_branch, target_branch, title, description }),
    };
  }

  #changed(iid: number, { remove_labels: removed, ...sent }: Heard['body']): StandInMergeRequest | undefined {
    const request = this.#request(iid);
    if (request && removed !== undefined) request.labels = request.labels.filter((each) => each !== removed);
    return request && Object.assign(request, withState(sent));
  }

  #event({ action, label, user, at }: GitLabStandIn['labelEvents'][number]) {
    const username = user === null ? '' : (this.members[user]?.username ?? `user-${user}`);
    return {
      action,
      label: { name: label },
      created_at: at.toISOString(),
      user: user === null ? null : { id: user, username },
    };
  }

  #file(job: number, path: string): Reply {
    const content = this.jobs.find(({ id }) => id === job)?.files[path];
    if (content === undefined) return NOT_FOUND;
    if (!this.keepsFilesElsewhere) return { body: Buffer.from(content) };
    this.#files.set(`/${job}/${path}`, Buffer.from(content));
    return { status: 302, headers: { location: `${this.#storage}/${job}/${path}?X-Signature=signed` } };
  }
}

type Route = (call: {
  readonly heard: Heard;
  readonly id: number;
  /** A part of the path by its name. */
  readonly value: (name: string) => string;
}) => Reply;

const NOT_FOUND: Reply = { status: 404, body: { message: '404 Not found' } };

const found = (value: unknown): Reply => (value === undefined ? NOT_FOUND : { body: value });

const withState = ({ state_event: event, ...rest }: Heard['body']) =>
  event === 'close' ? { ...rest, state: 'closed' } : rest;

const shownJob = ({ id, name, status }: StandInJob) => ({
  id,
  name,
  status,
  web_url: `https://gitlab.example/orchard/festival/-/jobs/${id}`,
});
