import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBroadcast } from '../../src/service/administration.ts';
import { openTheatre } from '../sync/stage.ts';
import { broadcast } from '../project/workspace/agency.ts';
import { GitHubHost, type Artifact } from './github-host.ts';
import { caller, checkout, push, runStep } from './project.ts';
import { afterwards, madeForAll, read, temporaryFolder, write } from './folders.ts';
import { environment, git, run } from './run.ts';
import { installed, lock, packed, quickNpm } from './workshop.ts';
import { warmGitcast } from './warm-programs.ts';
import { ownProgram } from '../programs.ts';
import { needs } from '../needs.ts';

const CITIES = ['lyon', 'nantes', 'oslo'] as const;
type City = (typeof CITIES)[number];

class AgencyHost {
  readonly host: GitHubHost;
  readonly #secrets: Readonly<Record<string, string>>;
  /** Where the website of Oslo is published. */
  readonly www: string;
  readonly titles: (city: City) => Promise<readonly string[]>;

  private constructor(
    host: GitHubHost,
    secrets: Readonly<Record<string, string>>,
    www: string,
    titles: AgencyHost['titles'],
  ) {
    this.host = host;
    this.#secrets = secrets;
    this.www = www;
    this.titles = titles;
  }

  /**
   * Three festivals in one repository, two of which share a theme and have no website. CI was set up in one of their folders,
   * and everything was synced and published.
   */
  static async open(): Promise<AgencyHost> {
    const theatre = await openTheatre();
    afterwards(() => theatre.close());
    const folder = temporaryFolder();
    const [origin, author] = [join(folder, 'origin.git'), join(folder, 'author')];
    const program = await warmGitcast();
    const bin = quickNpm(installed(join(folder, 'bin'), program));
    git(folder, 'init', '--quiet', '--bare', '--initial-branch', 'main', origin);
    git(folder, 'clone', '--quiet', origin, author);
    const tenants = await Promise.all(
      CITIES.map((city) => createBroadcast(theatre.service, { name: `Festival of festivals/${city}` })),
    );
    const keys = Object.fromEntries(CITIES.map((city, index) => [`${city.toUpperCase()}_KEY`, tenants[index]!.key]));
    for (const [index, city] of CITIES.entries()) {
      const { userId, broadcastId } = tenants[index]!;
      const config = `state: git
defaultTarget: live
site: { url: "https://${city}.example", timezone: Europe/Paris }
targets:
  live: { baseUrl: "${theatre.url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: ${city.toUpperCase()}_KEY }, profile: extended, settle: 0 }
`;
      for (const [path, text] of Object.entries(broadcast(`festivals/${city}`, config))) write(author, path, text);
    }
    write(
      author,
      'festivals/oslo/gitcast.config.yaml',
      `${read(author, 'festivals/oslo/gitcast.config.yaml')}publish:\n  www: { to: folder, path: ${folder}/www }\n`,
    );
    write(
      author,
      'gitcast.workspace.yaml',
      'broadcasts:\n  - festivals/*\nshared:\n  shared/house: [festivals/lyon, festivals/nantes]\n',
    );
    write(author, 'shared/house/content/broadcast.yaml', 'isWeb: false\ntheme:\n  borderRadius: 4\n');
    write(author, '.gitignore', '.gitcast/\nnode_modules/\n');
    const gitcast = async (cwd: string, ...words: readonly string[]) => {
      const ran = await run(cwd, ownProgram('gitcast'), words, { ...environment([bin]), ...keys });
      if (ran.exitCode !== 0) throw new Error(ran.stderr + ran.stdout);
    };
    await gitcast(join(author, 'festivals/lyon'), 'init', '--ci', 'github');
    lock(author, packed(join(folder, 'packed'), program));
    push(author, 'Start');
    git(author, 'push', '--quiet', 'origin', 'HEAD:refs/gitcast/published');
    await gitcast(author, 'sync', '--all', '--yes', '--ours');
    const services = tenants.map((each) => ({ ...each, url: theatre.url }));
    const secrets = Object.fromEntries(
      Object.entries(keys).flatMap(([name, key]) => [
        [name, key],
        [name.replace('_KEY', '_PLAN_KEY'), key],
      ]),
    );
    const host = await GitHubHost.with(
      { service: services[0]!, bin, origin, author, call: caller(services[0]!) },
      secrets,
    );
    const opened = new AgencyHost(host, secrets, join(folder, 'www'), async (city) => {
      const { data } = (await caller(services[CITIES.indexOf(city)]!)('GET', '/events')) as {
        data: { title: string }[];
      };
      return data.map(({ title }) => title);
    });
    const deployed = await host.step(['merge', 'deployed'], {}, { depth: 0 });
    if (deployed.exitCode !== 0) throw new Error(deployed.stderr);
    return opened;
  }

