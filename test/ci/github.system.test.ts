import { describe, expect, it } from 'vitest';
import { createBroadcast } from '../../src/service/administration.ts';
import { BRUNCH, CONCERT, Festival, titled } from './festival.ts';
import { madeForAll, read, write } from './folders.ts';
import { digestIn, expectDone, OnGitHub } from './on-github.ts';
import { git } from './run.ts';

const STOPPED = { exitCode: 1, stderr: expect.stringContaining('Nobody has seen these changes in a pull request') };

const timed = (file: string, end: string) => (folder: string) =>
  void write(folder, file, read(folder, file).replace(/^end_time: .*$/m, `end_time: 2027-06-18T${end}:00+02:00`));

/** Many jobs of one festival: each test merges its own branch. */
describe('a merge on GitHub', () => {
  const opened = madeForAll(() => OnGitHub.open({ isWeb: false }));

  it('applies what the comment of its pull request showed, and nothing before', async () => {
    const on = opened();
    await on.review(1, 'first', titled(CONCERT, 'First night'));
    const [body] = on.comments(1);
    expect(body).toMatch(/^<!-- gitcast plan -->\n/);
    expect(body).toContain('`title`: `Opening concert` → `First night`');
    expect(body).toMatch(/\n<!-- gitcast rows [\w-]{22} -->$/);
    expect(await on.festival.titles()).toEqual(['Opening concert', 'Sunday brunch']);
    on.merge(1, 'first');
    expectDone(await on.sync());
    expect(await on.festival.titles()).toEqual(['First night', 'Sunday brunch']);
    // Again: nothing to do, and nothing to approve.
    expectDone(await on.sync());
  });

  it('that nobody commented stops, and is applied by the digest of a person who may approve', async () => {
    const on = opened();
    on.festival.edit('main', titled(CONCERT, 'Second night'));
    const stopped = await on.sync();
    expect(stopped).toMatchObject(STOPPED);
    const digest = digestIn(stopped);
    expect(stopped.stdout).toContain('title: First night → Second night');
    expect(await on.festival.titles()).toEqual(['First night', 'Sunday brunch']);
    on.github.environments['production-approval'] = [];
    expect(await on.approved(digest)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('requires no reviewers'),
    });
    on.github.environments['production-approval'] = ['required_reviewers'];
    const other = await on.approved('aaaaaaaaaaaaaaaaaaaaaa');
    expect([other.exitCode, digestIn(other)]).toEqual([1, digest]);
    expect(await on.festival.titles()).toEqual(['First night', 'Sunday brunch']);
    expectDone(await on.approved(digest));
    expect(await on.festival.titles()).toEqual(['Second night', 'Sunday brunch']);
  });

  it('is covered together with another one in the same minute, and with one whose run was cancelled', async () => {
    const on = opened();
    await on.review(3, 'third', titled(CONCERT, 'Third night'));
    await on.review(4, 'fourth', titled(BRUNCH, 'Fourth brunch'));
    await on.review(5, 'fifth', timed(CONCERT, '22:30'));
    on.merge(3, 'third');
    on.merge(4, 'fourth');
    // The same document, and another field of it.
    on.merge(5, 'fifth');
    expectDone(await on.sync());
    expect(await on.festival.titles()).toEqual(['Fourth brunch', 'Third night']);
  });

  it('is applied again after a run in which one of its changes failed, and only what is left', async () => {
    const on = opened();
    const { service } = on.festival.theatre;
    await on.review(6, 'sixth', (folder) => {
      titled(CONCERT, 'Sixth night')(folder);
      titled(BRUNCH, 'Sixth brunch')(folder);
    });
    on.merge(6, 'sixth');
    const brunch = (await on.festival.events()).find(({ title }) => title === 'Fourth brunch')!;
    service.faults.arm([{ do: 'status-500', method: 'PUT', path: `/events/${brunch.id}` }]);
    expect((await on.sync()).exitCode).not.toBe(0);
    service.faults.arm([]);
    expect(await on.festival.titles()).toEqual(['Fourth brunch', 'Sixth night']);
    expectDone(await on.sync());
    expect(await on.festival.titles()).toEqual(['Sixth brunch', 'Sixth night']);
    expect(on.festival.refs('refs/gitcast/used')).toEqual([]);
  });

  it('whose field was edited on the target since the comment sends nothing, and leaves the conflict to a person', async () => {
    const on = opened();
    await on.review(7, 'seventh', titled(CONCERT, 'Seventh night'));
    on.merge(7, 'seventh');
    await on.festival.retitle('Sixth night', 'Edited online');
    expect((await on.sync()).exitCode).toBe(3);
    expect(await on.festival.titles()).toEqual(['Edited online', 'Sixth brunch']);
    await on.festival.retitle('Edited online', 'Sixth night');
    expectDone(await on.sync());
  });

  it('whose target changed since the comment has another plan, which a person approves', async () => {
    const on = opened();
    const late = 'content/events/late-show.yaml';
    const times = { start_time: '2027-06-19T20:30:00+02:00', end_time: '2027-06-19T23:00:00+02:00' };
    await on.review(11, 'eleventh', (folder) => {
      const lines = Object.entries({ title: 'Late show', ...times }).map(([name, value]) => `${name}: ${value}\n`);
      write(folder, late, lines.join(''));
    });
    expect(on.comments(11)[0]).toMatch(/events\/late-show[^]*\n<!-- gitcast rows [\w-]{22} -->$/);
    on.merge(11, 'eleventh');
    // A colleague creates it in the web editor, so the merge would adopt it.
    await on.festival.call('POST', '/events', { title: 'Late show', ...times });
    const stopped = await on.sync();
    expect(stopped).toMatchObject(STOPPED);
    expectDone(await on.approved(digestIn(stopped)));
    expect(await on.festival.titles()).toEqual(['Late show', 'Seventh night', 'Sixth brunch']);
    await on.review(12, 'twelfth', (folder) => void git(folder, 'rm', '--quiet', late));
    on.merge(12, 'twelfth');
    expectDone(await on.sync());
  });

  it('is not covered by a comment of somebody else, of an earlier push, or below the last line', async () => {
    const on = opened();
    on.festival.edit('eighth', titled(CONCERT, 'Eighth night'));
    const { plan } = await on.check('eighth');
    expectDone(await on.comment(8, 'eighth', plan));
    const own = on.github.comments.find(({ on: number }) => number === 8)!;
    const shown = own.body;
    const rows = shown.split('\n').at(-1)!;
    // Rows that others wrote, in their own comment, or quoted in ours.
    on.github.comments.push({ id: 1, on: 8, user: 'stranger', body: shown });
    own.body = `${shown.replace(rows, `${rows}\nsomething else`)}`;
    on.merge(8, 'eighth');
    expect(await on.sync()).toMatchObject(STOPPED);
    own.body = shown;
    expectDone(await on.sync());
    expect(await on.festival.titles()).toEqual(['Eighth night', 'Sixth brunch']);
  });

  it('that an older job runs again reverts nothing, and neither does a force push', async () => {
    const on = opened();
    const older = on.festival.checkout('main', { depth: 0 });
    await on.review(9, 'ninth', titled(CONCERT, 'Ninth night'));
    on.merge(9, 'ninth');
    expectDone(await on.sync());
    const again = await on.sync({}, { runner: older });
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('A later commit is synced already')]);
    const { author } = on.festival;
    const tip = git(author, 'rev-parse', 'main').trim();
    git(author, 'checkout', '--quiet', 'main');
    git(author, 'reset', '--quiet', '--hard', 'HEAD~1');
    git(author, 'commit', '--quiet', '--allow-empty', '-m', 'Other history');
    git(author, 'push', '--quiet', '--force', 'origin', 'main');
    expect(await on.sync()).toMatchObject({ exitCode: 1 });
    expect(await on.festival.titles()).toEqual(['Ninth night', 'Sixth brunch']);
    git(author, 'reset', '--quiet', '--hard', tip);
    git(author, 'push', '--quiet', '--force', 'origin', 'main');
  });
});

