import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { filesBelow, writeOne } from './stage.ts';

const CONFIG = 'publish: { live: { to: folder, path: www } }\n';
const BROADCAST = 'name: Harbour festival\n';

describe('gitcast publish', () => {
  let help = '';
  beforeAll(async () => {
    help = (await gitcast('publish --help')).stdout;
  });

  it('shows its plan, asks, and publishes what the last build wrote', async () => {
    expect(help).toContain('--rollback');
    const cwd = folderWith({ 'gitcast.config.yaml': CONFIG, 'content/broadcast.yaml': BROADCAST });
    expect((await gitcast('publish --yes', { cwd })).stderr).toContain('there is no built site in dist/');
    await gitcast('build', { cwd });
    writeOne(join(cwd, 'dist/notes.txt'), 'mine');

    const dry = await gitcast('publish --dry-run', { cwd });
    expect([dry.exitCode, dry.stdout]).toEqual([0, expect.stringContaining('+ index.html\n')]);
    expect(dry.stdout).toContain(
      '1 file left out (not written by the build): notes.txt; --from dist publishes the whole folder',
    );
    const asked = await gitcast('publish', { cwd });
    expect([asked.exitCode, asked.stderr]).toEqual([
      1,
      expect.stringContaining('gitcast publish live --dry-run shows what it would do'),
    ]);
    expect(filesBelow(join(cwd, 'www'))).toEqual({});

    const { exitCode, stdout } = await gitcast('publish --yes', { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('shows release 1: ')]);
    const seen = filesBelow(join(cwd, 'www/current'));
    expect(seen['index.html']).toBe(readFileSync(join(cwd, 'dist/index.html'), 'utf8'));
    expect(seen).not.toHaveProperty('notes.txt');
    expect((await gitcast('publish --yes', { cwd })).stdout).toContain('live (www) is up to date');
  });

  it('refuses a folder that is not what the last build wrote', async () => {
    const cwd = folderWith({ 'gitcast.config.yaml': CONFIG, 'content/broadcast.yaml': BROADCAST });
    await gitcast('build', { cwd });
    rmSync(join(cwd, 'dist/404.html'));
    writeFileSync(join(cwd, 'dist/index.html'), 'edited');
    const { exitCode, stderr } = await gitcast('publish --yes', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/dist\/ is not what the last build wrote: .*index\.html/),
    ]);
    expect(filesBelow(join(cwd, 'www'))).toEqual({});
  });

  it('leaves hidden files out of a folder that is named, and does not follow links out of it', async () => {
    const cwd = folderWith({
      'gitcast.config.yaml': CONFIG,
      'site/index.html': '<p>',
      'site/.env': 'KEY=1',
      'site/.git/config': '',
      'site/.well-known/security.txt': 'x',
    });
    const { stdout } = await gitcast('publish --from site --yes --json', { cwd });
    expect((JSON.parse(stdout) as { uploads: { path: string }[] }).uploads.map(({ path }) => path)).toEqual([
      '.well-known/security.txt',
      'index.html',
    ]);
  });

  it('refuses to replace a folder or a link that gitcast did not make', async () => {
    const cwd = folderWith({
      'gitcast.config.yaml': CONFIG,
      'site/index.html': '<p>',
      'www/current/index.html': 'theirs',
    });
    const { exitCode, stderr } = await gitcast('publish --from site --yes', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('www/current exists and is not a link that gitcast made'),
    ]);
    expect(filesBelow(join(cwd, 'www/current'))).toEqual({ 'index.html': 'theirs' });
  });

  it('publishes what links inside the folder lead to, and a name of 255 bytes', async () => {
    const long = `${'n'.repeat(250)}.html`;
    const cwd = folderWith({
      'gitcast.config.yaml': CONFIG,
      'site/index.html': '<p>',
      'site/sub/a.css': 'a',
      [`site/${long}`]: 'x',
    });
    symlinkSync('index.html', join(cwd, 'site/in.html'));
    symlinkSync('sub', join(cwd, 'site/sub2'));
    expect((await gitcast('publish --from site --yes', { cwd })).exitCode).toBe(0);
    expect(filesBelow(join(cwd, 'www/current'))).toEqual({
      'index.html': '<p>',
      'in.html': '<p>',
      'sub/a.css': 'a',
      'sub2/a.css': 'a',
      [long]: 'x',
    });
  });

  it.each<[string, (site: string) => void]>([
    [
      'back\\slash.html cannot be published: its name contains a backslash',
      (site) => writeOne(join(site, 'back\\slash.html'), ''),
    ],
    [
      'cannot be published: its name is not UTF-8',
      (site) => writeFileSync(Buffer.concat([Buffer.from(`${site}/bad`), Buffer.from([0xff])]), ''),
    ],
    [
      'loop cannot be published: it is a link to a folder that contains it',
      (site) => symlinkSync('.', join(site, 'loop')),
    ],
    [
      'dangling.css cannot be published: it is a link to a file that does not exist',
      (site) => symlinkSync('nowhere', join(site, 'dangling.css')),
    ],
    [
      'out.html cannot be published: it is a link that leads out of the folder',
      (site) => symlinkSync('../gitcast.config.yaml', join(site, 'out.html')),
    ],
  ])('says that %s', async (message, add) => {
    const cwd = folderWith({ 'gitcast.config.yaml': CONFIG, 'site/index.html': '<p>' });
    add(join(cwd, 'site'));
    const { exitCode, stderr } = await gitcast('publish --from site --yes', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toContain('bug in gitcast');
  });

  it.each([
    ['content', 'which is inside content'],
    ['templates/site', 'which is inside templates'],
    ['dist', 'which is inside dist'],
    ['.git', 'which is inside .git'],
    ['.gitcast/www', 'which is inside .gitcast'],
    ['.', 'which contains the sources'],
    ['..', 'which contains the sources'],
    ['www, link: ../content/live', 'which is inside content'],
  ])('refuses to publish into the sources: path: %s', async (path, message) => {
    const cwd = folderWith({
      'gitcast.config.yaml': `publish: { live: { to: folder, path: ${path} } }`,
      'content/broadcast.yaml': BROADCAST,
      'site/index.html': '<p>',
    });
    const { exitCode, stderr } = await gitcast('publish --from site --yes', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(Object.keys(filesBelow(cwd)).filter((file) => file.includes('releases'))).toEqual([]);
  });

  it('names every option that a refused release needs', async () => {
    const cwd = folderWith({
      'gitcast.config.yaml': `${CONFIG}guard: { deletes: { count: 0 } }\n`,
      'site/index.html': '<p>',
      'site/events/a/index.html': 'a',
      'site/events/b/index.html': 'b',
    });
    await gitcast('publish --from site --yes', { cwd });
    rmSync(join(cwd, 'site/events'), { recursive: true });
    const { stderr } = await gitcast('publish --from site --yes', { cwd });
    expect(stderr).toContain('if this is intended, add --allow-deletes 2 and --allow-empty events');
    const allowed = await gitcast('publish --from site --yes --allow-deletes 2 --allow-empty events', { cwd });
    expect(allowed.exitCode).toBe(0);
    expect(Object.keys(filesBelow(join(cwd, 'www/current')))).toEqual(['index.html']);
  });

  it('refuses --rollback together with --from', async () => {
    const cwd = folderWith({ 'gitcast.config.yaml': CONFIG, 'site/index.html': '<p>' });
    const { exitCode, stderr } = await gitcast('publish --rollback --from site --yes', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('--rollback takes an earlier release from the host'),
    ]);
  });

  it('asks which host if there are several, and suggests a name', async () => {
    const cwd = folderWith({
      'gitcast.config.yaml': 'publish: { live: { to: folder, path: a }, test: { to: folder, path: b } }',
      'site/index.html': '<p>',
    });
    expect((await gitcast('publish --from site', { cwd })).stderr).toContain(
      'there are several places to publish to: live, test',
    );
    expect((await gitcast('publish liev --from site', { cwd })).stderr).toContain('did you mean live?');
    expect((await gitcast('publish', { cwd: folderWith({ 'gitcast.config.yaml': '' }) })).stderr).toContain(
      'does not say where to publish',
    );
  });
});

