/**
 * GitHub cannot run on this machine: this answers its paths over real HTTP, with pages of results, and refuses what the token's
 * permissions do not allow. Its state is plain data, for tests to set and to read.
 */
import { matched, pageOf, serve, type Heard, type Reply } from './stand-in-server.ts';

/** As a workflow lists them under `permissions`, but with the names of the API. */
export type Permissions = Readonly<
  Partial<Record<'actions' | 'contents' | 'issues' | 'pull_requests', 'read' | 'write'>>
>;

export interface StandInPull {
  readonly number: number;
  readonly branch: string;
  /** The repository of the branch; null if the fork is gone. */
  readonly from?: string | null;
  sha: string;
  readonly base: string;
  title?: string;
  body?: string;
  state: 'open' | 'closed';
  /** The commit that merged it. */
  merged?: string;
}

const MERGED_AT = '2027-06-01T10:00:00Z';
export const BOT = 'github-actions[bot]';
const EVERYTHING: Permissions = { actions: 'read', contents: 'write', pull_requests: 'write' };
/** So small that every list has several pages. */
const MOST_PER_PAGE = 2;

export class GitHubStandIn {
  readonly repository = 'orchard/festival';
  /** The address of its API. */
  api = '';
  /** `GET /repos/orchard/festival/pulls/7`, one for each request. */
  readonly calls: string[] = [];
  readonly pulls: StandInPull[] = [];
  readonly comments: { readonly id: number; readonly on: number; readonly user: string; body: string; at?: string }[] =
    [];
  /** The time at which comments are written. Requests are merged on MERGED_AT. */
  now = '2027-06-01T09:00:00Z';
  /** The types of the rules of each environment. */
  readonly environments: Record<string, string[]> = {};
  /** A setting of the repository. */
  allowsPullRequests = true;
  readonly #tokens = new Map<string, Permissions>();

  static async start(): Promise<GitHubStandIn> {
    const github = new GitHubStandIn();
    github.api = await serve((heard) => github.#answer(heard));
    return github;
  }

  /** A token with these permissions, or with all that jobs of gitcast use. */
  token(permissions: Permissions = EVERYTHING): string {
    const token = `ghs_${this.#tokens.size}_of_the_test`;
    this.#tokens.set(token, permissions);
    return token;
  }

  pull(more: Partial<StandInPull> & Pick<StandInPull, 'number' | 'sha'>): StandInPull {
    const pull: StandInPull = { branch: `edit-${more.number}`, base: 'main', state: 'open', ...more };
    this.pulls.push(pull);
    return pull;
  }

  #answer(heard: Heard): Reply {
    const { method, path, headers } = heard;
    this.calls.push(`${method} ${path}`);
    if (headers['user-agent'] === undefined) return refused(403, 'Request forbidden by administrative rules.');
    const permissions = this.#tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    if (!permissions) return refused(401, 'Bad credentials');
    const start = `/repos/${this.repository}`;
    for (const [name, needs, answer] of this.#routes) {
      const [verb, pattern = ''] = name.split(' ');
      const values = verb === method ? matched(start + pattern, path) : undefined;
      if (!values) continue;
      if (!allows(permissions, needs))
        return refused(403, 'Resource not accessible by integration', { 'x-accepted-github-permissions': needs });
      return answer({ heard, value: (name) => values[name]!, number: Number(values['number']) });
    }
    return refused(404, 'Not Found');
  }

