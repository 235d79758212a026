import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../src/cli/context.ts';
import type { RanJob } from './festival.ts';
import { madeForAll, read, write } from './folders.ts';
import { expectDone } from './on-github.ts';
import { OnGitLab } from './on-gitlab.ts';
import { git } from './run.ts';
import { folderOf, keyOf, opening, openingOf, Workspace } from './workspace.ts';

/** The parts of a pipeline that GitLab documents and gitcast uses. */
interface Pipeline {
  readonly stages: readonly string[];
  readonly default: { readonly image: string; readonly before_script: readonly string[] };
  readonly variables: Readonly<Record<string, string>>;
}

interface PipelineJob {
  readonly stage: string;
  readonly script: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly resource_group?: string;
  readonly when?: 'manual' | 'always';
  readonly allow_failure?: boolean;
  readonly needs?: readonly string[];
}

const IMAGE = 'node:24.11.0-bookworm@sha256:e5bb';

class WorkspaceOnGitLab {
  readonly workspace: Workspace;
  readonly on: OnGitLab;

  constructor(workspace: Workspace, on: OnGitLab) {
    this.workspace = workspace;
    this.on = on;
  }

  static async open(): Promise<WorkspaceOnGitLab> {
    const workspace = await (await Workspace.open()).deployed();
    return new WorkspaceOnGitLab(workspace, await OnGitLab.with(workspace.festival));
  }

  /** The job `gitcast check`, which has no environment and so sees only keys that can read. */
  async check(env: Environment = {}): Promise<ChildPipeline> {
    const runner = this.on.checkout('main');
    const readers = Object.fromEntries(Object.keys(this.workspace.festival.keys).map((name) => [name, '']));
    const checked = expectDone(
      await this.on.job('check', { runner, env: { ...readers, ...this.on.planKeys, CI_JOB_IMAGE: IMAGE, ...env } }),
    );
    const {
      stages,
      default: defaults,
      variables,
      ...jobs
    } = JSON.parse(read(runner.cwd, 'gitcast-out/broadcasts.yml')) as Pipeline & Record<string, PipelineJob>;
    return { checked, pipeline: { stages, default: defaults, variables }, jobs };
  }

  /** Runs a job of the child pipeline as it is written there. */
  async start({ pipeline, jobs }: ChildPipeline, name: string): Promise<RanJob> {
    const { script, variables, environment } = jobs[name]!;
    const runner = this.on.checkout('main');
    const given = Object.entries({ ...pipeline.variables, ...variables }).map(([key, value]) => [
      key,
      value.replaceAll('$CI_PROJECT_DIR', runner.cwd),
    ]);
    const job = /^exec node_modules\/\.bin\/gitcast ci ([a-z-]+)$/.exec(script.join('\n'))![1]!;
    return this.on.job(job, {
      runner,
      env: { ...this.#keysOf(environment), ...Object.fromEntries(given), CI_ENVIRONMENT_NAME: environment },
    });
  }

  /** Variables of the project may be limited to an environment. */
  #keysOf(environment: string | undefined): Environment {
    const city = /^live-festivals-([a-z]+)/.exec(environment ?? '')?.[1];
    const { keys } = this.workspace.festival;
    if (city === undefined) return environment === undefined ? {} : keys;
    return Object.fromEntries(Object.keys(keys).map((name) => [name, name === keyOf(city) ? keys[name] : '']));
  }

  /** As GitLab does it: a stage after the other, unless a job has failed; no manual jobs. */
  async run(child: ChildPipeline): Promise<Readonly<Record<string, number>>> {
    const codes: Record<string, number> = {};
    for (const stage of child.pipeline.stages) {
      const isFailed = Object.values(codes).some((code) => code !== 0);
      for (const [name, job] of Object.entries(child.jobs)) {
        if (job.stage !== stage || job.when === 'manual' || (isFailed && job.when !== 'always')) continue;
        codes[name] = (await this.start(child, name)).exitCode;
      }
    }
    return codes;
  }

  get deployed(): string {
    return git(this.workspace.festival.origin, 'rev-parse', 'refs/gitcast/deployed/live').trim();
  }
}

interface ChildPipeline {
  readonly checked: RanJob;
  readonly pipeline: Pipeline;
  readonly jobs: Readonly<Record<string, PipelineJob>>;
}

