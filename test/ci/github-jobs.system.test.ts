import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BRUNCH, CONCERT, runGitcast, titled } from './festival.ts';
import { madeForAll, read, temporaryFolder, write } from './folders.ts';
import { expectDone, OnGitHub } from './on-github.ts';
import { git } from './run.ts';
import { serve } from './stand-in-server.ts';

const DRIFT = 'gitcast/drift-production';

describe('the jobs of GitHub, on runners with a fresh clone', () => {
  it('deploy the first commit, show the plan of a pull request, and never revert by an older run', async () => {
    const on = await OnGitHub.open({ deployed: false });
    const { festival, github } = on;
    const runner = festival.checkout('main');
    expect(await on.job('build', { runner })).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
    expect(existsSync(join(runner.temp, 'site/index.html'))).toBe(true);
    const env = { ...festival.keys, GH_TOKEN: '', GITCAST_REVIEWED: 'off', GITCAST_PUBLISHED: 'true' };
    expect(await on.job('sync', { runner, env })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('the target equals the files'),
    });
    expect(await festival.titles()).toEqual(['Opening concert', 'Sunday brunch']);
    // The state is on its own ref, so main has only what people pushed, and may be protected.
    expect(git(festival.origin, 'log', '--format=%an: %s', 'main')).toBe('Ada: Start\n');
    expect(festival.refs('refs/gitcast')).toEqual([
      'refs/gitcast/deployed/production',
      'refs/gitcast/state/production',
    ]);

    // A pull request shows what merging it would change, and changes nothing.
    festival.edit('grand', titled(CONCERT, 'Grand opening'));
    const shown = await on.plan('grand', 7);
    expect(shown).toMatchObject({ exitCode: 0, files: { 'pull-request': '7\n', outcome: 'planned\n' } });
    expect(await festival.titles()).toEqual(['Opening concert', 'Sunday brunch']);

    // It is one comment, updated on every push; a stranger's comment with the same marker is not changed.
    github.comments.push({ id: 1, on: 7, user: 'stranger', body: '<!-- gitcast plan -->\nmine' });
    expectDone(await on.comment(7, 'grand', shown.files));
    expectDone(await on.comment(7, 'grand', { ...shown.files, outcome: 'content', 'plan.json': '' }));
    expect(github.calls.filter((call) => /^(?:POST|PATCH) .*comments/.test(call))).toHaveLength(2);
    expect(github.comments.map(({ user, body }) => [user, body])).toEqual([
      ['stranger', '<!-- gitcast plan -->\nmine'],
      ['github-actions[bot]', expect.stringContaining('The content has errors, so there is no plan.')],
    ]);

    // “Re-run jobs” of an older run has an older checkout, of depth 1: it reverts nothing.
    expectDone(await on.comment(7, 'grand', shown.files));
    on.merge(7, 'grand');
    expect((await on.deploy()).synced).toMatchObject({ exitCode: 0 });
    expect(await on.job('sync', { runner, env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('behind it'),
    });
    expect(await festival.titles()).toEqual(['Grand opening', 'Sunday brunch']);
  });

  it('show a plan that could not read the whole target, with a warning, and fail a sync of it', async () => {
    const on = await OnGitHub.open({ isWeb: false });
    await on.festival.theatre.service.faults.arm([{ do: 'status-500', method: 'GET', path: '/places' }]);
    on.festival.edit('pond', (folder) => write(folder, 'content/places/pond.yaml', 'name: The pond\n'));
    const planned = await on.plan('pond', 7);
    expect([planned.exitCode, planned.stderr]).toEqual([0, expect.stringContaining('The plan is incomplete')]);
    expect(planned.files['plan.md']).toMatch(/^### gitcast plan for `production`/);
    on.festival.merge('pond');
    expect((await on.sync('off')).exitCode).toBe(4);
  });

  it('sync content whose website is switched off, unless it names a page that is not published', async () => {
    const article = '---\ntitle: Welcome\n---\nSee [the concert](https://orchard.example/events/opening-concert/).\n';
    const on = await OnGitHub.open({ deployed: false, files: { 'content/articles/welcome.md': article } });
    const off = { GITCAST_PUBLISHED: '' };
    expect(await on.sync('off', off)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('https://orchard.example/events/opening-concert/'),
    });
    expectDone(await on.sync('off', { GITCAST_PUBLISHED: 'true' }));
    on.festival.edit('main', (folder) => {
      titled(CONCERT, 'Grand opening')(folder);
      write(folder, 'content/broadcast.yaml', read(folder, 'content/broadcast.yaml').replace('true', 'false'));
    });
    expect(await on.job('build')).toMatchObject({
      exitCode: 0,
      outputs: { published: 'false' },
      stdout: expect.stringContaining('no website: broadcast.yaml has `isWeb: false`'),
    });
    expectDone(await on.sync('off', off));
    expect(await on.festival.titles()).toEqual(['Grand opening', 'Sunday brunch']);
  });
});