  readonly #list = ({ path, query }: Heard, all: readonly unknown[]): Reply => {
    const { items, next } = pageOf(all, query, MOST_PER_PAGE);
    const following = new URLSearchParams(query);
    following.set('page', String(next));
    const link = `<${this.api}${path}?${following}>; rel="next"`;
    return { headers: next === undefined ? {} : { link }, body: items };
  };

  /** What each call needs is written as GitHub does it in its answers: alternatives, separated by semicolons. */
  readonly #routes: readonly (readonly [call: string, needs: string, answer: Route])[] = [
    [
      'GET /commits/:commit/pulls',
      'pull_requests=read',
      ({ heard, value }) => {
        const commit = value('commit');
        return this.#list(
          heard,
          this.pulls.filter(({ sha, merged }) => sha === commit || merged === commit).map((pull) => this.#shown(pull)),
        );
      },
    ],
    ['GET /pulls', 'pull_requests=read', ({ heard }) => this.#list(heard, this.#sought(heard.query))],
    ['POST /pulls', 'pull_requests=write', ({ heard: { body } }) => this.#open(body)],
    [
      'PATCH /pulls/:number',
      'pull_requests=write',
      ({ number, heard: { body } }) =>
        found(
          this.pulls.find((pull) => pull.number === number),
          (pull) => this.#shown(Object.assign(pull, body)),
        ),
    ],
    [
      'GET /issues/:number/comments',
      'issues=read; pull_requests=read',
      ({ heard, number }) => this.#list(heard, this.comments.filter(({ on }) => on === number).map(shownComment)),
    ],
    [
      'POST /issues/:number/comments',
      'issues=write; pull_requests=write',
      ({ number, heard: { body } }) => {
        const text = String(body['body']);
        if (text.length > 65_536) return refused(422, 'Validation Failed');
        this.comments.push({ id: 100 + this.comments.length, on: number, user: BOT, body: text, at: this.now });
        return { status: 201, body: {} };
      },
    ],
    [
      'PATCH /issues/comments/:number',
      'issues=write; pull_requests=write',
      ({ number, heard: { body } }) =>
        found(
          this.comments.find(({ id }) => id === number),
          (comment) => shownComment(Object.assign(comment, body, { at: this.now })),
        ),
    ],
    [
      'GET /environments/:name',
      'actions=read',
      ({ value }) =>
        found(this.environments[value('name')], (rules) => ({ protection_rules: rules.map((type) => ({ type })) })),
    ],
  ];

  #shown({ number, branch, from = this.repository, sha, base, title, body, state, merged }: StandInPull) {
    return {
      number,
      title,
      body,
      state: merged === undefined ? state : 'closed',
      head: { ref: branch, sha, repo: from === null ? null : { full_name: from } },
      base: { ref: base, sha: 'base', repo: { full_name: this.repository } },
      merged_at: merged === undefined ? null : MERGED_AT,
      // GitHub tries the merge of an open pull request.
      merge_commit_sha: merged ?? `trial-merge-of-${sha}`,
    };
  }

  /** Newest first. */
  #sought(query: URLSearchParams) {
    return this.pulls
      .filter(({ branch, from = this.repository }) => `${from?.split('/')[0]}:${branch}` === query.get('head'))
      .map((pull) => this.#shown(pull))
      .filter(({ base }) => base.ref === (query.get('base') ?? base.ref))
      .toSorted((a, b) => b.number - a.number);
  }

  #open(sent: Heard['body']): Reply {
    if (!this.allowsPullRequests)
      return refused(403, 'GitHub Actions is not permitted to create or approve pull requests.');
    const [title, branch, base, body] = [sent['title'], sent['head'], sent['base'], sent['body']].map(String);
    const number = 40 + this.pulls.length;
    return {
      status: 201,
      body: this.#shown(this.pull({ number, sha: 'pushed', branch: branch!, base: base!, title: title!, body: body! })),
    };
  }
}

type Route = (call: {
  readonly heard: Heard;
  /** A part of the path by its name. */
  readonly value: (name: string) => string;
  readonly number: number;
}) => Reply;

const refused = (status: number, message: string, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
});

const found = <T>(value: T | undefined, show: (value: T) => unknown): Reply =>
  value === undefined ? refused(404, 'Not Found') : { body: show(value) };

const LEVELS = ['read', 'write'];

/** Every token can read metadata. */
const allows = (permissions: Permissions, needs: string): boolean =>
  needs.split('; ').some((one) => {
    const [name, level] = one.split('=');
    const given = name === 'metadata' ? 'read' : permissions[name as keyof Permissions];
    return given !== undefined && LEVELS.indexOf(given) >= LEVELS.indexOf(level!);
  });

const shownComment = ({ at = '2027-06-01T09:00:00Z', user, ...comment }: GitHubStandIn['comments'][number]) => ({
  ...comment,
  user: { login: user },
  updated_at: at,
});