describe('a workspace on GitLab', () => {
  const opened = madeForAll(() => WorkspaceOnGitLab.open());

  it('syncs a merge in a pipeline with a job for each part that changed', async () => {
    const agency = opened();
    const { on, workspace } = agency;
    const note = await on.review(7, 'grand', opening('oslo', 'Grand opening'));
    expect(note).toContain('### gitcast plan of 1 broadcast');
    expect(note).toContain('title: `Opening night` → `Grand opening`');
    const merged = on.merge(7, 'grand');
    const child = await agency.check();
    expect(child.checked.outputs).toEqual({
      GITCAST_DECISION: 'reviewed',
      GITCAST_REVIEWED: '7',
      GITCAST_COMPLETE: 'true',
    });
    expect(child.pipeline).toEqual({
      stages: ['sync', 'deployed', 'renew'],
      default: { image: IMAGE, before_script: ['node ci/install.mjs'] },
      variables: { GITCAST_OUT: '$CI_PROJECT_DIR/gitcast-out', GITCAST_REVIEWED: '7' },
    });
    expect(child.jobs).toEqual({
      'gitcast sync 3/4': {
        stage: 'sync',
        script: ['exec node_modules/.bin/gitcast ci sync'],
        environment: 'live',
        resource_group: 'gitcast-sync-3/4',
        variables: { GITCAST_SHARD: '3/4' },
      },
      'gitcast deployed': { stage: 'deployed', script: ['exec node_modules/.bin/gitcast ci deployed'] },
      'gitcast renew': {
        stage: 'renew',
        script: ['exec node_modules/.bin/gitcast ci renew'],
        when: 'always',
        allow_failure: true,
      },
    });
    expect(await agency.run(child)).toEqual({ 'gitcast sync 3/4': 0, 'gitcast deployed': 0, 'gitcast renew': 0 });
    expect(await workspace.titles()).toMatchObject({ lyon: 'Opening night', oslo: 'Grand opening' });
    expect(agency.deployed).toBe(merged);
  });

  it('has a job even if there is nothing to sync, because GitLab refuses a pipeline without any', async () => {
    const { jobs } = await opened().check();
    expect(Object.keys(jobs)).toEqual(['gitcast deployed', 'gitcast renew']);
  });

  it('waits for a person where nobody has reviewed, and does not count as deployed until then', async () => {
    const agency = opened();
    const { on, workspace } = agency;
    const before = agency.deployed;
    await on.review(21, 'lyon', (folder) => write(folder, 'festivals/lyon/content/places/quay.yaml', 'name: Quay\n'));
    await on.review(22, 'nantes', opening('nantes', 'Loire opening'));
    git(workspace.festival.author, 'checkout', '--quiet', 'main');
    const pushed = workspace.festival.edit('main', opening('lyon', 'Unseen opening'));
    const child = await agency.check();
    expect(child.jobs['gitcast unreviewed festivals/lyon']).toEqual({
      stage: 'sync',
      script: ['exec node_modules/.bin/gitcast ci approved'],
      environment: 'live-unreviewed',
      resource_group: 'gitcast-sync-festivals/lyon',
      when: 'manual',
      allow_failure: true,
      needs: [],
      variables: { GITCAST_SHARD: 'festivals/lyon', GITCAST_DIGEST: child.checked.outputs['GITCAST_DIGEST'] },
    });
    on.gitlab.retried.length = 0;
    expect(await agency.run(child)).toEqual({ 'gitcast renew': 0 });
    // The plan of the other merge request would contain what nobody has approved, and its review would cover it.
    expect(on.gitlab.retried).toEqual([on.gitlab.pipelines.find((each) => each.on === 22)!.id]);
    expect(agency.deployed).toBe(before);
    const refused = await agency.start(child, 'gitcast unreviewed festivals/lyon');
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('is not protected')]);
    on.gitlab.protectedEnvironments.push('live-unreviewed');
    expectDone(await agency.start(child, 'gitcast unreviewed festivals/lyon'));
    expect(await workspace.titles()).toMatchObject({ lyon: 'Unseen opening' });
    // The next run finds nothing left to do, and counts it as deployed.
    expect(Object.values(await agency.run(await agency.check()))).toEqual(expect.not.arrayContaining([1]));
    expect(agency.deployed).toBe(pushed);
    expect(on.gitlab.retried).toHaveLength(3);
    for (const iid of [21, 22]) on.gitlab.mergeRequests.find((each) => each.iid === iid)!.state = 'closed';
  });

  it('gives each broadcast its own environment and approvers, if that is wanted', async () => {
    const agency = opened();
    const { on, workspace } = agency;
    await on.review(8, 'loire', opening('nantes', 'Loire opening'));
    on.merge(8, 'loire');
    workspace.festival.edit('main', opening('oslo', 'Unseen in Oslo'));
    const child = await agency.check({ GITCAST_ENVIRONMENTS: 'each' });
    expect(child.jobs).toMatchObject({
      'gitcast sync festivals/nantes': {
        environment: 'live-festivals-nantes',
        variables: { GITCAST_SHARD: folderOf('nantes') },
      },
      'gitcast unreviewed festivals/oslo': { environment: 'live-festivals-oslo-unreviewed', when: 'manual' },
    });
    expect(Object.keys(child.jobs)).toHaveLength(3);
    expect(await agency.run(child)).toEqual({ 'gitcast sync festivals/nantes': 0, 'gitcast renew': 0 });
    expect(await workspace.titles()).toMatchObject({ nantes: 'Loire opening', oslo: 'Grand opening' });
    on.gitlab.protectedEnvironments.push('live-festivals-oslo-unreviewed');
    expectDone(await agency.start(child, 'gitcast unreviewed festivals/oslo'));
    expect(await workspace.titles()).toMatchObject({ oslo: 'Unseen in Oslo' });
  });

  it('notes that nothing is affected, that a broadcast was removed, and which one has no plan', async () => {
    const agency = opened();
    const { on } = agency;
    expect(await on.review(9, 'readme', (folder) => void write(folder, 'notes.md', 'Notes\n'))).toContain(
      'This changes no broadcast of the workspace.',
    );
    const removed = await on.review(10, 'without-lyon', (folder) =>
      rmSync(join(folder, 'festivals/lyon'), { recursive: true }),
    );
    expect(removed).toContain('1 broadcast affected: 1 removed; none of the other 2 has changes.');
    expect(removed).not.toMatch(/changes no broadcast|None of/);
    // The default branch does not know the new folder, so a person approves what it changes.
    const renamed = await on.review(11, 'renamed', (folder) => {
      opening('nantes', 'Another opening')(folder);
      opening('oslo', 'Fjord opening')(folder);
      renameSync(join(folder, 'festivals/oslo'), join(folder, 'festivals/fjord'));
    });
    expect(renamed).toContain(
      'Not recorded, so a person has to approve it after the merge: `festivals/fjord: the default branch has no such broadcast`',
    );
    expect(renamed).toMatch(/The merge applies this plan/);
  });

  it('plans for the target of the whole workspace, whatever the changed broadcast prefers', async () => {
    const { on, workspace } = opened();
    const config = 'festivals/oslo/gitcast.config.yaml';
    workspace.festival.edit('rehearsal', (folder) => {
      const [text, [target = '']] = [read(folder, config), /(?<=live: ).*/.exec(read(folder, config))!];
      write(
        folder,
        config,
        `${text.replace('defaultTarget: live', 'defaultTarget: rehearsal')}  rehearsal: ${target}\n`,
      );
    });
    const { files } = expectDone(await on.plan('rehearsal', 13));
    expect(files['plan.md']).toContain('1 of 3 broadcasts');
    expect(JSON.parse(files['plan.json']!)).toMatchObject({ broadcasts: [{ plan: { target: 'live' } }] });
  });

  it('still notes which broadcast has no plan when a label allows what the others need', async () => {
    const agency = opened();
    const { on, workspace } = agency;
    const more = ['second', 'third'].map((name) => `festivals/nantes/content/events/${name}.yaml`);
    const config = 'festivals/nantes/gitcast.config.yaml';
    workspace.festival.edit('main', (folder) => {
      for (const path of more)
        write(folder, path, read(folder, openingOf('nantes')).replace('title: ', `title: ${path} `));
      write(folder, config, `${read(folder, config)}guard: { deletes: { count: 1 } }\n`);
    });
    expectDone(await on.job('sync', { env: { GITCAST_REVIEWED: 'off' } }));
    await workspace.found('paris');
    const note = await on.review(12, 'paris', (folder) => {
      for (const path of more) rmSync(join(folder, path));
    });
    const missing = '`festivals/paris: the default branch has no such broadcast`';
    const label = 'gitcast: allow 2 deletes';
    expect(note).toContain(missing);
    expect(note).toContain(`- the label \`${label}\``);
    on.gitlab.members[5] = { username: 'ada', access_level: 40 };
    on.gitlab.label(12, label, 5, new Date());
    const allowed = await on.noted(12);
    expect(allowed).toContain('Allowed by ada for this plan.');
    expect(allowed).toContain(missing);
  });
});
