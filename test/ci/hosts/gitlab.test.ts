import { describe, expect, it } from 'vitest';
import { MARKER, type CodeHost, type MadePlan } from '../../../src/ci/hosts/code-host.ts';
import { gitlabHost } from '../../../src/ci/hosts/gitlab.ts';
import { GitLabStandIn, SELF } from '../gitlab-stand-in.ts';

const AT = '/projects/3';
const HEAD = 'a'.repeat(40);
const PLAN = { outcome: 'ok', 'plan.json': '{}', 'plan.md': '# not asked for' };
const JOBS = 'https://gitlab.example/orchard/festival/-/jobs';

interface Opened {
  readonly gitlab: GitLabStandIn;
  readonly host: CodeHost;
  readonly said: readonly string[];
}

async function open(scope: 'api' | 'read_api' = 'api'): Promise<Opened> {
  const gitlab = await GitLabStandIn.start();
  const said: string[] = [];
  const host = gitlabHost({
    api: gitlab.api,
    projectId: gitlab.projectId,
    token: gitlab.token(scope),
    branch: 'main',
    variable: () => undefined,
    say: (sentence) => void said.push(sentence),
  });
  return { gitlab, host, said };
}

async function plansOf(host: CodeHost): Promise<readonly MadePlan[]> {
  const plans: MadePlan[] = [];
  for await (const plan of host.plans()) plans.push(plan);
  return plans;
}

const texts = (files: MadePlan['files']) =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));

describe('the plans of open merge requests', () => {
  it('are those of the jobs of their present commits, on all pages', async () => {
    const { gitlab, host } = await open();
    for (const iid of [5, 6, 7]) {
      gitlab.mergeRequest({ iid, sha: `${iid}`.repeat(40) });
      gitlab.planned(iid, `${iid}`.repeat(40), { ...PLAN, outcome: `of ${iid}` });
    }
    gitlab.mergeRequest({ iid: 8, sha: HEAD, state: 'closed' });
    gitlab.planned(8, HEAD, PLAN);
    const plans = await plansOf(host);
    expect(plans.map(({ number, files }) => [number, texts(files)])).toEqual(
      [7, 6, 5].map((iid) => [iid, { outcome: `of ${iid}`, 'plan.json': '{}' }]),
    );
    expect(plans[0]).toMatchObject({
      commit: '7'.repeat(40),
      isFromFork: false,
      page: `${JOBS}/502`,
      pictures: undefined,
    });
  });

  it('link to pictures if there are any', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 7, sha: HEAD });
    gitlab.planned(7, HEAD, { ...PLAN, 'pictures/index.html': '<img>' });
    expect(await plansOf(host)).toMatchObject([{ pictures: `${JOBS}/500/artifacts/browse/gitcast-out/pictures` }]);
  });

  it('are found on later pages of pipelines and jobs', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 7, sha: HEAD });
    const pipeline = gitlab.planned(7, HEAD, PLAN);
    for (const sha of ['x', 'y', 'z']) gitlab.planned(7, sha, { outcome: 'of another commit' });
    expect(await plansOf(host)).toMatchObject([{ page: `${JOBS}/${pipeline}` }]);
  });

  const skipped: readonly (readonly [title: string, prepare: (gitlab: GitLabStandIn) => void])[] = [
    [
      'come from a fork',
      (gitlab) => {
        gitlab.mergeRequest({ iid: 7, sha: HEAD, source_project_id: 99 });
        gitlab.planned(7, HEAD, PLAN);
      },
    ],
    [
      'come from a fork that is gone',
      (gitlab) => {
        gitlab.mergeRequest({ iid: 7, sha: HEAD, source_project_id: null });
        gitlab.planned(7, HEAD, PLAN);
      },
    ],
    [
      'were planned by a pipeline of another project',
      (gitlab) => {
        gitlab.mergeRequest({ iid: 7, sha: HEAD });
        gitlab.planned(7, HEAD, PLAN);
        Object.assign(gitlab.pipelines[0]!, { project_id: 99 });
      },
    ],
    [
      'have moved on',
      (gitlab) => {
        gitlab.mergeRequest({ iid: 7, sha: 'newer' });
        gitlab.planned(7, HEAD, PLAN);
      },
    ],
    [
      'are being planned',
      (gitlab) => {
        gitlab.mergeRequest({ iid: 7, sha: HEAD });
        gitlab.planned(7, HEAD, PLAN, { status: 'running' });
      },
    ],
    [
      'have a job that left nothing',
      (gitlab) => {
        gitlab.mergeRequest({ iid: 7, sha: HEAD });
        gitlab.planned(7, HEAD, { 'plan.md': '# only this' });
      },
    ],
  ];
  it.each(skipped)('do not include merge requests that %s', async (_, prepare) => {
    const { gitlab, host } = await open();
    prepare(gitlab);
    expect(await plansOf(host)).toEqual([]);
  });

  it('leave out a file of more than 20 MB, and go on', async () => {
    const { gitlab, host, said } = await open();
    gitlab.mergeRequest({ iid: 6, sha: HEAD });
    gitlab.planned(6, HEAD, PLAN);
    gitlab.mergeRequest({ iid: 7, sha: HEAD });
    gitlab.planned(7, HEAD, { ...PLAN, 'plan.json': Buffer.alloc(20_000_001) });
    expect((await plansOf(host)).map(({ number, files }) => [number, texts(files)])).toEqual([
      [7, { outcome: 'ok' }],
      [6, { outcome: 'ok', 'plan.json': '{}' }],
    ]);
    expect(said).toEqual(['The file plan.json of merge request 7 is too large, so it was not read.']);
  });

  it('are read from another host without the token', async () => {
    const { gitlab, host } = await open();
    gitlab.keepsFilesElsewhere = true;
    gitlab.mergeRequest({ iid: 7, sha: HEAD });
    gitlab.planned(7, HEAD, PLAN);
    expect((await plansOf(host)).map(({ files }) => texts(files))).toEqual([{ outcome: 'ok', 'plan.json': '{}' }]);
  });

  it('come without a website', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 7, sha: HEAD });
    gitlab.planned(7, HEAD, PLAN);
    const [plan] = await plansOf(host);
    expect(await host.takeSite(plan!, 'site')).toBe(false);
  });
});

