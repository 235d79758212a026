import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { installedPin } from '../../src/start/pinned-package.ts';
import { fileKinds } from '../../src/kinds/registry.ts';
import { copyOfMade } from '../git/copies.ts';
import { folderWith, gitcast, SOUND, textOf, refusal } from './in-memory.ts';

const DEPLOY = '.github/workflows/gitcast-deploy.yml';

afterEach(() => void vi.unstubAllEnvs());

/** An empty folder in which `gitcast init` was run. */
async function initialised(): Promise<string> {
  const cwd = folderWith();
  await copyOfMade('gitcast init', cwd, async (folder) => {
    expect((await gitcast('init', { cwd: folder })).exitCode).toBe(0);
  });
  return cwd;
}

describe('init with a name that is longer than the service allows', () => {
  const begun = async (name: string) => {
    const cwd = folderWith();
    const { exitCode, stdout } = await gitcast(['init', '--empty', '--ci', 'none', '--json', '--name', name], { cwd });
    const text = textOf(cwd, 'content/broadcast.yaml');
    const { name: written, shortDescription } = parse(text) as Record<string, string>;
    return { cwd, exitCode, report: JSON.parse(stdout) as { shortened?: string }, text, written, shortDescription };
  };

  it('shortens it after a word, says so, and keeps the whole name in the line below it', async () => {
    const name = 'International festival of rivers and harbours';
    const { exitCode, report, text, written, shortDescription } = await begun(name);
    expect([exitCode, written, report.shortened]).toEqual([
      0,
      'International festival of',
      'International festival of',
    ]);
    expect(shortDescription).toBe(name);
    expect(text).not.toContain('whole name');
    const { stdout } = await gitcast(['init', '--empty', '--ci', 'none', '--name', name], { cwd: folderWith() });
    expect(stdout).toContain(
      '! the service allows 30 characters in a name: content/broadcast.yaml has International festival of\n',
    );
  });

  it('keeps as a comment what is longer than that line too, and cuts no character in half', async () => {
    const name = `${'🚤'.repeat(60)} ${'boats '.repeat(6)}`.trim();
    const { cwd, written, text, shortDescription } = await begun(name);
    expect([written, shortDescription]).toEqual(['🚤'.repeat(30), [...name].slice(0, 80).join('')]);
    expect(text).toContain(`\n# The whole name: ${name}\nname: `);
    expect(await gitcast('validate --strict', { cwd })).toMatchObject({ exitCode: 0 });
  });

  it('says nothing of one that fits', async () => {
    const { report, written, shortDescription } = await begun('Thirty letters fit in this one');
    expect([report.shortened, written, shortDescription]).toEqual([
      undefined,
      'Thirty letters fit in this one',
      undefined,
    ]);
  });
});

