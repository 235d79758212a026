import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARKER, type CodeHost, type MadePlan } from '../../../src/ci/hosts/code-host.ts';
import { githubHost } from '../../../src/ci/hosts/github.ts';
import type { FinishedRun } from '../../../src/ci/runner/runner.ts';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { proxyServer } from '../../remote/proxy-server.ts';
import { temporaryFolder } from '../folders.ts';
import { BOT, GitHubStandIn, type Permissions } from '../github-stand-in.ts';
import { serve } from '../stand-in-server.ts';
import { writeZip, zipOf } from '../zip-archive.ts';

/** No proxy is set. */
const NONE = (): undefined => undefined;
const AT = '/repos/orchard/festival';
const HEAD = 'a'.repeat(40);
const RUN: FinishedRun = {
  id: 9,
  event: 'pull_request',
  headSha: HEAD,
  headBranch: 'edit-7',
  headRepository: 'orchard/festival',
};
const PLAN = { 'pull-request': '7\n', outcome: 'ok', 'plan.json': '{}', 'plan.md': '# not asked for' };

interface Opened {
  readonly github: GitHubStandIn;
  readonly host: CodeHost;
  readonly said: readonly string[];
}

async function open({ run, permissions }: { run?: FinishedRun; permissions?: Permissions } = {}): Promise<Opened> {
  const github = await GitHubStandIn.start();
  const said: string[] = [];
  const host = githubHost({
    api: github.api,
    repository: github.repository,
    token: github.token(permissions),
    run,
    variable: NONE,
    say: (sentence) => void said.push(sentence),
  });
  return { github, host, said };
}

/** With an open pull request 7 whose run is the one that started the job. */
async function openWithRun(run: Partial<FinishedRun> = {}): Promise<Opened> {
  const opened = await open({ run: { ...RUN, ...run } });
  opened.github.pull({ number: 7, sha: HEAD });
  return opened;
}

async function plansOf(host: CodeHost): Promise<readonly MadePlan[]> {
  const plans: MadePlan[] = [];
  for await (const plan of host.plans()) plans.push(plan);
  return plans;
}

const texts = (files: MadePlan['files']) =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));