describe('a merge request', () => {
  it('is open, closed or merged, by a merge, a squash or a fast-forward', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 1, sha: 'one' });
    gitlab.mergeRequest({ iid: 2, sha: 'two', state: 'closed' });
    gitlab.mergeRequest({
      iid: 3,
      sha: 'three',
      state: 'merged',
      merge_commit_sha: 'merge',
      squash_commit_sha: 'squash',
    });
    gitlab.mergeRequest({ iid: 4, sha: 'four', state: 'merged', squash_commit_sha: 'squash', target_branch: 'stable' });
    gitlab.mergeRequest({ iid: 5, sha: 'five', state: 'merged' });
    const states = await Promise.all([1, 2, 3, 4, 5].map((number) => host.request(number)));
    expect(states).toEqual([
      { number: 1, state: 'open', head: 'one', base: 'main', mergeCommit: undefined },
      { number: 2, state: 'closed', head: 'two', base: 'main', mergeCommit: undefined },
      { number: 3, state: 'merged', head: 'three', base: 'main', mergeCommit: 'merge' },
      { number: 4, state: 'merged', head: 'four', base: 'stable', mergeCommit: 'squash' },
      { number: 5, state: 'merged', head: 'five', base: 'main', mergeCommit: 'five' },
    ]);
  });

  it('counts as open while GitLab merges it, so that nothing of it is forgotten', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 1, sha: 'one', state: 'locked' });
    expect(await host.request(1)).toMatchObject({ state: 'open', mergeCommit: undefined });
  });

  it('gets one note, and keeps those of others that contain the marker, on all pages', async () => {
    const { gitlab, host } = await open();
    const others = [
      { id: 1, on: 7, author: { id: 2 }, body: `${MARKER}\nmine` },
      { id: 2, on: 7, author: { id: SELF }, body: `The label was removed.\n${MARKER}` },
      { id: 3, on: 8, author: { id: SELF }, body: `${MARKER}\nof another one` },
    ];
    gitlab.notes.push(...others.map((each) => ({ ...each })));
    await host.comment(7, `${MARKER}\nfirst`);
    await host.remark(7, 'stays');
    await host.comment(7, `${MARKER}\nsecond`);
    expect(gitlab.notes.map(({ body }) => body)).toEqual([
      ...others.map(({ body }) => body),
      `${MARKER}\nsecond`,
      'stays',
    ]);
    gitlab.calls.length = 0;
    await host.comment(7, `${MARKER}\nsecond`);
    expect(new Set(gitlab.calls)).toEqual(new Set([`GET ${AT}/merge_requests/7/notes`]));
  });
});