describe('init', () => {
  it('creates a repository without problems', async () => {
    const cwd = folderWith();
    const { exitCode, stdout, stderr } = await gitcast('init', { cwd });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ created a broadcast in this folder: \d+ files\n/);
    expect((await gitcast('validate --strict', { cwd })).stdout).toMatch(/^✓ \d+ documents, no problems\n$/);
  });

  it('creates its folder, and names every file', async () => {
    const cwd = folderWith();
    const { stdout } = await gitcast('init festivals/orchard --json', { cwd });
    const { files } = JSON.parse(stdout);
    rmSync(join(cwd, 'festivals/orchard/.git'), { recursive: true });
    const found = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.toSorted()).toEqual(
      found.map(({ parentPath, name }) => join(parentPath, name).slice(cwd.length + 1)).sort(),
    );
    expect(files).toEqual(
      expect.arrayContaining(
        [
          '.gitignore',
          '.env.example',
          '.github/workflows/gitcast-deploy.yml',
          'ci/install.mjs',
          'gitcast.config.yaml',
        ].map((name) => `festivals/orchard/${name}`),
      ),
    );
  });

  it('marks every document as an example, and names the line to delete if a real one points at it', async () => {
    const cwd = await initialised();
    const documents = readdirSync(join(cwd, 'content'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(?:yaml|md)$/.test(path),
    );
    for (const path of documents) expect(textOf(cwd, `content/${path}`), path).toMatch(/^\$example: true/m);
    const times = 'start_time: 2027-06-20T10:00\nend_time: 2027-06-20T11:00\n';
    writeFileSync(join(cwd, 'content/events/own.yaml'), `title: Own\n${times}place_id: places/lawn\n`);
    const { exitCode, stdout } = await gitcast('validate', { cwd });
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringContaining('delete the line `$example: true` in content/places/lawn.yaml'),
    ]);
  });

  it('has an example of the most common kinds', async () => {
    const cwd = await initialised();
    const folders = readdirSync(join(cwd, 'content'));
    expect(folders).toEqual(
      expect.arrayContaining(['events', 'places', 'articles', 'pages', 'hosts', 'sessions', 'maps', 'media']),
    );
  });

  it('has a website with pictures, an icon for the tab, a menu and search, and a document for each category', async () => {
    const cwd = await initialised();
    const content = join(cwd, 'content');
    const { theme, appBar, menu, home } = parse(textOf(cwd, 'content/broadcast.yaml'));
    const events = readdirSync(join(content, 'events')).map((name) => parse(textOf(cwd, `content/events/${name}`)));
    for (const { category } of events) expect(existsSync(join(content, `categories/${category}.yaml`))).toBe(true);
    for (const { url } of [theme.logo, home.header.background]) expect(existsSync(join(content, url))).toBe(true);
    expect([appBar.leftNavigator, appBar.rightNavigator]).toEqual([
      { nativeContent: 'menu' },
      { nativeContent: 'search' },
    ]);
    expect(menu.sections.length).toBeGreaterThan(1);
    const config = textOf(cwd, 'gitcast.config.yaml');
    writeFileSync(join(cwd, 'gitcast.config.yaml'), config.replace('# url:', 'url:'));
    const built = await gitcast('build --json', { cwd });
    expect([built.exitCode, JSON.parse(built.stdout).diagnostics ?? []]).toEqual([0, []]);
    const [, picture] = /property="og:image" content="https:\/\/orchard.example\/([^"]*)"/.exec(
      textOf(cwd, 'dist/program/index.html'),
    )!;
    expect([picture, existsSync(join(cwd, 'dist', picture!))]).toEqual([expect.stringMatching(/\.(?:jpg|png)$/), true]);
    expect(textOf(cwd, 'dist/index.html')).toContain('<link rel="icon" href="media/logo.svg">');
  });

  it('keeps secrets and machine files out of git, and the state in it', async () => {
    const cwd = await initialised();
    expect(textOf(cwd, '.gitignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.gitcast/*', '!.gitcast/state/', 'dist/']),
    );
  });

  it('configures git to use the same line breaks in every checkout', async () => {
    const cwd = await initialised();
    const git = (...words: string[]): string => execFileSync('git', ['-C', cwd, ...words], { encoding: 'utf8' });
    git('init', '-q');
    expect(git('check-attr', 'text', 'eol', '--', 'content/broadcast.yaml')).toMatch(/text: auto\n.*eol: lf\n/);
  });

  it('names in its configuration every language that pages have words for', async () => {
    const cwd = await initialised();
    const words = textOf(cwd, 'gitcast.config.yaml').match(/\b[a-z]{2}\b(?=,| and|;)/g);
    const known = readdirSync(new URL('../../locales/', import.meta.url)).map((file) => file.replace('.yaml', ''));
    expect(words).toEqual(known.sort());
  });

  it('binds an existing schema to the files of every kind', async () => {
    const cwd = await initialised();
    const bindings: Record<string, string[]> = JSON.parse(textOf(cwd, '.vscode/settings.json'))['yaml.schemas'];
    expect(Object.keys(bindings).length).toBe(2 * fileKinds.length);
    expect(Object.keys(bindings).filter((schema) => !existsSync(join(cwd, schema)))).toEqual([]);
    expect(textOf(cwd, '.vscode/gitcast/event.json')).toContain('places/lawn');
  });

  it('writes nothing if one of its files exists, and names it', async () => {
    const cwd = folderWith({ 'README.md': 'mine', '.gitignore': 'mine' });
    const stderr = await refusal('init', { cwd });
    expect(stderr).toContain('these files exist already: .gitignore, README.md\n');
    expect(stderr).toContain('--force');
    expect(readdirSync(cwd).sort()).toEqual(['.gitignore', 'README.md']);
  });

  it('overwrites with --force, and keeps other files, and those of CI as .orig', async () => {
    const file = '.github/workflows/gitcast-deploy.yml';
    const cwd = folderWith({ 'README.md': 'mine', 'notes.txt': 'mine', [file]: 'mine' });
    expect((await gitcast('init --force --quiet', { cwd })).stdout).toBe('');
    expect(textOf(cwd, 'README.md')).not.toBe('mine');
    expect(textOf(cwd, 'notes.txt')).toBe('mine');
    expect(textOf(cwd, `${file}.orig`)).toBe('mine');
  });

  it('writes the files of the chosen host, and none of the others', async () => {
    const written = async (words: string): Promise<readonly string[]> => {
      const { stdout } = await gitcast(`init --json${words}`, { cwd: folderWith() });
      const { files } = JSON.parse(stdout) as { files: string[] };
      return files.filter((file) => /^ci\/|^\.git(?:hub|lab)/.test(file));
    };
    expect(await written('')).toEqual([
      '.github/actions/gitcast/action.yml',
      '.github/workflows/gitcast-comment.yml',
      '.github/workflows/gitcast-deploy.yml',
      '.github/workflows/gitcast-pull-request.yml',
      'ci/install.mjs',
    ]);
    expect(await written(' --ci github')).toEqual(await written(''));
    expect(await written(' --ci gitlab')).toEqual(['.gitlab-ci.yml', 'ci/install.mjs']);
    expect(await written(' --ci script')).toEqual(['ci/gitcast.sh', 'ci/install.mjs']);
    expect(await written(' --ci none')).toEqual([]);
    const { exitCode, stderr } = await gitcast('init --ci githup', { cwd: folderWith() });
    expect([exitCode, stderr]).toEqual([1, 'error: --ci cannot be githup\n help: did you mean github?\n']);
  });

  it('keeps the state on the remote, and works without git for the embedded service', async () => {
    const cwd = await initialised();
    rmSync(join(cwd, '.git'), { recursive: true });
    expect(textOf(cwd, 'gitcast.config.yaml')).toContain('\nstate: git\n');
    expect(await gitcast('sync --yes', { cwd })).toMatchObject({ exitCode: 0 });
    expect((await gitcast('plan', { cwd })).stdout).toContain('✓ local: the target equals the files');
    expect(existsSync(join(cwd, '.git'))).toBe(false);
  });

  it('reports for a remote target what a folder without git lacks', async () => {
    const cwd = await initialised();
    rmSync(join(cwd, '.git'), { recursive: true });
    const config = join(cwd, 'gitcast.config.yaml');
    writeFileSync(config, textOf(cwd, 'gitcast.config.yaml').replaceAll(/^# (?=targets:| {2,})/gm, ''));
    const env = { GITCAST_KEY: 'canary-key@api.example.com' };
    expect(await refusal('plan --target production', { cwd, env })).toMatch(
      /is not inside a git repository, .*\n help: run `git init` .* or set `state: file`/,
    );
    execFileSync('git', ['init', '--quiet'], { cwd });
    expect((await gitcast('doctor --target production', { cwd, env })).stdout).toContain(
      '0 documents managed, kept in this repository only, because it has no remote',
    );
  });

  it('reports a folder that is not writable', async () => {
    expect(await refusal('init taken', { cwd: folderWith({ taken: 'a file' }) })).toMatch(
      /^error: .* could not be written, so nothing was changed: /,
    );
  });
});

