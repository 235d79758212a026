/**
 * GitLab cannot run on this machine: this answers its paths over real HTTP, with pages of results, and refuses what the token's
 * scope does not allow. Its state is plain data, for tests to set and to read.
 */
import { matched, pageOf, serve, type Heard, type Reply } from './stand-in-server.ts';

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
  readonly merged_at: string;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  /** The file that its last successful job left. */
  plan?: string;
}

type Scope = 'api' | 'read_api';

const WRITTEN_AT = '2027-06-01T09:00:00.000Z';

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
  readonly notes: {
    readonly id: number;
    readonly on: number;
    readonly author: { readonly id: number };
    body: string;
    updated_at: string;
  }[] = [];
  readonly protectedEnvironments: string[] = [];
  /** The quick actions that it found in texts, which GitLab would carry out, and the people they mention. */
  readonly actions: string[] = [];
  readonly mentioned: string[] = [];
  readonly #tokens = new Map<string, Scope>();

  static async start(): Promise<GitLabStandIn> {
    const gitlab = new GitLabStandIn();
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
      merged_at: '2027-06-01T10:00:00.000Z',
      merge_commit_sha: null,
      squash_commit_sha: null,
      ...more,
    };
    this.mergeRequests.push(request);
    return request;
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
    ['PUT /projects/3/merge_requests/:id', ({ id, heard: { body } }) => found(this.#changed(id, body))],
    [
      'GET /projects/3/repository/commits/:commit/merge_requests',
      ({ heard, value }) => {
        const commit = value('commit');
        const isPart = ({ sha, merge_commit_sha: merged, squash_commit_sha: squashed }: StandInMergeRequest) =>
          [sha, merged, squashed].includes(commit);
        return this.#list(heard, this.mergeRequests.filter(isPart));
      },
    ],
    [
      'GET /projects/3/jobs/artifacts/refs%2Fmerge-requests%2F:id%2Fhead/raw/gitcast-out/plan.json',
      ({ id, heard: { query } }) => {
        const plan = query.get('job') === 'gitcast check' ? this.#request(id)?.plan : undefined;
        return plan === undefined ? NOT_FOUND : { body: Buffer.from(plan) };
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
        const own = { id: 100 + this.notes.length, author: { id: SELF }, updated_at: WRITTEN_AT };
        this.notes.push({ ...own, on: id, body: String(body['body']) });
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
      'GET /projects/3/protected_environments/:name',
      ({ value }) => found(this.protectedEnvironments.includes(value('name')) ? { name: value('name') } : undefined),
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

  #changed(iid: number, sent: Heard['body']): StandInMergeRequest | undefined {
    const request = this.#request(iid);
    return request && Object.assign(request, sent);
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