describe('labels', () => {
  const [early, late] = [new Date('2027-06-01T10:00:00.250Z'), new Date('2027-06-01T11:00:00.250Z')];

  it('are given by whoever added them last, who may or may not be able to push', async () => {
    const { gitlab, host } = await open();
    Object.assign(gitlab.members, {
      5: { username: 'ada', access_level: 30 },
      6: { username: 'guest', access_level: 20 },
    });
    gitlab.mergeRequest({ iid: 7, sha: HEAD, labels: ['bug', 'gitcast: allow empty places'] });
    gitlab.label(7, 'gitcast: allow 3 deletes', 6, early);
    gitlab.label(7, 'gitcast: allow replacing', 6, early);
    gitlab.label(7, 'gitcast: allow 3 deletes', 5, late);
    gitlab.label(7, 'gitcast: allow 1 delete', 77, late);
    gitlab.label(7, 'gitcast: allow 2 deletes', null, late);
    const labels = await host.labels(7);
    expect(labels.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'gitcast: allow 1 delete', by: 'user-77', at: late, byWriter: false },
      { name: 'gitcast: allow 2 deletes', by: undefined, at: late, byWriter: false },
      { name: 'gitcast: allow 3 deletes', by: 'ada', at: late, byWriter: true },
      { name: 'gitcast: allow empty places', by: undefined, at: undefined, byWriter: false },
      { name: 'gitcast: allow replacing', by: 'guest', at: early, byWriter: false },
    ]);
  });

  it('are offered once and removed', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 7, sha: HEAD, labels: ['bug', 'gitcast: allow replacing'] });
    await host.offerLabels(['gitcast: allow replacing']);
    await host.offerLabels(['gitcast: allow replacing', 'gitcast: allow 1 delete']);
    expect(gitlab.knownLabels).toEqual(['gitcast: allow replacing', 'gitcast: allow 1 delete']);
    await host.removeLabel(7, 'gitcast: allow replacing');
    expect(gitlab.mergeRequests[0]!.labels).toEqual(['bug']);
  });
});

describe('making a plan again', () => {
  it('starts the job of the present commit, unless it is gone or archived', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 7, sha: HEAD });
    const request = await host.request(7);
    expect(await host.makePlanAgain(request)).toBe(false);
    const job = gitlab.planned(7, HEAD, PLAN);
    expect(await host.makePlanAgain(request)).toBe(true);
    expect(gitlab.retried).toEqual([job]);
    gitlab.planned(7, HEAD, PLAN, { isArchived: true });
    expect(await host.makePlanAgain(request)).toBe(false);
  });
});

describe('publishing the website again', () => {
  it('starts a pipeline that does only that', async () => {
    const { gitlab, host } = await open();
    await host.rebuild();
    expect(gitlab.started).toEqual([{ ref: 'main', variables: [{ key: 'GITCAST_JOB', value: 'site' }] }]);
  });

  it('starts a whole pipeline in a project that forbids variables', async () => {
    const { gitlab, host } = await open();
    gitlab.allowsVariables = false;
    await host.rebuild();
    expect(gitlab.started).toEqual([{ ref: 'main' }]);
  });
});

describe('the approvers of an environment', () => {
  it('exist only if it is protected', async () => {
    const { gitlab, host } = await open();
    gitlab.protectedEnvironments.push('festival/production');
    await host.requireApprovers('festival/production');
    await expect(host.requireApprovers('production')).rejects.toThrow('The environment production is not protected');
  });
});