describe('init in an existing repository', () => {
  const REMOTE = {
    ...SOUND,
    'gitcast.config.yaml': `content: "the content's"
defaultTarget: live
targets:
  live:
    baseUrl: https://api.example.com
    userId: 64b7c0ffee64b7c0ffee0001
    broadcastId: 64b7c0ffee64b7c0ffee0002
    key: { $env: LIVE_KEY }
`,
  };

  it('adds only the requested files, made for its configuration', async () => {
    const cwd = folderWith(REMOTE);
    const { exitCode, stdout } = await gitcast('init --ci github', { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^✓ added 5 files\n {2}\.github/)]);
    expect(stdout).toContain('gh secret set LIVE_PLAN_KEY');
    expect(stdout).toContain('gh secret set LIVE_KEY --env live');
    expect(readdirSync(cwd).sort()).toEqual(['.github', 'ci', 'content', 'gitcast.config.yaml']);
    expect(textOf(cwd, '.github/workflows/gitcast-deploy.yml')).toContain(
      '          LIVE_KEY: ${{ secrets.LIVE_KEY }}\n',
    );
  });

  it('gives CI the secrets that documents use, and lists them', async () => {
    const cwd = folderWith({ ...REMOTE, 'gitcast.config.yaml': `secrets: [HOOK]\n${REMOTE['gitcast.config.yaml']}` });
    const { stdout } = await gitcast('init --ci github', { cwd });
    for (const environment of ['live', 'live-approval'])
      expect(stdout).toMatch(new RegExp(`gh secret set HOOK --env ${environment} `));
    expect(stdout).not.toMatch(/gh secret set HOOK +[^-]/);
    const { jobs } = parse(textOf(cwd, DEPLOY)) as { jobs: Record<string, object> };
    const seeing = Object.keys(jobs).filter((name) => JSON.stringify(jobs[name]).includes('${{ secrets.HOOK }}'));
    expect(seeing).toEqual(['sync']);
    // The code of a pull request sees neither them nor a key that can write.
    const ofRequests = textOf(cwd, '.github/workflows/gitcast-pull-request.yml');
    expect(ofRequests).toContain('          LIVE_KEY: ${{ secrets.LIVE_PLAN_KEY }}\n');
    expect(ofRequests).not.toMatch(/secrets\.(?!LIVE_PLAN_)/);
    const merged = (await gitcast('init --ci gitlab', { cwd: folderWith(REMOTE) })).stdout;
    expect(merged).toContain('GITCAST_TOKEN, masked and protected: no merge request may see them');
  });

  it('lists every setting of the host without which its jobs do not run or do not protect', async () => {
    const steps = async (host: string): Promise<string> =>
      (await gitcast(`init --ci ${host}`, { cwd: folderWith(REMOTE) })).stdout.split('Next\n')[1]!;
    const github = await steps('github');
    for (const step of [
      /gh secret set LIVE_KEY --env live-approval /,
      /Settings > Environments +require reviewers for live-approval/,
      /Settings > Environments +let only main deploy to live and live-approval/,
      /Settings > Rules > Rulesets +for main, require a pull request, an approval and the check `check`/,
    ]) {
      expect(github).toMatch(step);
    }
    const gitlab = await steps('gitlab');
    for (const step of [
      /Settings > CI\/CD > Protected environments +choose who may deploy to live-approval/,
      /Build > Pipeline schedules +for main, every night/,
      /Build > Pipeline schedules +for main, every 15 minutes, with the variable GITCAST_OFTEN = yes/,
    ]) {
      expect(gitlab).toMatch(step);
    }
  });

  it('has CI publish the website by `publish` in the configuration, or leaves it to its host', async () => {
    const hosts = `publish:
  live: { to: ssh, host: a.example, path: /srv/www }
`;
    const cwd = folderWith(REMOTE);
    await gitcast('init --ci github', { cwd });
    expect(textOf(cwd, DEPLOY)).toContain('actions/deploy-pages@');
    // Later, with hosts: the files of the first run are updated.
    writeFileSync(join(cwd, 'gitcast.config.yaml'), REMOTE['gitcast.config.yaml'] + hosts);
    const { exitCode, stdout } = await gitcast('init --ci github', { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`✓ updated 1 file\n  ${DEPLOY}\n`)]);
    expect(textOf(cwd, DEPLOY)).not.toContain('deploy-pages');
    expect(textOf(cwd, DEPLOY)).toContain(
      '          GITCAST_SSH_KEY: ${{ secrets.GITCAST_SSH_KEY }}\n          GITCAST_KNOWN_HOSTS: ${{ vars.GITCAST_KNOWN_HOSTS }}\n',
    );
    expect(textOf(cwd, '.github/workflows/gitcast-pull-request.yml')).not.toContain('GITCAST_SSH_KEY');
    expect(stdout).toMatch(/gh secret set GITCAST_SSH_KEY --env website +give CI the key of the website\n/);

    const elsewhere = folderWith(REMOTE);
    await gitcast('init --ci github --publish none', { cwd: elsewhere });
    expect(textOf(elsewhere, DEPLOY)).not.toMatch(/ci publish|deploy-pages|7,22,37,52/);
    const wrong = await gitcast('init --ci github --publish pagse', { cwd: elsewhere });
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('did you mean pages?')]);
  });

  it('writes the promotion only for a second target, with its keys in the jobs that need them', async () => {
    const target = (name: string, key: string) => `  ${name}:
    baseUrl: https://${name}.example
    userId: 64b7c0ffee64b7c0ffee0001
    broadcastId: 64b7c0ffee64b7c0ffee0002
    key: { $env: ${key} }
`;
    const targets = `targets:\n${target('production', 'GITCAST_KEY')}${target('staging', 'STAGING_KEY')}`;
    const cwd = folderWith({ ...SOUND, 'gitcast.config.yaml': `defaultTarget: production\n${targets}` });
    // Merges go to production: nothing is promoted from there.
    await gitcast('init --ci github', { cwd });
    expect(textOf(cwd, DEPLOY)).not.toContain('promote');
    writeFileSync(join(cwd, 'gitcast.config.yaml'), `secrets: [HOOK]\ndefaultTarget: staging\n${targets}`);
    const { stdout } = await gitcast('init --ci github', { cwd });
    for (const step of [
      'gh secret set STAGING_PLAN_KEY',
      'gh secret set STAGING_KEY --env staging',
      'gh secret set GITCAST_PLAN_KEY',
      'gh secret set GITCAST_KEY --env production',
      'gh secret set HOOK --env production ',
      'require reviewers for production: they approve what is promoted',
      'let only main deploy to staging and staging-approval and production',
    ]) {
      expect(stdout).toContain(step);
    }
    const { jobs } = parse(textOf(cwd, DEPLOY)) as { jobs: Record<string, object> };
    const secretsOf = (job: string) => JSON.stringify(jobs[job]).match(/secrets\.\w+KEY\b/g);
    expect(secretsOf('check')).toBeNull();
    expect(secretsOf('sync')).toEqual(['secrets.STAGING_KEY']);
    // What is promoted is read with the key that can only read.
    expect(secretsOf('promote')).toEqual([
      'secrets.STAGING_PLAN_KEY',
      'secrets.GITCAST_KEY',
      'secrets.GITCAST_PLAN_KEY',
    ]);
    const ofRequests = textOf(cwd, '.github/workflows/gitcast-pull-request.yml');
    expect(ofRequests.match(/secrets\.\w+/g)).toEqual(['secrets.STAGING_PLAN_KEY']);
    await gitcast('init --ci github --promote none', { cwd });
    expect(textOf(cwd, DEPLOY)).not.toContain('ci promote');
  });

  it('adds nothing if everything exists, and lists in JSON what it did', async () => {
    const cwd = folderWith(SOUND);
    await gitcast('init --ci github', { cwd });
    expect((await gitcast('init --ci github', { cwd })).stdout).toMatch(
      /^✓ nothing to add: everything already exists\n/,
    );
    rmSync(join(cwd, 'ci/install.mjs'));
    expect(JSON.parse((await gitcast('init --ci github --json', { cwd })).stdout)).toEqual({
      files: ['ci/install.mjs'],
      kept: [],
      originals: [],
      problems: [{ type: 'no-package', host: 'github' }],
    });
  });

  it('asks to delete an npm-shrinkwrap.json, which npm prefers to the lockfile', async () => {
    const cwd = folderWith({ ...REMOTE, 'npm-shrinkwrap.json': '{}' });
    const { stdout } = await gitcast('init --ci github --package 0.2.0', { cwd });
    expect(stdout).toMatch(
      /rm npm-shrinkwrap\.json && npm install --package-lock-only --ignore-scripts +lock gitcast for CI/,
    );
    expect(JSON.parse((await gitcast('init --ci github --package 0.2.0 --json', { cwd })).stdout)).toMatchObject({
      problems: [{ type: 'shrinkwrap' }],
    });
  });

  it('adds the target to CI files that were written before there was one', async () => {
    const cwd = folderWith();
    const started = await gitcast('init --ci gitlab', { cwd });
    expect(started.stdout).toContain('gitcast init --ci gitlab');
    const untold = await gitcast('init --ci gitlab', { cwd });
    expect(untold.stdout).toMatch(
      /^✓ nothing to add: everything already exists\n\nNext\n {2}gitcast init --ci gitlab /,
    );

    writeFileSync(join(cwd, 'gitcast.config.yaml'), `${REMOTE['gitcast.config.yaml'].replace(/^content.*\n/, '')}`);
    const told = await gitcast('init --ci gitlab', { cwd });
    expect([told.exitCode, told.stdout]).toEqual([
      0,
      expect.stringMatching(/^✓ updated 1 file\n {2}\.gitlab-ci\.yml\n\nNext\n[^]*\n {2}state: git /),
    ]);
    expect(textOf(cwd, '.gitlab-ci.yml')).toContain('\n  environment: live\n');
  });

  it('has CI deploy the branch that people merge into', async () => {
    const branchesOf = async (cwd: string, words = 'init --ci github --force'): Promise<unknown> => {
      const { exitCode, stderr } = await gitcast(words, { cwd });
      if (exitCode !== 0) throw new Error(stderr);
      const workflow = parse(textOf(cwd, DEPLOY));
      return (workflow as { on: { push: { branches: readonly unknown[] } } }).on.push.branches;
    };
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
    vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
    const cwd = folderWith();
    expect(await branchesOf(cwd)).toEqual(['main']);
    const git = (...words: readonly string[]): void => void execFileSync('git', words, { cwd, stdio: 'pipe' });
    git('symbolic-ref', 'HEAD', "refs/heads/trunk/it's+yes");
    expect(await branchesOf(cwd, 'init --ci github')).toEqual([String.raw`trunk/it's\+yes`]);

    git('symbolic-ref', 'HEAD', 'refs/heads/true');
    expect(await branchesOf(cwd)).toEqual(['true']);
    git('-c', 'user.name=Ada', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'start');
    git('branch', 'master');
    git('switch', '-q', '-c', 'add-ci');
    expect(await branchesOf(cwd)).toEqual(['master']);
    git('update-ref', 'refs/remotes/origin/live', 'HEAD');
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/live');
    git('checkout', '-q', '--detach');
    expect(await branchesOf(cwd)).toEqual(['live']);

    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'init.defaultBranch');
    vi.stubEnv('GIT_CONFIG_VALUE_0', 'stem');
    expect(await branchesOf(folderWith(), 'init')).toEqual(['stem']);
    vi.stubEnv('PATH', '');
    expect(await branchesOf(folderWith(), 'init')).toEqual(['main']);
  });

  it('refuses to write the files of a host below the root of a git repository', async () => {
    const root = folderWith({
      'sites/harbour/gitcast.config.yaml': '',
      'sites/harbour/content/broadcast.yaml': 'name: x\n',
    });
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    const cwd = join(root, 'sites/harbour');
    const { exitCode, stderr } = await gitcast('init --ci gitlab', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('error: GitLab looks for its files at the root of the git'),
    ]);
    expect((await gitcast('init --ci script', { cwd })).exitCode).toBe(0);
  });

  it('does not overwrite an existing broadcast', async () => {
    expect(await refusal('init', { cwd: folderWith(SOUND) })).toContain('this folder already contains a broadcast');
  });
});

