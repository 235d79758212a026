/** The website in reviews and deployments on GitHub. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONCERT, titled } from './festival.ts';
import { madeForAll, temporaryFolder, write } from './folders.ts';
import { expectDone, OnGitHub, ranOf } from './on-github.ts';
import { writeZip, zipOf } from './zip-archive.ts';

const SITE_REF = 'refs/gitcast/site/production';

describe('the website after a merge', () => {
  const opened = madeForAll(async () => {
    const www = temporaryFolder();
    const on = await OnGitHub.open({
      deployed: false,
      settings: `publish:\n  live: { to: folder, path: '${www}' }`,
    });
    return { on, www };
  });

  it('is published, recorded, and rebuilt by the schedule only when it changes by itself', async () => {
    const { on, www } = opened();
    const [yesterday, anHourAgo] = [24, 1].map((hours) => new Date(Date.now() - hours * 3_600_000));
    on.festival.edit('main', (folder) =>
      write(
        folder,
        'content/articles/guest.md',
        `---\ntitle: A guest\nstatus: published\npublished_at: ${anHourAgo!.toISOString()}\n---\nSoon.\n`,
      ),
    );
    expect(await on.publish('publish', { now: yesterday! })).toMatchObject({ outputs: { published: 'true' } });
    expect(on.festival.refs('refs/gitcast/site')).toEqual([SITE_REF]);
    const article = join(www, 'current/articles/guest/index.html');
    expect([existsSync(join(www, 'current/index.html')), existsSync(article)]).toEqual([true, false]);

    const scheduled = async () => {
      const runner = on.festival.checkout('main');
      const env = { GITHUB_EVENT_NAME: 'schedule' };
      const built = expectDone(await on.job('build', { runner, env }));
      return built.outputs['published'] === 'true' ? expectDone(await on.job('publish', { runner, env })) : built;
    };
    expect(await scheduled()).toMatchObject({ outputs: { published: 'true' } });
    expect(existsSync(article)).toBe(true);
    const releases = readdirSync(join(www, 'releases'));
    expect(await scheduled()).toMatchObject({
      stdout: expect.stringContaining('unchanged'),
      outputs: { published: 'false' },
    });
    expect(readdirSync(join(www, 'releases'))).toEqual(releases);
  });

  it('goes forward only: an older merge that is run again builds nothing, and what it built is not published', async () => {
    const { on, www } = opened();
    const older = on.festival.checkout('main');
    on.festival.edit('main', titled(CONCERT, 'First opening'));
    const [built, late] = [on.festival.checkout('main'), on.festival.checkout('main')];
    expectDone(await on.job('build', { runner: built }));
    on.festival.edit('main', titled(CONCERT, 'Second opening'));
    expectDone(await on.publish());
    const releases = readdirSync(join(www, 'releases')).length;
    for (const runner of [older, late]) {
      expect(await on.job('build', { runner })).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('newer'),
        outputs: { published: 'false' },
      });
      expect(existsSync(join(runner.temp, 'site'))).toBe(false);
      // So there is nothing to publish.
      expect((await on.job('publish', { runner })).outputs).toEqual({});
    }
    for (const job of ['publish', 'forward', 'record']) {
      expect(await on.job(job, { runner: built })).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/behind it|newer commit than this checkout/),
        outputs: {},
      });
    }
    expect(readdirSync(join(www, 'releases'))).toHaveLength(releases);
  });
});

describe('the website on a host with its own upload tool', () => {
  const TOOLS = {
    netlify: {
      dependency: 'netlify-cli',
      env: { NETLIFY_AUTH_TOKEN: 'canary-own', NETLIFY_SITE_ID: 'orchard' },
      published: /^deploy --no-build --dir=\S+\/site --site=orchard --prod$/,
      previewed: /^deploy --no-build --dir=\S+\/7 --site=orchard --alias pr-7$/,
    },
    wrangler: {
      dependency: 'wrangler',
      env: { CLOUDFLARE_API_TOKEN: 'canary-own', CLOUDFLARE_ACCOUNT_ID: '1', CLOUDFLARE_PROJECT: 'orchard' },
      published: /^pages deploy \S+\/site --project-name=orchard --branch=main --commit-dirty=true$/,
      previewed: /^pages deploy \S+\/7 --project-name=orchard --branch=pr-7 --commit-dirty=true$/,
    },
  } as const;
  type ToolName = keyof typeof TOOLS;
  const MANIFEST = 'ci/upload/package.json';

  const opened = madeForAll(async () => {
    const on = await OnGitHub.open({ deployed: false });
    on.github.pull({ number: 7, branch: 'grand', sha: on.festival.edit('grand', titled(CONCERT, 'Grand opening')) });
    on.github.upload(9, { 'pull-request': '7\n' });
    return on;
  });

  /** A runner on which `node ci/install.mjs ci/upload` has installed a tool that records its words and its variables. */
  function installed(on: OnGitHub, name: ToolName) {
    const { dependency } = TOOLS[name];
    const text = JSON.stringify({ dependencies: { [dependency]: '1.0.0' } });
    on.festival.edit('main', (folder) => write(folder, MANIFEST, text));
    const runner = on.festival.checkout('main');
    const record = join(runner.temp, 'calls');
    const script = `#!/bin/sh\necho "$*" >>'${record}'\npwd >'${record}.folder'\nenv >'${record}.env'\n`;
    write(runner.cwd, `ci/upload/node_modules/.bin/${name}`, script, 0o755);
    const env = {
      ...on.festival.keys,
      NETLIFY_AUTH_TOKEN: 'canary-other',
      CLOUDFLARE_API_TOKEN: 'canary-other',
      ...TOOLS[name].env,
    };
    return {
      runner,
      env,
      calls: () => (existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : []),
      variables: () => readFileSync(`${record}.env`, 'utf8'),
    };
  }

  const previewOf = (on: OnGitHub, { runner, env }: ReturnType<typeof installed>, site: Buffer, from?: string) => {
    on.github.uploadBytes(9, site, 'gitcast-site');
    const { sha, branch } = on.github.pulls[0]!;
    return on.job('preview', {
      runner,
      env: { GITHUB_EVENT_NAME: 'workflow_run', ...env },
      event: ranOf({ sha, branch, from }),
    });
  };
  const SITE = zipOf({ 'index.html': '<p>New</p>' });

  it.each(['netlify', 'wrangler'] as const)(
    'is uploaded by %s, also as a preview, with its own keys only',
    async (name) => {
      const on = opened();
      const tool = installed(on, name);
      const { runner, env } = tool;
      expectDone(await on.job('build', { runner }));
      expect(await on.job('publish', { runner, env })).toMatchObject({ exitCode: 0, outputs: { published: 'true' } });
      expectDone(await previewOf(on, tool, SITE));
      expect(tool.calls()).toEqual([
        expect.stringMatching(TOOLS[name].published),
        expect.stringMatching(TOOLS[name].previewed),
      ]);
      expect(tool.variables()).toContain('canary-own');
      for (const other of ['canary-other', on.festival.credentials.key, 'GH_TOKEN', 'GITHUB_'])
        expect(tool.variables()).not.toContain(other);
    },
  );

  it('goes forward only there too', async () => {
    const on = opened();
    on.festival.edit('main', titled(CONCERT, 'First opening'));
    const { runner, env, calls } = installed(on, 'netlify');
    expectDone(await on.job('build', { runner }));
    on.festival.edit('main', titled(CONCERT, 'Second opening'));
    expectDone(await on.publish('record'));
    expect(await on.job('publish', { runner, env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('than this checkout, so nothing was published'),
    });
    expect(calls()).toEqual([]);
  });

  it('shows no preview of a fork, of links or of code that the host would run', async () => {
    const on = opened();
    const tool = installed(on, 'wrangler');
    const link = writeZip([['keys.txt', { content: '/proc/self/environ', mode: 0o120777 }]]);
    expect(await previewOf(on, tool, link)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is a link or a special file'),
    });
    expect(await previewOf(on, tool, zipOf({ '_worker.js': 'export default {}' }))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('the site contains _worker.js, so it is not uploaded'),
    });
    const { number, sha, branch } = on.github.pulls.pop()!;
    on.github.pull({ number, sha, branch, from: 'stranger/festival' });
    expectDone(await previewOf(on, tool, SITE, 'stranger/festival'));
    expect(tool.calls()).toEqual([]);
  });

  it('needs its tool and its keys, and says which is missing', async () => {
    const on = opened();
    const { runner, env } = installed(on, 'netlify');
    expectDone(await on.job('build', { runner }));
    expect(await on.job('publish', { runner, env: { ...env, NETLIFY_SITE_ID: '' } })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('NETLIFY_SITE_ID is missing'),
    });
    rmSync(join(runner.cwd, 'ci/upload/node_modules'), { recursive: true });
    expect(await on.job('publish', { runner, env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/netlify was not found\n.*`?node ci\/install\.mjs ci\/upload/),
    });
    rmSync(join(runner.cwd, MANIFEST));
    expect(await on.job('preview', { runner, env: { GITHUB_EVENT_NAME: 'workflow_run' } })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('a preview needs Netlify or Cloudflare'),
    });
  });
});