  /** The three jobs of a pull request: select, plan on a runner for each part, collect. */
  async plan(branch: string, number: number) {
    const job = async (
      name: string,
      expressions: Readonly<Record<string, string>>,
      env: Record<string, string> = {},
    ) => {
      const runner = checkout(this.host.project, branch);
      const plans = Object.entries(this.#secrets).filter(([secret]) => secret.includes('_PLAN_'));
      const ran = await runStep(runner, ['pull-request', name], {
        path: [this.host.project.bin],
        env: { GITHUB_BASE_REF: 'main', ...env },
        expressions: {
          'vars.GITCAST_PARTS': '2',
          ...Object.fromEntries(plans.map(([secret, key]) => [`secrets.${secret}`, key])),
          ...expressions,
        },
      });
      return { ...ran, files: filesIn(join(runner.temp, 'gitcast')) };
    };
    const selected = await job('select', {});
    const { parts = '' } = selected.outputs;
    const left = temporaryFolder();
    const planned: Awaited<ReturnType<typeof job>>[] = [];
    for (const [index, part] of (JSON.parse(parts) as string[]).entries()) {
      const ran = await job('plan', { 'matrix.part': part });
      planned.push(ran);
      mkdirSync(join(left, String(index)));
      for (const [name, text] of Object.entries(ran.files)) writeFileSync(join(left, String(index), name), text);
    }
    const result = planned.every(({ exitCode }) => exitCode === 0) ? 'success' : 'failure';
    const collected = await job(
      'collect',
      {
        'github.event.pull_request.number': String(number),
        'needs.select.outputs.parts': parts,
        'needs.plan.result': planned.length === 0 ? 'skipped' : result,
      },
      { GITCAST_COLLECT: left },
    );
    return { parts, planned, collected };
  }

  /** The jobs of a merge. */
  async deploy() {
    const checked = await this.host.step(['merge', 'check'], { 'vars.GITCAST_PARTS': '2' });
    if (checked.exitCode !== 0) throw new Error(checked.stderr);
    const { parts = '[]', decision, partly, reviewed = '' } = checked.outputs;
    const isDue = decision === 'reviewed' || partly === 'true';
    const synced = [];
    for (const part of isDue ? (JSON.parse(parts) as string[]) : []) {
      synced.push(
        await this.host.step(['merge', 'sync'], { 'matrix.part': part, 'needs.check.outputs.reviewed': reviewed }),
      );
    }
    const isDone = decision === 'reviewed' && synced.every(({ exitCode }) => exitCode === 0);
    const deployed = isDone ? await this.host.step(['merge', 'deployed'], {}, { depth: 0 }) : undefined;
    return { checked, parts, decision, partly, synced, deployed };
  }

  commitOf(ref: 'deployed/live' | 'published'): string {
    return git(this.host.project.origin, 'rev-parse', `refs/gitcast/${ref}`).trim();
  }
}

const filesIn = (folder: string): Artifact =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

const retitled = (city: City, title: string) => (folder: string) => {
  const path = `festivals/${city}/content/events/opening.yaml`;
  write(folder, path, read(folder, path).replace(/^title: .*$/m, `title: ${title}`));
};

describe.runIf(needs('bash', 'curl', 'tar', 'unzip'))('a workspace on GitHub', { timeout: 300_000 }, () => {
  const opened = madeForAll(() => AgencyHost.open());

  it('plans, comments and syncs only the broadcast that a pull request touches', async () => {
    const agency = opened();
    const { host } = agency;
    const head = host.edit('grand', retitled('oslo', 'Grand opening'));
    const { parts, planned, collected } = await agency.plan('grand', 7);
    expect([parts, planned.length, collected.exitCode, collected.files['outcome']]).toEqual([
      '["1/2"]',
      1,
      0,
      'planned\n',
    ]);
    expect((await host.comment(7, head, collected.files)).exitCode).toBe(0);
    const { body } = host.github.world.comments.at(-1)!;
    expect(body).toMatch(/The merge applies this plan, `\S+`, or stops/);
    expect(body).toContain('### gitcast plan of 1 broadcast');
    expect(body).toContain('title: `Opening night` → `Grand opening`');
    expect(body).not.toMatch(/lyon|nantes/);
    expect(host.reviews).toBe('');
    const refs = git(host.project.origin, 'for-each-ref', '--format=%(refname)').split('\n');
    expect(refs.filter((ref) => ref.includes('/review/'))).toEqual([expect.stringContaining('oslo')]);

    const merged = host.merge(7, 'grand');
    const { decision, synced, deployed } = await agency.deploy();
    expect([decision, synced.map(({ exitCode }) => exitCode), deployed?.exitCode]).toEqual(['reviewed', [0], 0]);
    expect(synced[0]!.stderr).not.toMatch(/lyon|nantes/);
    expect([await agency.titles('oslo'), await agency.titles('lyon')]).toEqual([['Grand opening'], ['Opening night']]);
    expect(agency.commitOf('deployed/live')).toBe(merged);
    expect((await agency.host.step(['merge', 'check'], { 'vars.GITCAST_PARTS': '2' })).outputs['parts']).toBe('[]');

    // Of the websites only this one changed since all were published. The artifact of one job is the folder of the next.
    const runner = checkout(host.project, 'main');
    expect(await host.on(runner, ['site', 'build'])).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
    expect(readdirSync(join(runner.temp, 'site/festivals'))).toEqual(['oslo']);
    expect(await host.on(runner, ['site', 'publish'])).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
    expect(read(agency.www, 'current/events/opening/index.html')).toContain('Grand opening');
    expect(agency.commitOf('published')).toBe(merged);
    expect((await host.step(['site', 'build'])).outputs).toEqual({});
  });

  it('plans every broadcast that uses a shared theme, on several runners, in one table', async () => {
    const agency = opened();
    const { host } = agency;
    const head = host.edit('theme', (folder) =>
      write(folder, 'shared/house/content/broadcast.yaml', 'isWeb: false\ntheme:\n  borderRadius: 9\n'),
    );
    const { parts, collected } = await agency.plan('theme', 8);
    expect(parts).toBe('["1/2","2/2"]');
    expect((await host.comment(8, head, collected.files)).exitCode).toBe(0);
    const { body } = host.github.world.comments.at(-1)!;
    expect(body).toContain('2 of 3 broadcasts: 2 with changes.');
    expect(body).toContain('|  | in 2 broadcasts | 1 to update |');
    expect(body).toContain('- `festivals/lyon`\n- `festivals/nantes`\n');
    // Somebody pushes to main directly: only that broadcast stops, and the next run includes it.
    const before = agency.commitOf('deployed/live');
    host.merge(8, 'theme');
    const sneaky = host.edit('main', retitled('oslo', 'Sneaky opening'));
    host.github.change((world) => world.history.push(sneaky));
    const { decision, partly, synced, deployed, checked } = await agency.deploy();
    expect([decision, partly, deployed]).toEqual(['approval', 'true', undefined]);
    expect(checked.stderr).toContain('festivals/oslo: 1 change of this plan was not reviewed');
    expect(synced.map(({ exitCode }) => exitCode)).toEqual([1, 0]);
    expect([await agency.titles('oslo'), agency.commitOf('deployed/live')]).toEqual([['Grand opening'], before]);

    host.github.change((world) => (world.environments['live-unreviewed'] = ['required_reviewers']));
    const again = await host.step(['unreviewed', 'check'], {});
    expect(again.outputs['decision']).toBe('approval');
    expect(await host.approved(again)).toMatchObject({ exitCode: 0 });
    expect(await agency.titles('oslo')).toEqual(['Sneaky opening']);
    expect(agency.commitOf('deployed/live')).toBe(sneaky);
  });

  it('comments that nothing is affected, and fails if a part fails', async () => {
    const agency = opened();
    const { host } = agency;
    const head = host.edit('readme', (folder) => write(folder, 'notes.md', 'Notes\n'));
    const { parts, collected } = await agency.plan('readme', 9);
    expect([parts, collected.exitCode]).toEqual(['[]', 0]);
    await host.comment(9, head, collected.files);
    expect(host.github.world.comments.at(-1)!.body).toContain('This changes no broadcast of the workspace.');
    host.edit('broken', (folder) =>
      write(folder, 'festivals/lyon/content/events/opening.yaml', 'title: Without a time\n'),
    );
    const broken = await agency.plan('broken', 10);
    expect([broken.planned[0]!.exitCode, broken.collected.exitCode, broken.collected.files['outcome']]).toEqual([
      1,
      1,
      'content\n',
    ]);
  });
});
