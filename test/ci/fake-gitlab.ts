/** GitLab cannot run on this machine: this answers the calls of ci/gitlab.mjs over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

interface MergeRequest {
  readonly iid: number;
  readonly sha?: string;
  state?: string;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  description: string;
}

/** A merge request, and the files of its own jobs. */
interface OpenRequest {
  readonly iid: number;
  readonly sha: string;
  readonly source_project_id: number;
  readonly pipelines: readonly { readonly id: number; readonly sha: string }[];
  /** The files that a job left, by the id of its pipeline and their names. */
  readonly files: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** `opened`, `merged` or `closed`. */
  readonly state?: string;
  readonly merge_commit_sha?: string;
}

interface LabelEvent {
  readonly action: 'add' | 'remove';
  readonly label: { readonly name: string };
  readonly created_at: string;
  readonly user: { readonly id: number; readonly username: string };
}

const TOKEN = 'glpat-of-the-test';
const PAGE = 2;

export class FakeGitLab {
  readonly notes: Note[] = [];
  readonly mergeRequests: MergeRequest[] = [];
  readonly calls: string[] = [];
  open: readonly OpenRequest[] = [];
  labels: string[] = [];
  readonly labelEvents: LabelEvent[] = [];
  /** The access levels of people, by id. */
  readonly members: Record<string, number> = {};
  readonly protectedEnvironments: string[] = [];
  readonly issues: { readonly iid: number; readonly title: string; description: string; state?: string }[] = [];
  readonly retried: number[] = [];
  /** Pipelines that were started, as they were asked for. */
  readonly started: object[] = [];
  /** A project may forbid variables of pipelines. */
  allowsVariables = true;
  /** The variables that every job sees. */
  env: Readonly<Record<string, string>> = {};
  /** The variables that only jobs of the protected branch see. */
  readonly token = { GITCAST_TOKEN: TOKEN };

  async start(): Promise<this> {
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { status = 200, data, next = '' } = await this.#answer(request);
      response.writeHead(status, { 'content-type': 'application/json', 'x-next-page': next });
      response.end(typeof data === 'string' ? data : JSON.stringify(data));
    };
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    this.env = {
      CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
      CI_PROJECT_ID: '3',
      CI_DEFAULT_BRANCH: 'main',
    };
    return this;
  }

  async #answer(request: IncomingMessage): Promise<{ status?: number; data: unknown; next?: string }> {
    const { pathname, searchParams } = new URL(request.url!, 'http://gitlab');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>) : {};
    const route = `${request.method!} ${pathname.replace('/api/v4/', '')}`;
    this.calls.push(route);
    if (request.headers['private-token'] !== TOKEN) return { status: 401, data: {} };
    const note = /^PUT projects\/3\/merge_requests\/7\/notes\/(\d+)$/.exec(route)?.[1];
    if (note)
      return {
        data: Object.assign(
          this.notes.find(({ id }) => id === Number(note))!,
          sent,
        ),
      };
    const mergeRequest = /^PUT projects\/3\/merge_requests\/(\d+)$/.exec(route)?.[1];
    if (mergeRequest && sent['remove_labels'] !== undefined) {
      this.labels = this.labels.filter((label) => label !== sent['remove_labels']);
      return { data: {} };
    }
    if (mergeRequest)
      return {
        data: Object.assign(
          this.mergeRequests.find(({ iid }) => iid === Number(mergeRequest))!,
          sent,
        ),
      };
    const pipelines = /^GET projects\/3\/merge_requests\/(\d+)\/pipelines$/.exec(route)?.[1];
    if (pipelines) return { data: this.open.find(({ iid }) => iid === Number(pipelines))!.pipelines };
    const pipeline = /^GET projects\/3\/pipelines\/(\d+)\/jobs$/.exec(route)?.[1];
    if (pipeline)
      return {
        data: [
          { id: 1, name: 'other', status: 'success' },
          {
            id: Number(pipeline),
            name: 'gitcast plan',
            status: 'failed',
            web_url: `https://gitlab.example/${pipeline}`,
          },
        ],
      };
    const [, job, file] = /^GET projects\/3\/jobs\/(\d+)\/artifacts\/gitcast-out\/(\S+)$/.exec(route) ?? [];
    if (job) {
      const text = this.open.flatMap(({ files }) => files[Number(job)]?.[file!] ?? [])[0];
      return text === undefined ? { status: 404, data: {} } : { data: text };
    }
    const one = /^GET projects\/3\/merge_requests\/(\d+)$/.exec(route)?.[1];
    if (one) {
      const found = this.open.find(({ iid }) => iid === Number(one));
      return { data: { state: 'opened', target_branch: 'main', labels: this.labels, ...found } };
    }
    const member = /^GET projects\/3\/members\/all\/(\d+)$/.exec(route)?.[1];
    if (member) return { data: { access_level: this.members[member] ?? 0 } };
    const environment = /^GET projects\/3\/protected_environments\/(\S+)$/.exec(route)?.[1];
    if (environment) return this.protectedEnvironments.includes(environment) ? { data: {} } : { status: 404, data: {} };
    const issue = /^PUT projects\/3\/issues\/(\d+)$/.exec(route)?.[1];
    if (issue) {
      const state = sent['state_event'] === 'close' ? { state: 'closed' } : {};
      return {
        data: Object.assign(
          this.issues.find(({ iid }) => iid === Number(issue))!,
          sent,
          state,
        ),
      };
    }
    const retried = /^POST projects\/3\/jobs\/(\d+)\/retry$/.exec(route)?.[1];
    if (retried) {
      this.retried.push(Number(retried));
      return { data: {} };
    }
    switch (route) {
      case 'GET user':
        return { data: { id: 1 } };
      case 'GET projects/3/merge_requests/7/notes': {
        const page = Number(searchParams.get('page'));
        const next = this.notes.length > page * PAGE ? String(page + 1) : '';
        return { data: this.notes.slice((page - 1) * PAGE, page * PAGE), next };
      }
      case 'POST projects/3/merge_requests/7/notes':
        this.notes.push({ id: 100 + this.notes.length, author: { id: 1 }, body: sent['body']! });
        return { status: 201, data: {} };
      case 'GET projects/3/merge_requests/7/resource_label_events':
        return { data: this.labelEvents };
      case 'GET projects/3/issues':
        return { data: this.issues.filter(({ state }) => state !== 'closed') };
      case 'POST projects/3/issues':
        this.issues.push({ iid: 70, ...(sent as { title: string; description: string }) });
        return { status: 201, data: {} };
      case 'GET projects/3/merge_requests':
        return searchParams.has('source_branch')
          ? {
              data: this.mergeRequests.filter(
                (each) =>
                  each.source_branch === searchParams.get('source_branch') &&
                  (each.state ?? 'opened') === searchParams.get('state'),
              ),
            }
          : { data: this.open.filter(({ state = 'opened' }) => state === 'opened') };
      case 'POST projects/3/pipeline':
        if (sent['variables'] !== undefined && !this.allowsVariables) return { status: 400, data: {} };
        this.started.push(sent);
        return { status: 201, data: {} };
      case 'POST projects/3/merge_requests':
        this.mergeRequests.push({ iid: 40, ...(sent as unknown as Omit<MergeRequest, 'iid'>) });
        return { status: 201, data: {} };
      default:
        return { status: 404, data: {} };
    }
  }
}