describe('a proposal', () => {
  const proposal = { branch: 'gitcast/pull', base: 'main', title: 'Edits', text: 'Three edits.', commit: HEAD };

  it('is opened, updated and withdrawn', async () => {
    const { gitlab, host } = await open();
    expect(await host.propose(proposal)).toBe('opened');
    expect(await host.propose({ ...proposal, text: 'Four edits.' })).toBe('updated');
    expect(gitlab.mergeRequests).toMatchObject([
      {
        source_branch: 'gitcast/pull',
        target_branch: 'main',
        title: 'Edits',
        description: 'Four edits.',
        state: 'opened',
      },
    ]);
    await host.withdraw('gitcast/pull', 'main');
    await host.withdraw('gitcast/pull', 'main');
    expect(gitlab.mergeRequests.map(({ state }) => state)).toEqual(['closed']);
  });

  it('stays closed until there are new edits', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({ iid: 5, sha: 'older', source_branch: 'gitcast/pull', state: 'closed' });
    gitlab.mergeRequest({ iid: 6, sha: HEAD, source_branch: 'gitcast/pull', state: 'closed' });
    expect(await host.propose(proposal)).toBe('stays-closed');
    expect(await host.propose({ ...proposal, commit: 'newer' })).toBe('opened');
  });

  it('leaves the merge request of a fork alone that has a branch of the same name', async () => {
    const { gitlab, host } = await open();
    gitlab.mergeRequest({
      iid: 5,
      sha: 'x',
      source_branch: 'gitcast/pull',
      source_project_id: 99,
      description: 'mine',
    });
    await host.withdraw('gitcast/pull', 'main');
    expect(await host.propose(proposal)).toBe('opened');
    expect(gitlab.mergeRequests[0]).toMatchObject({ description: 'mine', state: 'opened' });
  });
});

describe('an issue', () => {
  it("is opened, updated and closed by its title, and never a person's", async () => {
    const { gitlab, host } = await open();
    gitlab.issues.push({ iid: 1, title: 'Conflicts', author: { id: 2 }, description: 'mine', state: 'opened' });
    await host.closeIssue('Conflicts');
    await host.reportIssue('Conflicts of yesterday', 'older');
    await host.reportIssue('Conflicts', 'two');
    await host.reportIssue('Conflicts', 'three');
    await host.closeIssue('Conflicts');
    expect(gitlab.issues.map(({ title, description, state }) => [title, description, state])).toEqual([
      ['Conflicts', 'mine', 'opened'],
      ['Conflicts of yesterday', 'older', 'opened'],
      ['Conflicts', 'three', 'closed'],
    ]);
  });
});

describe('a text', () => {
  it('neither runs quick actions nor notifies people, whatever it quotes', async () => {
    const { gitlab, host } = await open();
    const hostile = `${MARKER}\n/merge\n  /approve\r\n/assign @all\u001b\n\nfine: a/b`;
    await host.comment(7, 'first');
    await host.comment(7, hostile);
    await host.comment(7, `${hostile}, again`);
    await host.remark(7, hostile);
    await host.reportIssue('Conflicts', hostile);
    await host.reportIssue('Conflicts', `${hostile}, again`);
    for (const text of [hostile, `${hostile}, again`])
      await host.propose({ branch: 'gitcast/pull', base: 'main', title: 'Edits', text, commit: HEAD });
    expect([gitlab.actions, gitlab.mentioned]).toEqual([[], []]);
    expect(gitlab.notes.at(-1)!.body.replaceAll('\u2060', '')).toBe(hostile.replace('\u001b', ''));
  });

  it('is the same one after it was made harmless', async () => {
    const { gitlab, host } = await open();
    await host.comment(7, `${MARKER}\n/merge @ada`);
    await host.comment(7, `${MARKER}\n/merge @ada`);
    expect(gitlab.calls.filter((call) => !call.startsWith('GET'))).toEqual([`POST ${AT}/merge_requests/7/notes`]);
  });
});

describe('a failed call', () => {
  it('names the call, the answer and the token that GitLab needs', async () => {
    const { host } = await open('read_api');
    await expect(host.remark(7, 'text')).rejects.toMatchObject({
      message: `GitLab answered POST ${AT}/merge_requests/7/notes with 403: insufficient_scope`,
      suggestion: expect.stringContaining('GITCAST_TOKEN') as string,
    });
  });

  it('is not mistaken for that of a project which forbids variables', async () => {
    const { host } = await open('read_api');
    await expect(host.rebuild()).rejects.toThrow(`GitLab answered POST ${AT}/pipeline with 403`);
  });
});
