/** The website in reviews and deployments, with the steps of the workflows and a bare repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitHubHost, ofRun, titled } from './github-host.ts';
import { checkout, push } from './project.ts';
import { madeForAll, read, temporaryFolder, write } from './folders.ts';
import { environment, git, run } from './run.ts';
import { ownProgram, program } from '../programs.ts';
import { needs } from '../needs.ts';

const CONCERT = 'content/events/opening-concert.yaml';
const SITE_REF = 'refs/gitcast/site/production';

/** The tests change it one after the other: first it is on Pages, then in a folder, then on Netlify. */
const opened = madeForAll(() => GitHubHost.open({ deployed: false }));

describe.runIf(needs('bash', 'curl', 'tar', 'unzip', 'zip'))(
  'the website of a pull request on GitHub',
  { timeout: 300_000 },
  () => {
    it('is compared with the published one in the comment, as data that anyone could have written', async () => {
      const host = opened();
      const body = (): string => host.github.world.comments.at(-1)!.body;
      const head = host.edit('grand', titled(CONCERT, 'Grand @everyone'));
      await host.publish();
      expect(git(host.project.origin, 'rev-list', '--count', SITE_REF)).toBe('1\n');
      // A browser that fails costs the pictures, not the check.
      const planned = await host.plan('grand', 7, { browser: '/bin/false' });
      expect(planned.exitCode).toBe(0);
      expect(planned.files['site.md']).toContain('#### Pages that change');
      host.github.upload({ 'index.html': 'pictures' }, undefined, 'gitcast-pictures');
      const shown = { expressions: { 'vars.GITCAST_PREVIEW_URL': 'https://pr-{number}--orchard.netlify.app' } };
      expect((await host.comment(7, head, planned.files, shown)).exitCode).toBe(0);
      expect(body().indexOf('### gitcast plan for')).toBeLessThan(body().indexOf('### gitcast site'));
      expect(body()).toContain(
        '](<https://pr-7--orchard.netlify.app/events/opening-concert/>) `/events/opening-concert/`, was',
      );
      expect(body()).toMatch(
        /\[Pictures of pages before and after\]\(https:\/\/github\.com\/orchard\/festival\/actions\/runs\/9\/artifacts\/\d+\)/,
      );

      // A fork gets neither a preview nor a mention, and a manifest that is none is not shown.
      expect((await host.comment(7, head, planned.files, { from: 'stranger/festival', ...shown })).exitCode).toBe(0);
      expect(body()).toContain('Pages that change');
      expect(body()).not.toMatch(/netlify|@everyone/);
      const forged = planned.files['site.json']!.replaceAll('"version": 1', '"version": 2');
      expect((await host.comment(7, head, { ...planned.files, 'site.json': forged })).exitCode).toBe(0);
      expect(body()).toContain('The pages cannot be compared with the published site.');
      // Titles of any length leave room for the plan.
      const long = planned.files['site.json']!.replaceAll(/"title":"[^"]*"/g, `"title":"${'x'.repeat(20_000)}"`);
      expect((await host.comment(7, head, { ...planned.files, 'site.json': long })).exitCode).toBe(0);
      expect(body()).toContain('gitcast plan for');
      expect(body()).toContain('### gitcast site');
      expect(body().length).toBeLessThan(65_536);
    });
  },
);