describe('a source that is imported every night', () => {
  const ALPHA = 'Alpha,2027-06-18 10:00,2027-06-18 11:00,a\n';
  const BETA = 'Beta,2027-06-18 12:00,2027-06-18 13:00,b\n';
  const GAMMA = 'Gamma,2027-06-18 14:00,2027-06-18 15:00,c\n';
  const tableOf = (...rows: readonly string[]): string => ['Title,Start,End,Id\n', ...rows].join('');

  it('has in its pull request what it would delete, with the command, and in an issue if there is nothing to merge', async () => {
    const on = await OnGitHub.open({ isWeb: false, files: { 'talks.csv': tableOf(ALPHA, BETA, GAMMA) } });
    const { festival, github } = on;
    const runner = { cwd: festival.author, temp: temporaryFolder() };
    expectDone(await runGitcast(runner, ['import', 'talks.csv', '--as', 'talks'], festival.keys));
    festival.push('Talks');
    festival.edit('main', (folder) => write(folder, 'talks.csv', tableOf(ALPHA)));
    expectDone(await on.nightly());
    const listed = ['beta', 'gamma'].map(
      (name) =>
        `    content/sessions/${name}.yaml: its entry vanished from the source; \`gitcast import talks --allow-deletes 2\` deletes the file`,
    );
    expect(github.pulls).toEqual([]);
    expect(github.issues).toMatchObject([{ state: 'open', body: expect.stringContaining(listed.join('\n')) }]);

    festival.edit('main', (folder) => write(folder, 'talks.csv', tableOf(ALPHA.replace('Alpha', 'Omega'))));
    expectDone(await on.nightly());
    expect(github.pulls).toMatchObject([
      { branch: 'gitcast/import-talks', body: expect.stringContaining(listed.join('\n')) },
    ]);
    expect(git(festival.origin, 'diff', '--name-status', 'main', 'gitcast/import-talks', '--', 'content')).toBe(
      'M\tcontent/sessions/alpha.yaml\n',
    );
  });
});