describe('gitcast publish --all', () => {
  const broadcast = (folder: string, config: string) => ({
    [`${folder}/gitcast.config.yaml`]: config,
    [`${folder}/content/broadcast.yaml`]: BROADCAST,
    [`sites/${folder}/index.html`]: folder,
  });

  it('publishes each website, and leaves out broadcasts without one in a single line', async () => {
    const cwd = folderWith({
      'gitcast.workspace.yaml': 'broadcasts: [f/*]\n',
      ...broadcast('f/lyon', CONFIG),
      ...broadcast('f/oslo', CONFIG),
      ...broadcast('f/paris', ''),
    });
    const { exitCode, stdout } = await gitcast('publish --all --from sites --yes', { cwd });
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('left out: f/paris, without `publish:` in the configuration'),
    ]);
    expect(filesBelow(join(cwd, 'f/oslo/www/current'))).toEqual({ 'index.html': 'f/oslo' });
    const json = await gitcast('publish --all --from sites --yes --json', { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      left_out: ['f/paris'],
      broadcasts: [{ folder: 'f/lyon' }, { folder: 'f/oslo' }],
    });
    const unknown = await gitcast('publish beta --all --from sites --yes', { cwd });
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('no broadcast of the workspace has `publish.beta` in its configuration'),
    ]);
  });

  it.each([
    ['a folder', 'publish: { live: { to: folder, path: ../../same } }'],
    ['a link', 'publish: { live: { to: folder, path: www, link: ../../../html } }'],
    ['a branch', 'publish: { live: { to: git, branch: gh-pages } }'],
    ['a server', 'publish: { live: { to: ssh, host: web.example, path: /srv/www } }'],
  ])('publishes nothing if two broadcasts would replace each other in %s', async (_, config) => {
    const cwd = folderWith({
      'gitcast.workspace.yaml': 'broadcasts: [f/*]\n',
      ...broadcast('f/lyon', config),
      ...broadcast('f/oslo', config),
    });
    const { exitCode, stderr } = await gitcast('publish --all --from sites --yes', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('f/lyon and f/oslo publish to the same place')]);
    expect(Object.keys(filesBelow(cwd)).filter((file) => file.includes('releases'))).toEqual([]);
  });

  it('refuses the place of another broadcast of the workspace, which is published alone', async () => {
    const config = 'publish: { live: { to: folder, path: ../../same } }';
    const cwd = folderWith({
      'gitcast.workspace.yaml': 'broadcasts: [f/*]\n',
      ...broadcast('f/lyon', config),
      ...broadcast('f/oslo', config),
    });
    const publish = (folder: string) =>
      gitcast(`publish --from ../../sites/${folder} --yes`, { cwd: join(cwd, folder) });
    expect((await publish('f/lyon')).exitCode).toBe(0);
    const { exitCode, stderr } = await publish('f/oslo');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('shows the site of f/lyon, and this is f/oslo')]);
    expect(stderr).toContain('add --take-over');
    expect(filesBelow(join(cwd, 'same/current'))).toEqual({ 'index.html': 'f/lyon' });
  });
});