describe('the next steps after init', () => {
  it('show the website', async () => {
    const { stdout } = await gitcast('init my-festival', { cwd: folderWith() });
    expect(stepsIn(stdout).slice(0, 3)).toEqual(['cd my-festival', 'gitcast dev', 'gitcast validate']);
  });
});

const stepsIn = (stdout: string): readonly string[] =>
  [...stdout.slice(stdout.indexOf('Next')).matchAll(/^ {2}((?:cd|git|gitcast) \S+)/gm)].map(([, step]) => step!);

describe('the git repository of init', () => {
  const headOf = (folder: string): string => textOf(folder, '.git/HEAD').trim();

  it('is created, with the branch that CI expects and with the hook', async () => {
    const cwd = folderWith();
    const { exitCode, stdout } = await gitcast('init my-festival --hooks', { cwd });
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('files\n✓ created a git repository for it, with the branch main\n'),
    ]);
    const folder = join(cwd, 'my-festival');
    expect([headOf(folder), existsSync(join(folder, '.git/hooks/pre-commit'))]).toEqual(['ref: refs/heads/main', true]);
    expect(
      execFileSync('git', ['status', '--porcelain', '--untracked-files=normal'], { cwd: folder, encoding: 'utf8' }),
    ).toContain('?? gitcast.config.yaml');
  });

  it('is created if a hook of another repository started gitcast', async () => {
    const [cwd, other] = [folderWith(), folderWith()];
    execFileSync('git', ['init', '-q'], { cwd: other });
    expect((await gitcast('init', { cwd, env: { GIT_DIR: join(other, '.git') } })).exitCode).toBe(0);
    expect(existsSync(join(cwd, '.git/HEAD'))).toBe(true);
  });

  it('has the name that git is configured to give to a first branch, as CI has', async () => {
    const cwd = folderWith();
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'init.defaultBranch', GIT_CONFIG_VALUE_0: 'trunk' };
    expect((await gitcast('init', { cwd, env })).stdout).toContain('with the branch trunk\n');
    expect([headOf(cwd), textOf(cwd, DEPLOY)]).toEqual(['ref: refs/heads/trunk', expect.stringContaining('trunk')]);
  });

  it('is the one around the folder, if there is one', async () => {
    const cwd = folderWith();
    execFileSync('git', ['init', '-q'], { cwd });
    const { stdout } = await gitcast('init festivals/lyon --ci none', { cwd });
    expect([stdout.includes('git repository'), existsSync(join(cwd, 'festivals/lyon/.git'))]).toEqual([false, false]);
    expect(stepsIn(stdout)).not.toContain('git init');
  });

  it('is not created where files would be overwritten', async () => {
    const cwd = folderWith({ 'README.md': 'mine' });
    expect((await gitcast('init', { cwd })).exitCode).toBe(1);
    expect(existsSync(join(cwd, '.git'))).toBe(false);
  });

  it('is left to a person where git is not installed', async () => {
    const cwd = folderWith();
    const { exitCode, stdout, stderr } = await gitcast('init my-festival', { cwd, env: { PATH: folderWith() } });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stepsIn(stdout).slice(0, 2)).toEqual(['cd my-festival', 'git init']);
    expect(stdout).toMatch(/ git init +keep it in git: /);
    expect(existsSync(join(cwd, 'my-festival/gitcast.config.yaml'))).toBe(true);
  });
});