const errorOf = async (promise: Promise<unknown>): Promise<UserError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, not ${String(error)}`);
};

describe('the plan of a run', () => {
  it('is that of the pull request it names, with the files that jobs know', async () => {
    const { github, host } = await openWithRun();
    github.upload(9, { ...PLAN, 'pictures/index.html': '<!doctype html>' });
    const [plan, ...others] = await plansOf(host);
    expect(others).toEqual([]);
    expect(plan).toMatchObject({
      number: 7,
      commit: HEAD,
      isFromFork: false,
      page: 'https://github.com/orchard/festival/actions/runs/9',
      pictures: 'https://github.com/orchard/festival/actions/runs/9/artifacts/900',
    });
    expect(texts(plan!.files)).toEqual({ outcome: 'ok', 'plan.json': '{}' });
  });

  it('is marked as that of a fork', async () => {
    const { github, host } = await open({ run: { ...RUN, headRepository: 'stranger/festival' } });
    github.pull({ number: 7, sha: HEAD, from: 'stranger/festival' });
    github.upload(9, PLAN);
    expect(await plansOf(host)).toMatchObject([{ number: 7, isFromFork: true, pictures: undefined }]);
  });

  it('is marked as that of a fork which is gone', async () => {
    const { github, host } = await open({ run: { ...RUN, headRepository: undefined } });
    github.pull({ number: 7, sha: HEAD, from: null });
    github.upload(9, PLAN);
    expect(await plansOf(host)).toMatchObject([{ number: 7, isFromFork: true }]);
  });

  it('has no files if the job failed before there was an artifact', async () => {
    const { github, host } = await openWithRun();
    github.upload(8, PLAN);
    expect(await plansOf(host)).toMatchObject([{ number: 7, commit: HEAD, files: {} }]);
  });

  it('is that of the last attempt', async () => {
    const { github, host } = await openWithRun();
    github.upload(9, { ...PLAN, outcome: 'first' });
    github.upload(9, { ...PLAN, outcome: 'second' });
    expect((await plansOf(host)).map(({ files }) => texts(files)['outcome'])).toEqual(['second']);
  });

  const left: readonly (readonly [title: string, prepare: (github: GitHubStandIn) => void, says: string])[] = [
    [
      'the run has no artifact, and no pull request is open',
      (github) => void (github.pulls[0]!.state = 'closed'),
      'The run has no artifact gitcast-plan, and no open pull request.',
    ],
    [
      'its artifact has expired',
      (github) => github.uploadBytes(9, zipOf(PLAN), 'gitcast-plan', { expired: true }),
      'has expired',
    ],
    [
      'the pull request is closed',
      (github) => {
        github.upload(9, PLAN);
        github.pulls[0]!.state = 'closed';
      },
      'Pull request 7 is closed',
    ],
    [
      'the pull request is merged',
      (github) => {
        github.upload(9, PLAN);
        github.pulls[0]!.merged = 'b'.repeat(40);
      },
      'Pull request 7 is closed',
    ],
    [
      'the pull request has moved on',
      (github) => {
        github.upload(9, PLAN);
        github.pulls[0]!.sha = 'c'.repeat(40);
      },
      'not at the commit of this run',
    ],
    [
      "it claims somebody else's pull request at the same commit",
      (github) => {
        github.pull({ number: 8, sha: HEAD, branch: 'other' });
        github.pull({ number: 11, sha: HEAD, branch: 'edit-7', from: 'stranger/festival' });
        github.upload(9, { ...PLAN, 'pull-request': '8' });
      },
      'Pull request 8',
    ],
    [
      'it claims the pull request of a fork at the same commit',
      (github) => {
        github.pull({ number: 11, sha: HEAD, branch: 'edit-7', from: 'stranger/festival' });
        github.upload(9, { ...PLAN, 'pull-request': '11' });
      },
      'Pull request 11',
    ],
  ];
  it.each(left)('is left alone if %s', async (_, prepare, says) => {
    const { github, host, said } = await openWithRun();
    prepare(github);
    expect(await plansOf(host)).toEqual([]);
    expect(said).toEqual([expect.stringContaining(says)]);
  });

  it('does not exist for other events, or without a run', async () => {
    const queue = await openWithRun({ event: 'merge_group' });
    queue.github.upload(9, PLAN);
    expect(await plansOf(queue.host)).toEqual([]);
    expect(queue.said).toEqual(['The run was started by merge_group, so it has no plan to show.']);
    const alone = await open();
    expect(await plansOf(alone.host)).toEqual([]);
    expect(alone.github.calls).toEqual([]);
  });

  it.each(['', 'seven', '-7', '7; rm', '0', '9'.repeat(16), '7\n8'])(
    'is refused if its number is “%s”',
    async (claimed) => {
      const { github, host } = await openWithRun();
      github.upload(9, { ...PLAN, 'pull-request': claimed });
      await expect(plansOf(host)).rejects.toThrow('does not contain the number of its pull request');
    },
  );

  it('is refused without a download if its artifact is listed as too large', async () => {
    const { github, host } = await openWithRun();
    github.uploadBytes(9, zipOf(PLAN), 'gitcast-plan', { size: 20_000_001 });
    await expect(plansOf(host)).rejects.toThrow('The artifact gitcast-plan of the run is larger than 20 MB');
    expect(github.calls).not.toContain(`GET ${AT}/actions/artifacts/900/zip`);
  });

  it('is refused during the download if the list told less than the truth', async () => {
    const { github, host } = await openWithRun();
    const large = writeZip([['plan.json', { content: Buffer.alloc(21_000_000) }]]);
    github.uploadBytes(9, large, 'gitcast-plan', { size: 1000 });
    await expect(plansOf(host)).rejects.toThrow('The artifact gitcast-plan of the run is larger than 20 MB');
  });

  it('is refused if one of its files unpacks to more than 20 MB', async () => {
    const { github, host } = await openWithRun();
    const content = Buffer.alloc(20_000_001);
    const bytes = writeZip([
      ['pull-request', { content: '7' }],
      ['plan.json', { content, isDeflated: true }],
    ]);
    github.uploadBytes(9, bytes);
    await expect(plansOf(host)).rejects.toThrow('“plan.json” that is larger than 20 MB');
  });
});

describe('the website of a run', () => {
  it('is unpacked into a new folder', async () => {
    const { github, host } = await openWithRun();
    github.upload(9, PLAN);
    github.upload(9, { 'index.html': '<h1>Orchard</h1>', 'events/a/index.html': '' }, 'gitcast-site');
    const [plan] = await plansOf(host);
    const folder = join(temporaryFolder(), 'site');
    expect(await host.takeSite(plan!, folder)).toBe(true);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('<h1>Orchard</h1>');
  });

  it('may be missing', async () => {
    const { github, host } = await openWithRun();
    github.upload(9, PLAN);
    const [plan] = await plansOf(host);
    expect(await host.takeSite(plan!, join(temporaryFolder(), 'site'))).toBe(false);
  });

  it('is refused if it is listed as too large', async () => {
    const { github, host } = await openWithRun();
    github.upload(9, PLAN);
    github.uploadBytes(9, zipOf({ x: '' }), 'gitcast-site', { size: 500_000_001 });
    const [plan] = await plansOf(host);
    await expect(host.takeSite(plan!, join(temporaryFolder(), 'site'))).rejects.toThrow('larger than 500 MB');
  });
});

describe('a pull request', () => {
  it('is open, closed or merged, and only then has a merge commit', async () => {
    const { github, host } = await open();
    github.pull({ number: 1, sha: 'one' });
    github.pull({ number: 2, sha: 'two', state: 'closed' });
    github.pull({ number: 3, sha: 'three', merged: 'squashed', base: 'stable' });
    expect(await host.request(1)).toEqual({
      number: 1,
      state: 'open',
      head: 'one',
      base: 'main',
      mergeCommit: undefined,
    });
    expect(await host.request(2)).toMatchObject({ state: 'closed', mergeCommit: undefined });
    expect(await host.request(3)).toMatchObject({ state: 'merged', base: 'stable', mergeCommit: 'squashed' });
  });

  it('gets one comment, which later plans replace', async () => {
    const { github, host } = await open();
    await host.comment(7, `${MARKER}\nfirst`);
    await host.remark(7, 'The label was removed.');
    await host.comment(7, `${MARKER}\nsecond`);
    expect(github.comments.map(({ body }) => body)).toEqual([`${MARKER}\nsecond`, 'The label was removed.']);
  });

  it('keeps the comments of others that contain the marker, on all pages', async () => {
    const { github, host } = await open();
    const others = [
      { id: 1, on: 7, user: 'mallory', body: `${MARKER}\nmine` },
      { id: 2, on: 7, user: BOT, body: `A report that quotes ${MARKER}` },
      { id: 3, on: 7, user: BOT, body: `Another workflow\n${MARKER}` },
      { id: 4, on: 8, user: BOT, body: `${MARKER}\nof another pull request` },
    ];
    github.comments.push(...others.map((each) => ({ ...each })), { id: 5, on: 7, user: BOT, body: `${MARKER}\r\nold` });
    await host.comment(7, `${MARKER}\nnew`);
    expect(github.comments).toEqual([...others, { id: 5, on: 7, user: BOT, body: `${MARKER}\nnew` }]);
  });

  it('is not written to if its comment says the same already', async () => {
    const { github, host } = await open();
    await host.comment(7, `${MARKER}\nsame`);
    github.calls.length = 0;
    await host.comment(7, `${MARKER}\nsame`);
    expect(github.calls).toEqual([`GET ${AT}/issues/7/comments`]);
  });
});

describe('labels', () => {
  const [early, late] = [new Date('2027-06-01T10:00:00Z'), new Date('2027-06-01T11:00:00Z')];

  it('are given by whoever added them last, who may or may not be able to push', async () => {
    const { github, host } = await open();
    Object.assign(github.people, { ada: 'write', root: 'admin', visitor: 'read' });
    github.label(7, 'gitcast: allow 3 deletes', 'visitor', early);
    github.label(7, 'gitcast: allow replacing', 'ada', early);
    github.label(7, 'gitcast: allow empty events', 'visitor', late);
    github.label(7, 'gitcast: allow 3 deletes', 'root', late);
    github.label(8, 'gitcast: allow replacing', 'root', late);
    const labels = await host.labels(7);
    expect(labels.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'gitcast: allow 3 deletes', by: 'root', at: late, byWriter: true },
      { name: 'gitcast: allow empty events', by: 'visitor', at: late, byWriter: false },
      { name: 'gitcast: allow replacing', by: 'ada', at: early, byWriter: true },
    ]);
  });

  it('of other programs are ignored', async () => {
    const { github, host } = await open();
    github.people['ada'] = 'write';
    for (const name of ['bug', 'gitcast: allow', 'gitcast: allow 3 deletes, replacing', 'GITCAST: allow replacing'])
      github.label(7, name, 'ada', early);
    expect(await host.labels(7)).toEqual([]);
  });

  it('that nobody known added allow nothing', async () => {
    const { github, host } = await open();
    github.labels[7] = ['gitcast: allow replacing'];
    github.label(7, 'gitcast: allow 1 delete', null, early);
    github.label(7, 'gitcast: allow 2 deletes', 'some-app[bot]', early);
    const labels = await host.labels(7);
    expect(labels.map(({ by, byWriter }) => [by, byWriter])).toEqual([
      [undefined, false],
      [undefined, false],
      ['some-app[bot]', false],
    ]);
  });

  it('are offered once and removed once', async () => {
    const { github, host } = await open();
    const name = 'gitcast: allow 12 deletes';
    await host.offerLabels([name]);
    await host.offerLabels([name, 'gitcast: allow replacing']);
    expect(github.knownLabels).toEqual([name, 'gitcast: allow replacing']);
    github.label(7, name, 'ada', early);
    await host.removeLabel(7, name);
    await host.removeLabel(7, name);
    expect(github.labels[7]).toEqual([]);
  });
});

describe('the status of a commit', () => {
  it('is pending until the plan is approved, in at most 140 characters', async () => {
    const { github, host } = await open();
    await host.setStatus(HEAD, { isApproved: false, about: 'needs the label gitcast: allow 3 deletes' });
    await host.setStatus(HEAD, { isApproved: true, about: 'x'.repeat(200) });
    expect(github.statuses).toEqual([
      {
        commit: HEAD,
        context: 'gitcast review',
        state: 'pending',
        description: 'needs the label gitcast: allow 3 deletes',
      },
      { commit: HEAD, context: 'gitcast review', state: 'success', description: 'x'.repeat(140) },
    ]);
  });
});

describe('making a plan again', () => {
  const request = { number: 7, state: 'open', head: HEAD, base: 'main', mergeCommit: undefined } as const;

  it('starts the last run of the commit', async () => {
    const { github, host } = await open();
    github.runs.push({ id: 5, sha: HEAD, status: 'completed' }, { id: 4, sha: HEAD, status: 'completed' });
    expect(await host.makePlanAgain(request)).toBe(true);
    expect(github.reruns).toEqual([5]);
  });

  it('leaves a run alone that is under way', async () => {
    const { github, host } = await open();
    github.runs.push({ id: 5, sha: HEAD, status: 'in_progress' });
    expect(await host.makePlanAgain(request)).toBe(true);
    expect(github.reruns).toEqual([]);
  });

  it('is not possible without a run, or with one that is too old', async () => {
    const { github, host } = await open();
    expect(await host.makePlanAgain(request)).toBe(false);
    github.runs.push({ id: 5, sha: HEAD, status: 'completed', isOld: true });
    expect(await host.makePlanAgain(request)).toBe(false);
  });

  it('fails if the job has no permission for it', async () => {
    const { github, host } = await open({ permissions: { actions: 'read' } });
    github.runs.push({ id: 5, sha: HEAD, status: 'completed' });
    await expect(host.makePlanAgain(request)).rejects.toThrow('with 403: Resource not accessible by integration');
  });
});

describe('the approvers of an environment', () => {
  it('are required', async () => {
    const { github, host } = await open();
    Object.assign(github.environments, { guarded: ['branch_policy', 'required_reviewers'], open: ['wait_timer'] });
    await host.requireApprovers('guarded');
    for (const name of ['open', 'missing/one'])
      await expect(host.requireApprovers(name)).rejects.toThrow(`The environment ${name} requires no reviewers`);
  });

  it('are not assumed if the job cannot see the rules', async () => {
    const { github, host } = await open({ permissions: { contents: 'write' } });
    github.environments['guarded'] = ['required_reviewers'];
    const error = await errorOf(host.requireApprovers('guarded'));
    expect(error.suggestion).toBe('add to the `permissions` of the job: `actions: read`');
  });
});

describe('a proposal', () => {
  const proposal = { branch: 'gitcast/pull', base: 'main', title: 'Edits', text: 'Three edits.\n', commit: HEAD };

  it('is opened, then updated, and explains how its checks start', async () => {
    const { github, host } = await open();
    expect(await host.propose(proposal)).toBe('opened');
    expect(github.pulls).toMatchObject([{ branch: 'gitcast/pull', base: 'main', title: 'Edits', state: 'open' }]);
    expect(await host.propose({ ...proposal, text: 'Four edits.\n' })).toBe('updated');
    expect(github.pulls.map(({ body }) => body)).toEqual([
      'Four edits.\n\nThe checks start when somebody approves them here, or closes and reopens this pull request.\n',
    ]);
  });

  it('stays closed until there are new edits', async () => {
    const { github, host } = await open();
    github.pull({ number: 5, sha: 'older', branch: 'gitcast/pull', state: 'closed' });
    github.pull({ number: 6, sha: HEAD, branch: 'gitcast/pull', state: 'closed' });
    expect(await host.propose(proposal)).toBe('stays-closed');
    expect(await host.propose({ ...proposal, commit: 'newer' })).toBe('opened');
  });

  it('does not stay closed because it was merged', async () => {
    const { github, host } = await open();
    github.pull({ number: 6, sha: HEAD, branch: 'gitcast/pull', merged: 'squashed' });
    expect(await host.propose(proposal)).toBe('opened');
  });

  it('leaves the pull request of a fork alone that has a branch of the same name', async () => {
    const { github, host } = await open();
    github.pull({ number: 5, sha: 'x', branch: 'gitcast/pull', from: 'orchard/fork', body: 'mine' });
    expect(await host.propose(proposal)).toBe('opened');
    await host.withdraw('gitcast/pull', 'main');
    expect(github.pulls.map(({ from = 'own', state }) => [from, state])).toEqual([
      ['orchard/fork', 'open'],
      ['own', 'closed'],
    ]);
    expect(github.pulls[0]!.body).toBe('mine');
  });

  it('names the setting that Actions needs', async () => {
    const { github, host } = await open();
    github.allowsPullRequests = false;
    const error = await errorOf(host.propose(proposal));
    expect(error.message).toBe('The branch gitcast/pull is pushed, but GitHub did not open a pull request');
    expect(error.suggestion).toContain('allow Actions to open pull requests');
  });

  it('is withdrawn with a comment', async () => {
    const { github, host } = await open();
    github.pull({ number: 6, sha: HEAD, branch: 'gitcast/pull' });
    await host.withdraw('gitcast/pull', 'main');
    await host.withdraw('gitcast/pull', 'main');
    expect(github.pulls[0]!.state).toBe('closed');
    expect(github.comments.map(({ on, body }) => [on, body])).toEqual([
      [6, 'All edits were withdrawn, or are in the base branch already.'],
    ]);
  });
});

describe('an issue', () => {
  it('is opened, updated and closed by its title', async () => {
    const { github, host } = await open();
    await host.reportIssue('Other', 'text');
    await host.reportIssue('Third', 'text');
    await host.reportIssue('Conflicts', 'two');
    await host.reportIssue('Conflicts', 'three');
    expect(github.issues).toHaveLength(3);
    expect(github.issues[2]).toMatchObject({ title: 'Conflicts', body: 'three', state: 'open' });
    await host.closeIssue('Conflicts');
    await host.closeIssue('Conflicts');
    expect(github.issues.map(({ state }) => state)).toEqual(['open', 'open', 'closed']);
  });

  it("is never a person's, or a pull request", async () => {
    const { github, host } = await open();
    github.pull({ number: 3, sha: HEAD, title: 'Conflicts' });
    github.issues.push({ number: 4, title: 'Conflicts', user: 'mallory', body: 'mine', state: 'open' });
    await host.closeIssue('Conflicts');
    await host.reportIssue('Conflicts', 'two');
    expect(github.issues.map(({ user, body, state }) => [user, body, state])).toEqual([
      ['mallory', 'mine', 'open'],
      [BOT, 'two', 'open'],
    ]);
  });
});

describe('a failed call', () => {
  it('names the call, the answer and the permission', async () => {
    const { host } = await open({ permissions: { contents: 'write', issues: 'read' } });
    const error = await errorOf(host.remark(7, 'text'));
    expect(error.message).toBe(
      `GitHub answered POST ${AT}/issues/7/comments with 403: Resource not accessible by integration`,
    );
    expect(error.suggestion).toBe('add to the `permissions` of the job: `issues: write` or `pull-requests: write`');
  });

  it('explains where the token comes from', async () => {
    const github = await GitHubStandIn.start();
    const host = githubHost({ ...github, token: 'wrong', variable: NONE });
    const error = await errorOf(host.request(7));
    expect(error.message).toBe(`GitHub answered GET ${AT}/pulls/7 with 401: Bad credentials`);
    expect(error.suggestion).toContain('GH_TOKEN');
  });

  it('never shows the token, or control characters', async () => {
    const api = await serve(({ headers }) => ({ status: 500, body: { message: `\u001b[2J${headers.authorization}` } }));
    const host = githubHost({
      api,
      repository: 'orchard/festival',
      token: 'ghs_secret_secret',
      variable: NONE,
    });
    const error = await errorOf(host.request(7));
    expect(error.message).toBe(`GitHub answered GET ${AT}/pulls/7 with 500: ␛[2JBearer [removed]`);
  });

  it('explains an answer that is not JSON', async () => {
    const api = await serve(() => ({ body: Buffer.from('<html>') }));
    const host = githubHost({ api, repository: 'orchard/festival', token: 'token', variable: NONE });
    await expect(host.request(7)).rejects.toThrow(`GitHub answered GET ${AT}/pulls/7 with something unexpected`);
  });

  it('explains that there was no answer', async () => {
    const host = githubHost({
      api: 'http://127.0.0.1:9',
      repository: 'orchard/festival',
      token: 'ghs_token_of_the_test',
      variable: NONE,
    });
    const error = await errorOf(host.request(7));
    expect(error.message).toBe(`GitHub: GET ${AT}/pulls/7 failed: cannot reach http://127.0.0.1:9 (ECONNREFUSED)`);
    expect(error.suggestion).toContain(
      'check that http://127.0.0.1:9 is the address of its API, that the service is running',
    );
  });
});

