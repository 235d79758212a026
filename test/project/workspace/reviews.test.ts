import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBroadcast } from '../../../src/service/administration.ts';
import { git } from '../../ci/run.ts';
import { copyOfMade, setRemote } from '../../git/copies.ts';
import { serviceAtOneUrl } from '../../service/service-at-one-url.ts';
import { initRemote } from '../../state/clones.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { virtualClock } from '../../virtual-clock.ts';
import { Agency, broadcast, type Files } from './agency.ts';

const NAMES = ['festivals/lyon', 'festivals/nantes', 'festivals/oslo'] as const;
const SHA = 'a'.repeat(40);
const THEME = 'shared/house/content/broadcast.yaml';

interface Review {
  readonly number: number;
  readonly digest: string;
  readonly changes: number;
  readonly labels: readonly string[];
  readonly approved: boolean;
  readonly by: string | null;
  readonly broadcasts: readonly { readonly folder: string; readonly changes: number }[];
  readonly notes: readonly string[];
}

const service = serviceAtOneUrl();
const clock = virtualClock();
const serve = (place: string) =>
  service.serve(join(place, 'service.db'), {
    profile: 'extended',
    rateLimit: 0,
    // Time passes between two requests.
    clock: { now: () => (clock.pass(1), clock.now()) },
    allowPrivateWebhooks: false,
  });

/** Three festivals on one service, two of which share a theme, in a clone of a bare repository. */
async function makeAgency(place: string): Promise<Agency> {
  const running = await serve(place);
  const tenants = await Promise.all(NAMES.map((name) => createBroadcast(running, { name: `Festival of ${name}` })));
  const configs = tenants.map(
    ({ userId, broadcastId }, index) => `state: git
defaultTarget: live
site: { timezone: Europe/Paris }
guard: { deletes: { count: 0 } }
targets:
  live: { baseUrl: "${service.url()}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: KEY_${index} }, profile: extended, settle: 0 }
`,
  );
  keys = Object.fromEntries(tenants.map(({ key }, index) => [`KEY_${index}`, key]));
  const agency = agencyIn(place).write({
    'gitcast.workspace.yaml':
      'broadcasts:\n  - festivals/*\nshared:\n  shared/house: [festivals/lyon, festivals/nantes]\n',
    [THEME]: 'theme:\n  borderRadius: 4\n',
    '.gitignore': '.gitcast/\nplan.json\n',
    ...(Object.assign({}, ...NAMES.map((name, index) => broadcast(name, configs[index]))) as Files),
  });
  initRemote(join(place, 'remote'));
  agency.commitAll();
  agency.git('remote', 'add', 'origin', `file://${join(place, 'remote')}`);
  agency.git('push', '-q', 'origin', 'main');
  return agency;
}

let keys: Readonly<Record<string, string>> = {};

function agencyIn(place: string): Agency {
  const agency = new Agency({}, join(place, 'clone'));
  agency.env = keys;
  return agency;
}

/** A copy of an agency that is synced once for all tests. */
async function agencyWithRemote(): Promise<{ readonly agency: Agency; readonly remote: string }> {
  const place = temporaryFolder();
  await copyOfMade('a synced agency', place, async (folder) => {
    const made = temporaryFolder();
    await done(await makeAgency(made), 'sync --all --yes --ours');
    await service.rest();
    cpSync(made, folder, { recursive: true, preserveTimestamps: true });
  });
  await serve(place);
  onTestFinished(service.rest);
  const settings = join(place, 'clone/.git/config');
  const remote = join(place, 'remote');
  setRemote(settings, /file:\/\/(.*)/.exec(readFileSync(settings, 'utf8'))![1]!, remote);
  return { agency: agencyIn(place), remote };
}

async function done(agency: Agency, words: string, code = 0): Promise<string> {
  const { exitCode, stdout, stderr } = await agency.run(words);
  expect({ words, exitCode, stderr: exitCode === code ? '' : stderr + stdout }).toEqual({
    words,
    exitCode: code,
    stderr: '',
  });
  return stdout;
}

/** What CI does with a pull request: its own job plans what it touches, and a trusted job of main records that. */
async function review(agency: Agency, number: number, planned = 0): Promise<Review> {
  await done(agency, 'plan --all --since main --allow-replace --out plan.json', planned);
  return JSON.parse(
    await done(agency, `review record ${number} --all --plan plan.json --commit ${SHA} --json`),
  ) as Review;
}

const opening = (folder: string, title: string): Files => ({
  [`${folder}/content/events/opening.yaml`]: `title: ${title}\nstart_time: 2027-06-18T20:30:00\nend_time: 2027-06-18T23:00:00\n`,
});