describe('the gitcast that CI installs', () => {
  it('is added to an existing package.json, and a problem is reported if npm cannot lock it', async () => {
    vi.stubEnv('npm_config_offline', 'true');
    const manifest = { name: 'festival', scripts: { test: 'x' }, devDependencies: { other: '1.0.0' } };
    const cwd = folderWith({ ...SOUND, 'package.json': JSON.stringify(manifest) });
    const { exitCode, stdout } = await gitcast('init --ci script --package 99.0.0', { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /npm install --package-lock-only --ignore-scripts +lock gitcast for CI, which npm could not do/,
    );
    expect(JSON.parse(textOf(cwd, 'package.json'))).toEqual({
      ...manifest,
      devDependencies: { other: '1.0.0', gitcast: '99.0.0' },
    });
    expect(existsSync(join(cwd, 'package-lock.json'))).toBe(false);
  });

  it('is missing for a checkout of the sources, and init shows what to do', async () => {
    const cwd = folderWith();
    const { stdout } = await gitcast('init --ci github', { cwd, columns: 200 });
    expect(stdout).toContain('gitcast init --ci github --package FILE');
    expect(existsSync(join(cwd, 'package.json'))).toBe(false);
    expect(textOf(cwd, 'README.md')).toMatch(/^gitcast dev +# shows the website/m);
    expect(textOf(cwd, 'README.md')).not.toMatch(/npm ci|npx/);
  });

  it('cannot be a range or a file that does not exist', async () => {
    for (const wrong of ['latest', '^1.0.0', 'nowhere.tgz']) {
      expect(await refusal(`init --package ${wrong}`, { cwd: folderWith() })).toContain(
        'is neither a version nor an existing tarball',
      );
    }
  });

  it('is the version or the tarball that npm recorded at its installation', () => {
    const lockOf = (resolved: string): string =>
      JSON.stringify({ packages: { 'node_modules/gitcast': { version: '1.2.3', resolved } } });
    const cwd = folderWith({ 'node_modules/.package-lock.json': lockOf('file:../packed/gitcast.tgz') });
    const home = join(cwd, 'node_modules/gitcast');
    expect(installedPin(home)).toBeUndefined();
    const inside = folderWith({
      'node_modules/.package-lock.json': lockOf('file:gitcast.tgz'),
      'gitcast.tgz': 'a tarball',
    });
    expect(installedPin(join(inside, 'node_modules/gitcast'))).toEqual({
      type: 'tarball',
      path: join(inside, 'gitcast.tgz'),
    });
    writeFileSync(join(cwd, 'node_modules/.package-lock.json'), lockOf('https://registry.example/gitcast-1.2.3.tgz'));
    expect(installedPin(home)).toEqual({ type: 'version', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(installedPin(join(cwd, 'checkout'))).toBeUndefined();
  });
});