describe('requests', () => {
  it('go through the proxy that the environment names', async () => {
    const github = await GitHubStandIn.start();
    const proxy = await proxyServer({ to: Number(new URL(github.api).port) });
    const variables: Readonly<Record<string, string>> = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
    const host = githubHost({
      api: 'http://github.test',
      repository: github.repository,
      token: github.token(),
      variable: (name) => variables[name],
    });
    github.pull({ number: 7, sha: HEAD });
    expect(await host.request(7)).toMatchObject({ head: HEAD });
    expect(proxy.asked).toEqual([`GET http://github.test${AT}/pulls/7`]);
  });

  it('name the proxy that refuses them', async () => {
    const proxy = await proxyServer({ to: 9, refuses: 403 });
    const host = githubHost({
      api: 'https://github.test',
      repository: 'orchard/festival',
      token: 'ghs_token_of_the_test',
      variable: (name) => (name === 'HTTPS_PROXY' ? `http://127.0.0.1:${proxy.port}` : undefined),
    });
    const error = await errorOf(host.request(7));
    expect(error.message).toContain('(HTTPS_PROXY) refuses to connect to github.test (403)');
    expect(error.suggestion).toContain('add it to NO_PROXY');
  });

  it('stay at the API when a list names its next page', async () => {
    const elsewhere = await serve(() => ({ body: [] }));
    const asked: string[] = [];
    const api = await serve(({ path }) => {
      asked.push(path);
      return { headers: { link: `<${elsewhere}${path}?page=2>; rel="next"` }, body: [] };
    });
    const host = githubHost({ api, repository: 'orchard/festival', token: 'token', variable: NONE });
    expect(await host.labels(7)).toEqual([]);
    expect(asked).toEqual([`${AT}/issues/7/labels`]);
  });

  it('work with an API below a path', async () => {
    const asked: string[] = [];
    const server = await serve(({ path }) => {
      asked.push(path);
      return { status: 404 };
    });
    const host = githubHost({
      api: `${server}/api/v3`,
      repository: 'orchard/festival',
      token: 'token',
      variable: NONE,
    });
    await expect(host.request(7)).rejects.toThrow(`GitHub answered GET ${AT}/pulls/7 with 404`);
    expect(asked).toEqual([`/api/v3${AT}/pulls/7`]);
  });
});