function onBranch(agency: Agency, files: Files): string {
  const before = agency.git('rev-parse', 'HEAD');
  agency.git('switch', '-q', '-c', 'edit');
  agency.write(files).commitAll('Edit');
  return before;
}

/** A squash, as the button of a host makes it. */
function merge(agency: Agency): void {
  agency.inTurn([
    'git switch -q main',
    'git merge -q --squash edit',
    'git commit -q --allow-empty -m "Edit (#7)"',
    'git push -q origin main',
  ]);
}

const changed = (stdout: string) =>
  (JSON.parse(stdout) as { broadcasts: { folder: string; summary?: { applied: number } }[] }).broadcasts.map(
    ({ folder, summary }) => [folder, summary?.applied ?? 'stopped'],
  );

describe('the reviews of a workspace', { timeout: 120_000 }, () => {
  it('of a pull request that touches one broadcast plan only that one, and its merge syncs only that one', async () => {
    const { agency, remote } = await agencyWithRemote();
    const before = onBranch(agency, opening('festivals/oslo', 'Grand opening'));
    const recorded = await review(agency, 7);
    expect(recorded.broadcasts).toMatchObject([{ folder: 'festivals/oslo', changes: 1 }]);
    expect(
      git(remote, 'for-each-ref', '--format=%(refname)')
        .split('\n')
        .filter((ref) => ref.includes('/review/')),
    ).toEqual([expect.stringMatching(/^refs\/gitcast\/in\/.*oslo.*\/review\/live$/)]);
    merge(agency);
    const synced = await done(agency, `sync --all --since ${before} --yes --reviewed 7 --json`);
    expect(changed(synced)).toEqual([['festivals/oslo', 1]]);
    expect(await done(agency, 'plan --all')).toContain('3 broadcasts: 3 without changes');
    await done(agency, 'review close 7 --all');
    expect(JSON.parse(await done(agency, 'review list --all --json'))).toEqual({ reviews: [] });
  });

  it('of a pull request that touches the shared theme plan every broadcast that uses it', async () => {
    const { agency } = await agencyWithRemote();
    const before = onBranch(agency, { [THEME]: 'theme:\n  borderRadius: 9\n' });
    expect((await review(agency, 7)).broadcasts.map(({ folder }) => folder)).toEqual([
      'festivals/lyon',
      'festivals/nantes',
    ]);
    const table = await done(agency, 'plan --all --from plan.json --markdown');
    expect(table).toContain('### gitcast plan of 2 broadcasts');
    expect(table).toContain('| in 2 broadcasts | 1 to update |');
    expect(table).toContain('- `festivals/lyon`\n- `festivals/nantes`\n');
    // The pull request has one digest and its own labels, which the comment has above this table.
    expect(table).not.toMatch(/Digest of this plan|Needs approval/);
    merge(agency);
    const synced = await done(agency, `sync --all --since ${before} --yes --reviewed 7 --json`);
    expect(changed(synced)).toEqual([
      ['festivals/lyon', 1],
      ['festivals/nantes', 1],
    ]);
  });

  it('stop only the broadcast with a change that nobody reviewed, and another merge is not in its way', async () => {
    const { agency } = await agencyWithRemote();
    const before = onBranch(agency, opening('festivals/oslo', 'Grand opening'));
    await review(agency, 7);
    merge(agency);
    // A second pull request was merged since, and somebody pushed to main directly.
    agency.git('branch', '-q', '-D', 'edit');
    onBranch(agency, opening('festivals/lyon', 'Petite ouverture'));
    await review(agency, 8);
    merge(agency);
    agency.write(opening('festivals/nantes', 'Sneaky')).commitAll('Direct push');
    await done(agency, `plan --all --since ${before} --allow-replace --out plan.json`);
    const checked = JSON.parse(await done(agency, 'review check 7,8 --all --plan plan.json --json', 3)) as object;
    expect(checked).toMatchObject({
      covered: false,
      partly: true,
      reason: expect.stringMatching(/^festivals\/nantes: 1 change .* in no review$/),
    });
    const synced = await done(agency, `sync --all --since ${before} --yes --reviewed 7,8 --json`, 1);
    expect(changed(synced)).toEqual([
      ['festivals/lyon', 1],
      ['festivals/nantes', 'stopped'],
      ['festivals/oslo', 1],
    ]);
    // What is left is approved by the digest of all plans together.
    await done(agency, `plan --all --since ${before} --allow-replace --out plan.json`);
    const left = JSON.parse(await done(agency, 'review check none --all --plan plan.json --json', 3)) as Review;
    agency.write(opening('festivals/oslo', 'Changed meanwhile')).commitAll('Another push');
    const stopped = await agency.run(`sync --all --since ${before} --yes --reviewed digest:${left.digest}`);
    expect([stopped.exitCode, stopped.stderr]).toEqual([
      1,
      expect.stringContaining('nothing was sent. Changes are planned for festivals/nantes, festivals/oslo'),
    ]);
    agency.git('revert', '--no-edit', 'HEAD');
    const approved = await done(agency, `sync --all --since ${before} --yes --reviewed digest:${left.digest} --json`);
    expect(changed(approved).filter(([, applied]) => applied !== 0)).toEqual([['festivals/nantes', 1]]);
  });

  it('forget a broadcast that a later push no longer changes, so its withdrawn change is not covered', async () => {
    const { agency } = await agencyWithRemote();
    onBranch(agency, { ...opening('festivals/oslo', 'Grand'), ...opening('festivals/lyon', 'Grand') });
    expect((await review(agency, 7)).broadcasts).toHaveLength(2);
    agency.write(opening('festivals/oslo', 'Opening night')).commitAll('Withdrawn');
    expect((await review(agency, 7)).broadcasts).toMatchObject([{ folder: 'festivals/lyon' }]);
    merge(agency);
    agency.write(opening('festivals/oslo', 'Grand')).commitAll('Pushed directly');
    const { stdout } = await agency.run('sync --all --yes --reviewed 7');
    expect(stdout).toContain('update events/opening (title): in no review');
  });

  it('need one label for all deletions together, which counts for these plans only', async () => {
    const { agency } = await agencyWithRemote();
    const before = onBranch(agency, {});
    for (const name of NAMES.slice(1)) agency.remove(`${name}/content/events`);
    agency.write({ 'festivals/lyon/content/places/quay.yaml': 'name: Quay\n' }).commitAll('Delete');
    const recorded = await review(agency, 7, 1);
    expect([recorded.labels, recorded.approved]).toEqual([['gitcast: allow 2 deletes'], false]);
    const reviews = agency.open().review;
    const allow = (label: string, digest = recorded.digest) =>
      reviews.allow({ number: 7, digest, labels: [label], by: 'ada' });
    await expect(allow('gitcast: allow 2 deletes', 'other')).rejects.toThrow('has different plans by now');
    expect(await allow('gitcast: allow 1 delete')).toMatchObject({ approved: false, allowed_labels: [] });
    expect(await allow('gitcast: allow 2 deletes')).toMatchObject({ approved: true, by: 'ada' });
    // A later push needs it again.
    agency.write(opening('festivals/lyon', 'Grand')).remove('festivals/oslo/content').write({
      'festivals/oslo/content/broadcast.yaml': 'name: Renamed\n',
    });
    agency.commitAll('More');
    expect(await review(agency, 7, 1)).toMatchObject({ approved: false });
    const { digest } = (await reviews.list()).reviews[0]!;
    await allow('gitcast: allow 2 deletes', digest);
    merge(agency);
    expect(changed(await done(agency, `sync --all --since ${before} --yes --reviewed 7 --json`))).toEqual([
      ['festivals/lyon', 2],
      ['festivals/nantes', 1],
      ['festivals/oslo', 2],
    ]);
  });

  it('record nothing from a file that is not a plan of this broadcast, and use no name in it as a file', async () => {
    const { agency } = await agencyWithRemote();
    onBranch(agency, opening('festivals/oslo', 'Grand opening'));
    await review(agency, 7);
    const bundle = JSON.parse(agency.read('plan.json')) as { broadcasts: { folder: string; plan: object }[] };
    const { plan } = bundle.broadcasts[0]!;
    const record = async (broadcasts: readonly object[]) => {
      agency.write({ 'plan.json': JSON.stringify({ ...bundle, broadcasts }) });
      return agency.run(`review record 7 --all --plan plan.json --commit ${SHA} --json`);
    };
    // The plan of another broadcast, a new broadcast, a path, two plans of one broadcast.
    expect((await record([{ folder: 'festivals/lyon', plan }])).stderr).toContain(
      'no plan of pull request 7 can be recorded',
    );
    expect(JSON.parse(await done(agency, 'review list --all --json'))).toEqual({ reviews: [] });
    const mixed = await record([
      { folder: 'festivals/oslo', plan },
      { folder: '../../outside', plan },
      { folder: 'festivals/new', error: 'no key' },
    ]);
    expect(JSON.parse(mixed.stdout)).toMatchObject({
      broadcasts: [{ folder: 'festivals/oslo' }],
      notes: ['../../outside: the default branch has no such broadcast', 'festivals/new: no key'],
    });
    expect(existsSync(join(agency.folder, '../../outside.json'))).toBe(false);
    const twice = await record([
      { folder: 'festivals/oslo', plan },
      { folder: 'festivals/oslo', plan },
    ]);
    expect(twice.stderr).toContain('it has two plans of festivals/oslo');
  });
});