describe.runIf(needs('bash', 'curl', 'tar', 'unzip', 'zip'))(
  'the website after a merge on GitHub',
  { timeout: 300_000 },
  () => {
    it('is published by gitcast publish, recorded, and rebuilt by the schedule only when it changes', async () => {
      const www = temporaryFolder();
      const host = opened();
      const { author, bin } = host.project;
      const gitcast = async (...words: readonly string[]): Promise<void> => {
        expect((await run(author, ownProgram('gitcast'), words, environment([bin]))).exitCode).toBe(0);
      };
      const [yesterday, anHourAgo] = [24, 1].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
      git(author, 'checkout', '--quiet', 'main');
      const config = read(author, 'gitcast.config.yaml');
      write(author, 'gitcast.config.yaml', `${config}publish:\n  live: { to: folder, path: '${www}' }\n`);
      const scheduled = `---\ntitle: A guest\nstatus: published\npublished_at: ${anHourAgo}\n---\nSoon.\n`;
      write(author, 'content/articles/guest.md', scheduled);
      await gitcast('init', '--ci', 'github', '--quiet');
      push(author, 'Publish');
      expect(read(author, '.github/workflows/gitcast-merge.yml')).not.toContain('id-token');

      // What a merge published yesterday: the artifacts of the job that builds are the folders of the next one.
      const merge = checkout(host.project, 'main');
      const folders = ['--out', join(merge.temp, 'site'), '--manifest', join(merge.temp, 'gitcast/site.json')];
      await gitcast('build', '--now', yesterday!, ...folders, '--quiet');
      expect(await host.on(merge, ['site', 'publish'])).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
      const article = join(www, 'current/articles/guest/index.html');
      expect([existsSync(join(www, 'current/index.html')), existsSync(article)]).toEqual([true, false]);

      const schedule = async () => {
        const runner = checkout(host.project, 'main');
        const built = await host.on(runner, ['site', 'build'], { 'inputs.if-changed': 'yes' });
        expect(built.exitCode).toBe(0);
        return built.outputs['published'] === 'true' ? host.on(runner, ['site', 'publish']) : built;
      };
      expect(await schedule()).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
      expect(existsSync(article)).toBe(true);
      const releases = readdirSync(join(www, 'releases')).length;
      expect(await schedule()).toMatchObject({
        stdout: expect.stringContaining('unchanged'),
        outputs: { published: 'false' },
      });
      expect(readdirSync(join(www, 'releases'))).toHaveLength(releases);
    });

    it('is uploaded by the pinned tool of its host, also as a preview that contains no links', async () => {
      const host = opened();
      const { author, bin } = host.project;
      git(author, 'checkout', '--quiet', 'main');
      // Without a network, npm cannot lock the tool.
      const words = ['init', '--ci', 'github', '--publish', 'netlify', '--force', '--quiet'];
      expect((await run(author, ownProgram('gitcast'), words, environment([bin]))).exitCode).toBe(0);
      push(author, 'Publish on Netlify');
      const calls = uploadTool(bin);
      const runner = checkout(host.project, 'main');
      expect((await host.on(runner, ['site', 'build'])).outputs).toMatchObject({ published: 'true' });
      const publish = () =>
        host.on(runner, ['site', 'publish'], {
          'vars.NETLIFY_SITE_ID': 'orchard',
          'secrets.NETLIFY_AUTH_TOKEN': 'canary',
        });
      // So CI does not run it.
      expect(await publish()).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('ci/upload/package-lock.json does not pin netlify-cli with its integrity'),
      });
      const entry = {
        version: '1.0.0',
        resolved: 'https://registry.example/n.tgz',
        integrity: `sha512-${'A'.repeat(86)}==`,
      };
      const locked = JSON.stringify({ packages: { 'node_modules/netlify-cli': entry } });
      write(runner.cwd, 'ci/upload/package-lock.json', locked);
      write(author, 'ci/upload/package-lock.json', locked);
      push(author, 'Lock the tool');
      expect(await publish()).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
      expect(calls()).toEqual([
        expect.stringMatching(/^deploy --no-build --dir \S+\/site --site orchard --prod canary\n$/),
      ]);

      const head = host.edit('preview', titled(CONCERT, 'Grander opening'));
      host.github.change((world) => (world.heads['7'] = head));
      host.github.upload({ 'pull-request': '7\n' });
      const preview = (bytes: Buffer) => {
        host.github.uploadZip('gitcast-site', bytes);
        const expressions = {
          'vars.NETLIFY_SITE_ID': 'orchard',
          'secrets.NETLIFY_AUTH_TOKEN': 'canary',
          ...ofRun(head),
        };
        return host.step(['preview', 'preview'], expressions);
      };
      const site = temporaryFolder();
      write(site, 'index.html', '<p>New</p>');
      const archive = () => {
        const file = join(temporaryFolder(), 'site.zip');
        // Not to a pipe, into which some versions of zip write no links.
        execFileSync(program('zip'), ['-q', '-r', '-y', file, '.'], { cwd: site });
        return readFileSync(file);
      };
      expect(await preview(archive())).toMatchObject({ exitCode: 0 });
      expect(calls().at(-1)).toMatch(/--site orchard --alias pr-7 canary\n$/);
      symlinkSync('/proc/self/environ', join(site, 'keys.txt'));
      expect(await preview(archive())).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('contains links, so it is not uploaded'),
      });
      expect(calls()).toHaveLength(2);
    });
  },
);

/** An npm that installs, in ci/upload only, a tool that records how it was called and with which token. */
function uploadTool(bin: string): () => readonly string[] {
  const folder = temporaryFolder();
  const tool = `#!/bin/sh\necho "$* $NETLIFY_AUTH_TOKEN" >"${folder}/$(date +%s%N)"\n`;
  write(folder, 'tool', tool, 0o755);
  const npm = read(bin, 'npm').replace(
    'rm -rf node_modules',
    `case $PWD in */ci/upload) mkdir -p node_modules/.bin && cp "${folder}/tool" node_modules/.bin/netlify && cp package-lock.json node_modules/.package-lock.json; exit ;; esac\nrm -rf node_modules`,
  );
  write(bin, 'npm', npm, 0o755);
  return () =>
    readdirSync(folder)
      .filter((name) => name !== 'tool')
      .sort()
      .map((name) => read(folder, name));
}