describe('a download', () => {
  /** A host whose artifacts are elsewhere. */
  const redirectingTo = async (location: string): Promise<CodeHost> => {
    const artifacts = [{ id: 1, name: 'gitcast-plan', size_in_bytes: 100, expired: false }];
    const api = await serve(({ path }) =>
      path.endsWith('/zip') ? { status: 302, headers: { location } } : { body: { artifacts } },
    );
    return githubHost({ api, repository: 'orchard/festival', token: 'ghs_token', run: RUN, variable: NONE });
  };

  it('does not bring the token to another host', async () => {
    const heard: unknown[] = [];
    const storage = await serve(({ headers }) => {
      heard.push(headers.authorization);
      return { body: zipOf({ outcome: 'ok' }) };
    });
    const host = await redirectingTo(`${storage}/plan.zip`);
    await expect(plansOf(host)).rejects.toThrow('does not contain the number');
    expect(heard).toEqual([undefined]);
  });

  it('follows a few redirects, and none to another protocol', async () => {
    const circle: string = await serve(() => ({ status: 302, headers: { location: '/again' } }));
    await expect(plansOf(await redirectingTo(circle))).rejects.toThrow('more than 3 times');
    await expect(plansOf(await redirectingTo('ftp://127.0.0.1/plan.zip'))).rejects.toThrow('with 302');
  });
});