describe('edits from the web editor, pulled every night', () => {
  /** The production target has its own title of the concert. */
  const OWN = 'content.production/events/opening-concert.yaml';
  const opened = madeForAll(() => OnGitHub.open({ isWeb: false }));

  it('are on one branch, which is updated in place, in one pull request', async () => {
    const on = opened();
    const { festival, github } = on;
    const tip = (): string => git(festival.origin, 'rev-parse', DRIFT).trim();
    const sent: unknown[] = [];
    const chat = await serve(({ body }) => (sent.push(body['text']), { body: {} }));
    const night = () => on.nightly({ GITCAST_NOTIFY_URL: chat, GITCAST_BOT: 'Festival bot <bot@orchard.example>' });
    expect(await night()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('no edits') });
    expect(github.pulls).toEqual([]);

    await festival.retitle('Sunday brunch', 'Late brunch');
    expectDone(await night());
    expect(git(festival.origin, 'show', `${DRIFT}:${BRUNCH}`)).toContain('title: Late brunch');
    expect(git(festival.origin, 'log', '--format=%an <%ae> %s', `main..${DRIFT}`)).toBe(
      'Festival bot <bot@orchard.example> content: events/sunday-brunch as edited on production\n',
    );
    expect(github.pulls).toMatchObject([
      {
        branch: DRIFT,
        base: 'main',
        title: 'Pull edits from production',
        body: expect.stringMatching(/\n {4}M\tcontent\/events\/sunday-brunch\.yaml\n[^]*\nThe checks start when /),
      },
    ]);
    expect(sent).toEqual([`Edits from production are waiting on the branch ${DRIFT}.`]);

    // The same edits the next night change nothing, so no approval is dismissed and nobody is notified.
    const first = tip();
    expectDone(await night());
    expect([tip(), sent.length, github.pulls.length]).toEqual([first, 1, 1]);

    // Later edits reach a branch on which a person has committed.
    git(festival.author, 'fetch', '--quiet');
    git(festival.author, 'checkout', '--quiet', DRIFT);
    write(festival.author, 'notes.txt', 'to be discussed');
    const theirs = festival.push('Notes');
    await festival.retitle('Opening concert', 'The opening');
    expectDone(await night());
    expect(git(festival.origin, 'show', `${DRIFT}:${CONCERT}`)).toContain('title: The opening');
    expect(git(festival.origin, 'show', `${DRIFT}:notes.txt`)).toBe('to be discussed');
    git(festival.origin, 'merge-base', '--is-ancestor', theirs, DRIFT);

    // Withdrawn edits leave it.
    await festival.retitle('The opening', 'Opening concert');
    expectDone(await night());
    expect(git(festival.origin, 'show', `${DRIFT}:${CONCERT}`)).toContain('title: Opening concert');
  });

  it('that conflict are an issue, not a failed job, and the issue is closed when they are resolved', async () => {
    const on = opened();
    const { festival, github } = on;
    festival.edit('main', titled(CONCERT, 'Opening night'));
    await festival.retitle('Opening concert', 'Opening party');
    // The address of a chat is a secret, and one that does not answer is no reason to fail.
    const night = await on.nightly({ GITCAST_NOTIFY_URL: 'http://127.0.0.1:1/canary' });
    expect([night.exitCode, night.stderr]).toEqual([0, expect.stringContaining('events/opening-concert')]);
    expect(night.stderr).toContain('The notification could not be sent.');
    expect(night.stderr + night.stdout).not.toContain('canary');
    expect(github.issues).toMatchObject([
      {
        title: 'gitcast: edits on production conflict with the files',
        state: 'open',
        body: expect.stringContaining('events/opening-concert (title)'),
      },
    ]);
    await festival.retitle('Opening party', 'Opening night');
    expectDone(await on.nightly());
    expect(github.issues).toMatchObject([{ state: 'closed' }]);
  });

  it('open no pull request that somebody has closed, and close it when all of them are withdrawn', async () => {
    const on = await OnGitHub.open({ isWeb: false, files: { [OWN]: 'title: Opening concert, live\n' } });
    const { festival, github } = on;
    // An edit of what only this target has goes into its overlay.
    await festival.retitle('Opening concert, live', 'Grand opening');
    expectDone(await on.nightly());
    expect(git(festival.origin, 'show', `${DRIFT}:${OWN}`)).toBe('title: Grand opening\n');
    expect(git(festival.origin, 'diff', '--name-only', 'main', DRIFT)).toBe(`${OWN}\n`);
    const [pull] = github.pulls;
    Object.assign(pull!, { state: 'closed', sha: git(festival.origin, 'rev-parse', DRIFT).trim() });
    expect(await on.nightly()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('was closed, and there are no new edits'),
    });
    expect(github.pulls).toHaveLength(1);
    pull!.state = 'open';
    await festival.retitle('Grand opening', 'Opening concert, live');
    expectDone(await on.nightly());
    expect(pull!.state).toBe('closed');
    expect(github.comments.at(-1)!.body).toContain('All edits were withdrawn');
  });
});
