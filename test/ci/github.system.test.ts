import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GitHubHost, titled } from './github-host.ts';
import { cancelStep, checkout, openProject, push, runStep } from './project.ts';
import { read, write } from './folders.ts';
import { git } from './run.ts';
import { GITCAST } from './workshop.ts';
import { needs } from '../needs.ts';

const CONCERT = 'content/events/opening-concert.yaml';
const BRUNCH = 'content/events/sunday-brunch.yaml';
const DRIFT = 'gitcast/drift-production';

describe.runIf(needs('bash', 'curl', 'tar', 'unzip'))(
  'the workflows for GitHub, run by a runner with a fresh clone',
  { timeout: 300_000 },
  () => {
    it('deploy the first commit, show the plan of a pull request, and never revert by an older run', async () => {
      const host = await GitHubHost.open({ deployed: false });
      const { project, github } = host;
      const runner = checkout(project, 'main');
      const built = await host.on(runner, ['site', 'build']);
      expect(built).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
      expect(existsSync(join(runner.temp, 'site/index.html'))).toBe(true);
      const sync = {
        path: [project.bin],
        expressions: {
          'secrets.GITCAST_KEY': project.service.key,
          'needs.site.outputs.published': 'true',
          'needs.check.outputs.reviewed': 'off',
        },
      };
      expect(await runStep(runner, ['merge', 'sync'], sync)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('the target equals the files'),
      });
      expect(await host.titles()).toEqual(['Opening concert', 'Sunday brunch']);
      // The state is on its own ref, so main has only what people pushed, and may be protected.
      expect(git(project.origin, 'log', '--format=%an: %s', 'main')).toBe('Ada: Start\n');
      expect(git(project.origin, 'for-each-ref', '--format=%(refname)', 'refs/gitcast')).toBe(
        'refs/gitcast/state/production\n',
      );

      // A pull request shows what merging it would change, and changes nothing.
      const head = host.edit('grand', titled(CONCERT, 'Grand opening'));
      const shown = await host.plan('grand', 7);
      expect(shown).toMatchObject({ exitCode: 0, files: { 'pull-request': '7\n', outcome: 'planned\n' } });
      expect(await host.titles()).toEqual(['Opening concert', 'Sunday brunch']);

      // It is one comment, updated on every push; a stranger's comment with the same marker is not changed.
      github.change((world) => {
        world.comments.push({ id: 1, user: { login: 'stranger' }, body: '<!-- gitcast plan -->\nmine' });
      });
      expect(await host.comment(7, head, shown.files)).toMatchObject({ exitCode: 0 });
      expect(await host.comment(7, head, { ...shown.files, outcome: 'content', 'plan.json': '' })).toMatchObject({
        exitCode: 0,
      });
      expect(github.world.calls.filter((call) => /^(?:POST|PATCH) .*comments/.test(call))).toEqual([
        'POST repos/orchard/festival/issues/7/comments',
        'PATCH repos/orchard/festival/issues/comments/101',
      ]);
      expect(github.world.comments.map(({ on }) => on)).toEqual([undefined, '7']);
      expect(github.world.comments[1]!.body).toContain('The content has errors, so there is no plan.');

      // “Re-run jobs” of an older run has an older checkout, of depth 1: it reverts nothing.
      host.merge(7, 'grand');
      expect((await host.deploy()).synced).toMatchObject({ exitCode: 0 });
      expect(await runStep(runner, ['merge', 'sync'], sync)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('behind it'),
      });
      expect(await host.titles()).toEqual(['Grand opening', 'Sunday brunch']);
    });

    it('keep one branch of edits from the web editor, and update it in place', async () => {
      const host = await GitHubHost.open();
      const { project, github } = host;
      const tip = (): string => git(project.origin, 'rev-parse', DRIFT).trim();
      const sent = await webhook();
      const night = () =>
        host.nightly({
          'secrets.GITCAST_NOTIFY_URL': sent.url,
          'vars.GITCAST_BOT': 'Festival bot <bot@orchard.example>',
        });
      expect(await night()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('has no edits') });
      expect(github.world.pulls).toEqual([]);

      await host.retitle('Sunday brunch', 'Late brunch');
      expect(await night()).toMatchObject({ exitCode: 0 });
      expect(git(project.origin, 'show', `${DRIFT}:${BRUNCH}`)).toContain('title: Late brunch');
      expect(git(project.origin, 'log', '--format=%an <%ae> %s', `main..${DRIFT}`)).toBe(
        'Festival bot <bot@orchard.example> content: events/sunday-brunch as edited on production\n',
      );
      expect(github.world.pulls).toMatchObject([
        {
          head: DRIFT,
          base: 'main',
          title: 'Pull edits from production',
          body: expect.stringMatching(/\n {4}M\tcontent\/events\/sunday-brunch\.yaml\n[^]*\nThe checks start when /),
        },
      ]);
      expect(sent.texts).toEqual([`Edits from production are waiting on the branch ${DRIFT}.`]);

      // The same edits the next night change nothing, so no approval is dismissed and nobody is notified.
      const first = tip();
      expect((await night()).exitCode).toBe(0);
      expect([tip(), sent.texts.length, github.world.pulls.length]).toEqual([first, 1, 1]);

      // Later edits reach a branch on which a person has committed.
      git(project.author, 'fetch', '--quiet');
      git(project.author, 'checkout', '--quiet', DRIFT);
      write(project.author, 'notes.txt', 'to be discussed');
      const theirs = push(project.author, 'Notes');
      await host.retitle('Opening concert', 'The opening');
      expect((await night()).exitCode).toBe(0);
      expect(git(project.origin, 'show', `${DRIFT}:${CONCERT}`)).toContain('title: The opening');
      expect(git(project.origin, 'show', `${DRIFT}:notes.txt`)).toBe('to be discussed');
      git(project.origin, 'merge-base', '--is-ancestor', theirs, DRIFT);

      // Withdrawn edits leave it.
      await host.retitle('The opening', 'Opening concert');
      expect((await night()).exitCode).toBe(0);
      expect(git(project.origin, 'show', `${DRIFT}:${CONCERT}`)).toContain('title: Opening concert');

      // An edit that conflicts is an issue, not a failed job, and the issue is closed when it is resolved.
      host.edit('main', titled(CONCERT, 'Opening night'));
      await host.retitle('Opening concert', 'Opening party');
      expect(await night()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('events/opening-concert') });
      expect(github.world.issues).toMatchObject([
        {
          title: 'gitcast: edits on production conflict with the files',
          state: 'open',
          body: expect.stringContaining('events/opening-concert (title)'),
        },
      ]);
      await host.retitle('Opening party', 'Opening night');
      expect((await night()).exitCode).toBe(0);
      expect(github.world.issues).toMatchObject([{ state: 'closed' }]);
    });

    it('close the pull request when all edits are withdrawn, and open none that somebody has closed', async () => {
      const host = await GitHubHost.open();
      await host.retitle('Sunday brunch', 'Late brunch');
      await host.nightly();
      const sha = git(host.project.origin, 'rev-parse', DRIFT).trim();
      host.github.change(({ pulls }) => (pulls[0] = { ...pulls[0]!, state: 'closed', sha }));
      expect(await host.nightly()).toMatchObject({
        exitCode: 0,
        stderr: expect.stringContaining('was closed, and there are no new edits'),
      });
      expect(host.github.world.pulls).toHaveLength(1);
      host.github.change(({ pulls }) => (pulls[0] = { ...pulls[0]!, state: 'open' }));
      await host.retitle('Late brunch', 'Sunday brunch');
      expect((await host.nightly()).exitCode).toBe(0);
      expect(host.github.world.pulls).toMatchObject([{ state: 'closed' }]);
      expect(host.github.world.comments.at(-1)!.body).toContain('All edits were withdrawn');
    });

    it('plan a pull request from a fork offline, without a key, and treat its artifact as data', async () => {
      const host = await GitHubHost.open();
      const { github } = host;
      const head = host.edit('fork', titled(CONCERT, 'Hello @everyone'));
      const { exitCode, stderr, files } = await host.plan('fork', 7, { key: '' });
      expect([exitCode, stderr]).toEqual([
        0,
        expect.stringContaining('This job has no key, so the plan is made offline.'),
      ]);
      expect(files['plan.md']).toMatch(/^### gitcast plan for `production`, made offline\n/);

      github.change((world) => (world.heads['8'] = 'another'));
      const tried = async (artifact: Record<string, string>, size?: number) => {
        const ran = await host.comment(7, head, artifact, {
          from: 'stranger/festival',
          ...(size !== undefined && { size }),
        });
        return { ...ran, comments: github.world.comments };
      };
      expect(await tried({ ...files, 'pull-request': '8\n' })).toMatchObject({
        exitCode: 0,
        comments: [],
        stderr: expect.stringContaining('not at the commit of this run'),
      });
      expect(await tried({ ...files, 'pull-request': '7; id' })).toMatchObject({ exitCode: 1, comments: [] });
      expect(await tried({ 'plan.md': 'x' })).toMatchObject({ exitCode: 1, comments: [] });
      expect(await tried(files, 50_000_000)).toMatchObject({ exitCode: 1, comments: [] });
      const { comments } = await tried(files);
      expect(comments.map(({ body }) => body)).toEqual([
        expect.stringMatching(
          /^<!-- gitcast plan -->\n> \[!NOTE\]\n> For [0-9a-f]{40}, by \[this run\]\(.*\)\. Everything below was written by the code of a pull request from a fork/,
        ),
      ]);
      expect(comments[0]!.body).not.toContain('@everyone');
      // Text that the author wrote is never shown, only what gitcast reads from the plan.
      const [hiding] = (await tried({ ...files, 'plan.json': 'no plan', 'plan.md': '<!-- all is fine\n' })).comments;
      expect(hiding!.body).toContain('The plan of this run is damaged, so it is not shown.');
      expect(hiding!.body).not.toContain('all is fine');
      expect(github.world.comments).toHaveLength(1);
      expect(host.reviews).toBe('');
    });

    it('sync content whose website is switched off, unless it names a file that is not published', async () => {
      const host = await GitHubHost.open({ deployed: false });
      const off = { 'needs.check.outputs.reviewed': 'off', 'needs.site.outputs.published': '' };
      // An article names a page of a website that nobody has published.
      expect(await host.step(['merge', 'sync'], off)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('https://orchard.example/maps/orchard/'),
      });
      expect(await host.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': 'off' })).toMatchObject({
        exitCode: 0,
      });
      host.edit('main', (folder) => {
        titled(CONCERT, 'Grand opening')(folder);
        const text = read(folder, 'content/broadcast.yaml').replace(/^isWeb: .*\n/m, '');
        write(folder, 'content/broadcast.yaml', `${text.trimEnd()}\nisWeb: false\n`);
      });
      expect(await host.step(['site', 'build'])).toMatchObject({
        exitCode: 0,
        outputs: { published: 'false' },
        stdout: expect.stringContaining('no website: broadcast.yaml has `isWeb: false`'),
      });
      expect(await host.step(['merge', 'sync'], off)).toMatchObject({ exitCode: 0 });
      expect(await host.titles()).toEqual(['Grand opening', 'Sunday brunch']);
    });

    it("also pull an edit into the target's overlay", async () => {
      const host = await GitHubHost.open({ deployed: false });
      const own = 'content.production/events/opening-concert.yaml';
      host.edit('main', (folder) => write(folder, own, 'title: Opening concert, live\n'));
      expect(await host.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': 'off' })).toMatchObject({
        exitCode: 0,
      });
      await host.retitle('Opening concert, live', 'Grand opening');
      expect(await host.nightly()).toMatchObject({ exitCode: 0 });
      expect(git(host.project.origin, 'show', `${DRIFT}:${own}`)).toBe('title: Grand opening\n');
      expect(git(host.project.origin, 'diff', '--name-only', 'main', DRIFT)).toBe(`${own}\n`);
    });

    it('let a cancelled sync release its lock, so that the next one need not wait', async () => {
      const project = await openProject('github', { program: GITCAST });
      const lock = join(project.origin, 'refs/gitcast/lock/production');
      const surroundings = {
        path: [project.bin],
        env: { GITHUB_REF_NAME: 'main' },
        expressions: {
          'secrets.GITCAST_KEY': project.service.key,
          'needs.site.outputs.published': 'true',
          'needs.check.outputs.reviewed': 'off',
        },
      };
      const cancelled = await cancelStep(checkout(project, 'main'), ['merge', 'sync'], {
        ...surroundings,
        isDue: () => existsSync(lock),
      });
      expect([1, 3]).toContain(cancelled.exitCode);
      expect(git(project.origin, 'for-each-ref', 'refs/gitcast/lock')).toBe('');
      const synced = await runStep(checkout(project, 'main'), ['merge', 'sync'], surroundings);
      expect(synced).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('the target equals the files') });
    });
  },
);

/** A webhook of somebody's chat. */
async function webhook(): Promise<{ readonly url: string; readonly texts: readonly string[] }> {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      texts.push((JSON.parse(body) as { text: string }).text);
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, texts };
}
