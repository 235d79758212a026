import { describe, expect, it } from 'vitest';
import { GitHubHost, titled } from './github-host.ts';
import { caller, initialise, openProject, push, serve, type Service } from './project.ts';
import { madeForAll, read, temporaryFolder, write } from './folders.ts';
import { environment, git, run } from './run.ts';
import { ownProgram } from '../programs.ts';
import { needs } from '../needs.ts';

const CONCERT = 'content/events/opening-concert.yaml';

interface Staged {
  readonly host: GitHubHost;
  readonly production: Service;
  /** The titles of the events on production. */
  readonly live: () => Promise<readonly string[]>;
}

/** Merges go to staging, and production is promoted to. Both have the content of main. */
async function staged(): Promise<Staged> {
  const project = await openProject('github');
  const production = await serve(temporaryFolder());
  const { author, service: staging } = project;
  const path = 'gitcast.config.yaml';
  const first = read(author, path)
    .replace('defaultTarget: production', 'defaultTarget: staging')
    .replace(/^  production:/m, '  staging:')
    .replace('GITCAST_KEY', 'STAGING_KEY');
  write(author, path, `${first}${targetText('production', production, 'PRODUCTION_KEY')}`);
  await initialise(author, project.bin, '--ci', 'github', '--force');
  push(author, 'Two targets');
  const rename = `${production.url}/v1/users/${production.userId}/broadcasts/${production.broadcastId}`;
  const headers = { 'x-api-key': production.key, 'content-type': 'application/json' };
  await fetch(rename, { method: 'PATCH', headers, body: JSON.stringify({ name: 'Orchard weekend' }) });
  const keys = { STAGING_KEY: staging.key, PRODUCTION_KEY: production.key };
  const host = await GitHubHost.with(project, {
    ...keys,
    STAGING_PLAN_KEY: staging.key,
    PRODUCTION_PLAN_KEY: production.key,
  });
  const env = { ...environment([project.bin]), ...keys };
  for (const target of ['staging', 'production']) {
    const ran = await run(author, ownProgram('gitcast'), ['sync', '--yes', '--target', target], env);
    if (ran.exitCode !== 0) throw new Error(ran.stderr + ran.stdout);
  }
  const live = async () =>
    ((await caller(production)('GET', '/events')) as { data: { title: string }[] }).data
      .map(({ title }) => title)
      .sort();
  return { host, production, live };
}

const targetText = (name: string, { url, userId, broadcastId }: Service, key: string): string => `  ${name}:
    baseUrl: ${url}
    userId: ${userId}
    broadcastId: ${broadcastId}
    key: { $env: ${key} }
`;

/** The second job of the workflow, after somebody has approved its environment. */
const promoted = (host: GitHubHost, { outputs }: Awaited<ReturnType<GitHubHost['step']>>, left: string) =>
  host.step(
    ['promote', 'promote'],
    { 'needs.plan.outputs.digest': outputs['digest'] ?? '' },
    // The artifact of the first job.
    { env: { GITCAST_OUT: left } },
  );

describe.runIf(needs('bash', 'curl', 'tar', 'unzip'))('promoting on GitHub', { timeout: 300_000 }, () => {
  const opened = madeForAll(staged);

  it('shows the plan for production in the pull request to staging, folded and labelled as not applied', async () => {
    const { host, live } = opened();
    const before = await live();
    await host.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    const { body } = host.github.world.comments[0]!;
    const [staging, production] = body.split('<details><summary><b>Not applied by this merge</b>');
    expect(staging).toContain('### gitcast plan for `staging`');
    expect(staging).toMatch(/The merge applies this plan, `\S+`, or stops/);
    expect(production).toContain('what promoting it to <code>production</code> would change</summary>');
    expect(production).toContain('title: `Opening concert` → `Grand opening`');
    // Only the plan of the merge is recorded: the merge changes staging alone.
    expect(host.reviews).toBe('refs/gitcast/review/staging');
    host.merge(7, 'grand');
    expect((await host.deploy()).synced).toMatchObject({ exitCode: 0 });
    expect([await host.titles(), await live()]).toEqual([['Grand opening', 'Sunday brunch'], before]);
  });

  it('plans a promotion without a key that can write, and applies that plan after the approval, or stops', async () => {
    const { host, production, live } = opened();
    host.edit('main', titled(CONCERT, 'Final opening'));
    const left = temporaryFolder();
    const plan = () => host.step(['promote', 'plan'], {}, { env: { GITCAST_OUT: left } });

    // What is not on staging yet was reviewed by nobody.
    const early = await plan();
    expect([early.exitCode, early.stderr]).toEqual([1, expect.stringContaining('staging differs from the files')]);
    expect(early.outputs['promotion']).toBeUndefined();
    expect((await host.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': 'off' })).exitCode).toBe(0);

    const planned = await plan();
    const { digest } = planned.outputs;
    expect(planned).toMatchObject({ exitCode: 0, outputs: { promotion: 'waiting', changes: '1' } });
    expect(planned.summary).toContain(`<sub>Digest of this plan: \`${digest}\`</sub>`);
    expect(planned.summary.match(/### gitcast plan for `production`/g)).toHaveLength(1);

    expect(await promoted(host, planned, left)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The environment production requires no reviewers'),
    });
    host.github.change((world) => (world.environments['production'] = ['required_reviewers']));

    // Production changes between the approval and the job.
    const call = caller(production);
    const { data } = (await call('GET', '/events')) as { data: { id: string; title: string }[] };
    const { id } = data.find(({ title }) => title === 'Opening concert')!;
    await call('PUT', `/events/${id}`, { title: 'Edited' });
    const stopped = await promoted(host, planned, left);
    expect([stopped.exitCode, stopped.stderr]).toEqual([
      1,
      expect.stringMatching(
        /was approved: nothing was sent. .*events\/opening-concert \(title\): approved, and no longer/,
      ),
    ]);
    expect(stopped.summary).toContain('was approved: nothing was sent');
    expect(await live()).toEqual(['Edited', 'Sunday brunch']);
    await call('PUT', `/events/${id}`, { title: 'Opening concert' });

    expect(await promoted(host, planned, left)).toMatchObject({ exitCode: 0 });
    expect(await live()).toEqual(['Final opening', 'Sunday brunch']);
    expect((await plan()).outputs).toMatchObject({ promotion: 'none', changes: '0' });
    expect(git(host.project.origin, 'for-each-ref', 'refs/gitcast/state/production')).not.toBe('');
  });
});