it('a merge beyond the guard needs the digest of a person, which counts as the flags', async () => {
  const on = await OnGitHub.open({ isWeb: false });
  await on.review(10, 'tenth', (folder) => {
    git(folder, 'rm', '--quiet', CONCERT, BRUNCH);
    write(folder, 'content/places/gate.yaml', 'name: The gate\n');
  });
  expect(on.comments(10)[0]).toMatch(/\n<!-- gitcast rows {2}-->$/);
  on.merge(10, 'tenth');
  const stopped = await on.sync();
  expect(stopped).toMatchObject(STOPPED);
  expect(await on.festival.titles()).toHaveLength(2);
  expectDone(await on.approved(digestIn(stopped)));
  expect(await on.festival.titles()).toEqual([]);
});

describe('the comment of a pull request', () => {
  const opened = madeForAll(() => OnGitHub.open({ isWeb: false }));

  it('is one, updated on every push, and a stranger’s with the same marker is not changed', async () => {
    const on = opened();
    on.github.comments.push({ id: 1, on: 1, user: 'stranger', body: '<!-- gitcast plan -->\nmine' });
    await on.review(1, 'one', titled(CONCERT, 'One'));
    await on.review(1, 'one', titled(CONCERT, 'Two'));
    const [theirs, ours, ...more] = on.comments(1);
    expect([theirs, more]).toEqual(['<!-- gitcast plan -->\nmine', []]);
    expect(ours).toContain('`Two`');
    expect(ours).not.toContain('`One`');
  });

  it('shows what a forged plan contains, without its sentences, and approves nothing else', async () => {
    const on = opened();
    on.festival.edit('forged', titled(CONCERT, 'Forged'));
    const { plan } = await on.check('forged');
    const made = JSON.parse(plan) as {
      plans: { plan: { notes: string[]; changes: { reason: string; fields: object[] }[] } }[];
    };
    const [own] = made.plans;
    own!.plan.notes = ['approved by security'];
    own!.plan.changes[0]!.reason = 'approved by @security\n/merge\n<!-- gitcast rows x -->';
    own!.plan.changes[0]!.fields = [{ name: 'title', before: 'Opening concert', after: 'Harmless @everyone -->' }];
    expectDone(await on.comment(2, 'forged', JSON.stringify(made)));
    const [body = ''] = on.comments(2);
    expect(body).toContain('Harmless @\u2060everyone');
    expect(body).not.toMatch(/security|^\/merge/m);
    on.merge(2, 'forged');
    expect(await on.sync()).toMatchObject(STOPPED);
  });

  it('shows the broadcast that it is about, and approves nothing for another one', async () => {
    const on = await OnGitHub.with(await Festival.open({ isWeb: false }));
    const { credentials, theatre } = on.festival;
    const other = await createBroadcast(theatre.service, { name: 'Orchard weekend' });
    const move = (folder: string): void => {
      const config = read(folder, 'gitcast.config.yaml').replaceAll(credentials.userId, other.userId);
      write(folder, 'gitcast.config.yaml', config.replaceAll(credentials.broadcastId, other.broadcastId));
    };
    const placeOf = ({ userId, broadcastId }: typeof other): string =>
      `At \`${theatre.url}\`, user \`${userId}\`, broadcast \`${broadcastId}\`\n`;
    await on.review(1, 'first', titled(CONCERT, 'First night'));
    on.festival.edit('moved', move);
    expectDone(await on.comment(2, 'moved', (await on.check('moved', { GITCAST_KEY: other.key })).plan));
    expect(on.comments(1)[0]).toContain(placeOf(credentials));
    expect(on.comments(2)[0]).toContain(placeOf(other));
    // The target moves after the comment, and before the merge is synced.
    on.merge(1, 'first');
    on.festival.edit('main', move);
    expect(await on.sync({ GITCAST_KEY: other.key })).toMatchObject(STOPPED);
    expect(await on.festival.events(other.key)).toEqual([]);
  });

  it('says that the job failed if its plan sends a secret from where there is none', async () => {
    const on = opened();
    on.festival.edit('hostile', titled(CONCERT, 'Hostile'));
    const { plan } = await on.check('hostile');
    expectDone(await on.comment(9, 'hostile', plan.replaceAll('"secrets":[]', '"secrets":[["title"]]')));
    expect(on.comments(9)[0]).toContain('The job failed before there was a plan.');
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['JSON of another form', '{"reached":"planned","plans":[{"folder":".","plan":{}}]}'],
    ['a word that is none', '{"reached":"approved","plans":[]}'],
  ])('says that the job failed if it left %s', async (_, plan) => {
    const on = opened();
    on.festival.edit('broken', titled(CONCERT, `Broken ${Math.random()}`));
    expectDone(await on.comment(3, 'broken', plan));
    expect(on.comments(3)[0]).toContain('The job failed before there was a plan.');
  });

  it('of content with errors says so, and that of a fork without a key shows an offline plan that approves nothing', async () => {
    const on = opened();
    on.festival.edit('errors', (folder) => write(folder, CONCERT, 'title: [\n'));
    const failed = await on.check('errors');
    expect(failed.exitCode).toBe(1);
    expectDone(await on.comment(4, 'errors', failed.plan));
    expect(on.comments(4)[0]).toContain('The content has errors, so there is no plan.');
    on.festival.edit('fork', titled(CONCERT, 'From a fork'));
    const offline = expectDone(await on.check('fork', {}));
    expect(offline.stderr).toContain('This job has no key, so the plan is made offline.');
    expectDone(await on.comment(5, 'fork', offline.plan, 'stranger/festival'));
    expect(on.comments(5)[0]).toMatch(/made offline[^]*`From a fork`[^]*\n<!-- gitcast rows {2}-->$/);
  });

  it('that would be too long says so, and its merge needs a person', async () => {
    const on = opened();
    await on.review(6, 'long', (folder) => {
      for (let number = 0; number < 10; number++)
        write(
          folder,
          `content/articles/long-${number}.md`,
          `---\ntitle: Long ${number}\n---\n${'word '.repeat(2000)}\n`,
        );
    });
    const [body = ''] = on.comments(6);
    expect(body).toMatch(/#### Creates[^]*This plan is too long for a comment\.[^]*\n<!-- gitcast rows {2}-->$/);
    for (let number = 0; number < 10; number++) expect(body).toContain(`\`articles/long-${number}\``);
    on.merge(6, 'long');
    expect(await on.sync()).toMatchObject(STOPPED);
  });

  it('is not written for a commit that no open pull request is at', async () => {
    const on = opened();
    on.festival.edit('closed', titled(CONCERT, 'Closed'));
    on.github.pull({ number: 7, sha: '', branch: 'closed', state: 'closed' });
    const ran = expectDone(await on.comment(7, 'closed', '{}'));
    expect([ran.stderr, on.comments(7)]).toEqual([expect.stringContaining('No open pull request is at'), []]);
  });
});

describe('with `review: off`', () => {
  it('every merge is synced as it is, also on a host without an API', async () => {
    const on = await OnGitHub.with(await Festival.open({ isWeb: false, settings: 'review: off' }));
    expectDone(await on.sync());
    on.festival.edit('main', titled(CONCERT, 'Without a review'));
    expectDone(await on.sync({ GITHUB_ACTIONS: '', GH_TOKEN: '' }));
    expect(await on.festival.titles()).toEqual(['Sunday brunch', 'Without a review']);
  });
});

describe('with `state: file`', () => {
  it('a merge during a sync is neither lost nor planned with the state before that sync', async () => {
    const on = await OnGitHub.open({ isWeb: false, state: 'file' });
    await on.review(1, 'first', titled(CONCERT, 'First night'));
    await on.review(2, 'second', titled(BRUNCH, 'Second brunch'));
    on.merge(1, 'first');
    let second = '';
    const { service } = on.festival.theatre;
    const stop = service.log.onRequest(({ method }) => {
      if (method !== 'PUT' || second !== '') return;
      second = on.merge(2, 'second');
      stop();
    });
    expectDone(await on.sync());
    expect(await on.festival.titles()).toEqual(['First night', 'Sunday brunch']);
    const runner = on.festival.checkout('main', { depth: 0 });
    // A host checks out the commit of the merge, which lacks the state that was pushed on top of it.
    git(runner.cwd, 'checkout', '--quiet', second);
    expectDone(await on.sync({}, { runner }));
    expect(await on.festival.titles()).toEqual(['First night', 'Second brunch']);
    expect(expectDone(await on.sync()).outputs).toMatchObject({ changes: '0' });
  });
});

describe('without the secrets of documents,', () => {
  const opened = madeForAll(async () => {
    const webhook = 'url: https://hooks.example/a\nevents: [event.created]\nsecret: { $env: HOOK }\n';
    const on = await OnGitHub.with(
      await Festival.open({
        isWeb: false,
        targets: ['staging', 'production'],
        settings: 'secrets: [HOOK]',
        files: { 'content/webhooks/crew.yaml': webhook },
      }),
    );
    on.github.environments['staging-approval'] = ['required_reviewers'];
    const sync = (env = {}) => on.sync({ HOOK: 's3cret', GITCAST_ENVIRONMENT: 'staging-approval', ...env });
    expectDone(await sync({ GITCAST_DIGEST: digestIn(await sync()) }));
    return { on, key: on.festival.keys['PRODUCTION_KEY']! };
  });

  it('promote shows the plan for production, which it applies with them by its digest after an approval', async () => {
    const { on, key } = opened();
    const promote = (env = {}) => on.job('promote', { env: { ...on.festival.keys, ...env } });
    const planned = expectDone(await promote());
    const digest = digestIn(planned);
    expect(await on.festival.events(key)).toEqual([]);
    const approval = { GITCAST_DIGEST: digest, GITCAST_ENVIRONMENT: 'production', HOOK: 's3cret' };
    expect(await promote(approval)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The environment production requires no reviewers'),
    });
    on.github.environments['production'] = ['required_reviewers'];
    expect(await promote({ ...approval, GITCAST_DIGEST: 'bbbbbbbbbbbbbbbbbbbbbb' })).toMatchObject({ exitCode: 1 });
    expectDone(await promote(approval));
    expect(await on.festival.events(key)).toHaveLength(2);
    expect((await promote()).stderr).not.toContain('GITCAST_DIGEST');
  });

  it('nightly pulls the edits of the web editor, and nothing else', async () => {
    const { on } = opened();
    await on.festival.retitle('Opening concert', 'Edited online');
    expectDone(await on.nightly());
    const edited = git(on.festival.origin, 'diff', '--name-only', 'main', 'gitcast/drift-staging');
    expect(edited).toBe(`${CONCERT}\n`);
  });
});
