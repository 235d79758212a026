import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, gitcast, SOUND, refusal } from './in-memory.ts';
import { leftOutIf } from '../needs.ts';

describe('build with a missing image', () => {
  const files = {
    'gitcast.config.yaml': 'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [fr] }\n',
    'content/broadcast.yaml': 'name: Harbour festival\n',
    'content/hosts/a.yaml': 'title: A\nstatus: published\nmedia: media/bridg.svg\n',
    'content/articles/b.md': '---\ntitle: B\nstatus: published\n---\n![A bridge](media/gone.png)\n',
    'content/places/quay.yaml': 'name: Quay\n',
    'content/media/bridge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>',
  };

  it('names the image, file and line, and writes nothing', async () => {
    const cwd = folderWith(files);
    const { exitCode, stdout, stderr } = await gitcast('build', { cwd });
    expect(exitCode).toBe(1);
    const said = stdout + stderr;
    expect(said).toContain('there is no file media/bridg.svg\n --> content/hosts/a.yaml:3:8');
    expect(said).toContain('did you mean media/bridge.svg?');
    expect(said).toContain('there is no file media/gone.png\n --> content/articles/b.md:5');
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  });

  it('builds the rest with --force', async () => {
    const cwd = folderWith(files);
    await gitcast('build --force', { cwd });
    expect(readFileSync(join(cwd, 'dist/places/quay/index.html'), 'utf8')).toContain('<h1>Quay</h1>');
    expect(existsSync(join(cwd, 'dist/hosts/a/index.html'))).toBe(false);
  });
});

it('build shows how many documents the site leaves out, also when nothing changed, and lists them with --verbose', async () => {
  const cwd = folderWith({
    ...SOUND,
    'content/articles/a.md': '---\ntitle: A\n---\nText\n',
    'content/articles/b.md': '---\ntitle: B\nstatus: published\npublished_at: 2999-01-01\n---\nText\n',
  });
  for (const _ of ['built', 'unchanged'])
    expect((await gitcast('build', { cwd })).stdout).toContain(
      '\n  left out: 1 draft, 1 scheduled (--verbose lists them)',
    );
  expect((await gitcast('build --verbose', { cwd })).stdout).toContain('\n  left out: 1 draft: articles/a\n');
  const { left_out: leftOut } = JSON.parse((await gitcast('build --json', { cwd })).stdout);
  expect(leftOut).toEqual({ drafts: ['articles/a'], scheduled: ['articles/b'], private: [], ended: [] });
  expect((await gitcast('build --drafts', { cwd })).stdout).not.toContain('left out');
});

describe('a build that fails', () => {
  const files = {
    ...SOUND,
    'content/places/quay.yaml': 'name: Quay\n',
    'content/places/lawn.yaml': 'name: Lawn\n',
    'content/articles/a.md': '---\ntitle: A\nstatus: published\n---\nText\n',
  };
  const BROKEN = '<h1>\n<%= it.nothing.at.all %></h1>';

  function published(cwd: string): Readonly<Record<string, string>> {
    const paths = readdirSync(join(cwd, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(path, 'base64')]));
  }

  async function builtOnce(): Promise<{ cwd: string; before: Readonly<Record<string, string>> }> {
    const cwd = folderWith(files);
    expect((await gitcast('build', { cwd })).exitCode).toBe(0);
    return { cwd, before: published(cwd) };
  }

  it('because of a template leaves every published file unchanged, and reports that', async () => {
    const { cwd, before } = await builtOnce();
    mkdirSync(join(cwd, 'templates/pages'), { recursive: true });
    writeFileSync(join(cwd, 'templates/pages/article.eta'), '<%= it.nothing.at.all %>\n');
    writeFileSync(join(cwd, 'content/places/quay.yaml'), 'name: The quay\n');
    rmSync(join(cwd, 'content/places/lawn.yaml'));
    const { exitCode, stdout } = await gitcast('build', { cwd });
    expect([exitCode, stdout.split('\n').at(-2)]).toEqual([1, '✗ build failed with 1 error: dist/ is unchanged']);
    expect(stdout).toContain(` --> templates/pages/article.eta:1:1\n  |\n1 | <%= it.nothing.at.all %>\n`);
    expect(published(cwd)).toEqual(before);
    expect(readdirSync(join(cwd, '.gitcast/build')).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('because a document has errors leaves them unchanged too', async () => {
    const { cwd, before } = await builtOnce();
    writeFileSync(join(cwd, 'content/articles/a.md'), '---\ntitel: A\n---\nText\n');
    const { exitCode, stdout, stderr } = await gitcast('build', { cwd });
    expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining('build failed: 1 file has errors')]);
    expect(published(cwd)).toEqual(before);
  });

  it('and is forced replaces what it could build and removes nothing; the next successful build removes', async () => {
    const { cwd } = await builtOnce();
    writeFileSync(join(cwd, 'content/articles/a.md'), '---\ntitel: A\n---\nText\n');
    writeFileSync(join(cwd, 'content/places/quay.yaml'), 'name: The quay\n');
    for (let times = 0; times < 2; times++) {
      const { exitCode: code, stdout } = await gitcast('build --force', { cwd });
      expect([code, stdout]).toEqual([1, expect.stringContaining('an article has no field `titel`')]);
      expect(existsSync(join(cwd, 'dist/articles/a/index.html'))).toBe(true);
    }
    mkdirSync(join(cwd, 'templates/pages'), { recursive: true });
    writeFileSync(join(cwd, 'templates/pages/place.eta'), BROKEN);
    const { exitCode } = await gitcast('build --force', { cwd });
    expect([exitCode, existsSync(join(cwd, 'dist/places/lawn/index.html'))]).toEqual([1, true]);
    expect(readFileSync(join(cwd, 'dist/places/quay/index.html'), 'utf8')).toContain('<h1>The quay</h1>');
    rmSync(join(cwd, 'templates'), { recursive: true });
    rmSync(join(cwd, 'content/articles/a.md'));
    expect((await gitcast('build', { cwd })).exitCode).toBe(0);
    expect(existsSync(join(cwd, 'dist/articles/a/index.html'))).toBe(false);
  });

  it('because the broadcast has errors cannot be forced', async () => {
    const { cwd, before } = await builtOnce();
    writeFileSync(join(cwd, 'content/broadcast.yaml'), 'name: [\n');
    expect(await refusal('build --force', { cwd })).toContain('fix them: a site cannot be built without the broadcast');
    expect(published(cwd)).toEqual(before);
  });

  it('because it was killed leaves only files that the next one removes', async () => {
    const { cwd } = await builtOnce();
    const folder = join(cwd, '.gitcast/build');
    const lists = readdirSync(folder);
    const list = lists.find((name) => !name.includes('stamp'))!;
    // No process has this id: the largest that Linux gives is 4194304.
    const left = (process: string): string => {
      const place = join(folder, list.replace(/json$/, process));
      mkdirSync(place);
      writeFileSync(join(place, 'index.html'), 'half');
      return place;
    };
    left('4194305');
    // Processes in other containers cannot be seen.
    const elsewhere = left('4194305-1');
    // Otherwise nothing changed, and nothing would be done.
    const change = (): void => appendFileSync(join(cwd, 'content/broadcast.yaml'), '\n');
    change();
    await gitcast('build', { cwd });
    expect(readdirSync(folder)).toEqual([basename(elsewhere), ...lists]);
    utimesSync(elsewhere, new Date(0), new Date(0));
    change();
    await gitcast('build', { cwd });
    expect(readdirSync(folder)).toEqual(lists);
  });
});

describe('the output folder', () => {
  const files = {
    ...SOUND,
    'content.staging/places/main-stage.yaml': 'name: Stage\n',
    'content/media/bridge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>',
  };

  it.each([
    ['content', 'content'],
    ['content/site', 'content'],
    ['.', 'content'],
    ['..', 'content'],
    ['linked/site', 'content'],
    ['content.staging', 'content.staging'],
    ['templates/site', 'templates'],
    ['.git', '.git'],
    ['.gitcast/build', '.gitcast'],
  ])('never overlaps with the folders that the site is built from: --out %s', async (out, own) => {
    const cwd = folderWith(files);
    symlinkSync('content', join(cwd, 'linked'));
    const before = readdirSync(cwd, { recursive: true });
    const stderr = await refusal(`build --out ${out}`, { cwd });
    expect(stderr).toMatch(/the site cannot be written to .*: that (?:contains|is inside) /);
    expect(stderr).toContain(`${own}\n`);
    expect(stderr).toContain('pass a separate folder with --out');
    expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  });

  it.each([
    ['a-file', 'that is a file'],
    ['a-file/site', 'a-file is a file'],
  ])('is never a file, nor below one: --out %s', async (out, reason) => {
    expect(await refusal(`build --out ${out}`, { cwd: folderWith({ ...files, 'a-file': '' }) })).toMatch(
      `the site cannot be written to ${out}: ${reason}\n help: pass a folder with --out`,
    );
  });

  it('may be anywhere else', async () => {
    const cwd = folderWith(files);
    expect(await gitcast('build --out content-site', { cwd })).toMatchObject({ exitCode: 0 });
  });

  it('may contain other files: one that a page replaces is copied and reported', async () => {
    const cwd = folderWith({ ...files, 'dist/index.html': 'by hand', 'dist/CNAME': 'harbour.example' });
    const { exitCode, stdout } = await gitcast('build', { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      '1 file that gitcast had not written was replaced, with a copy in .gitcast/trash/site/: index.html',
    );
    expect(readFileSync(join(cwd, 'dist/CNAME'), 'utf8')).toBe('harbour.example');
    const [copy] = readdirSync(join(cwd, '.gitcast/trash/site'));
    expect(readFileSync(join(cwd, '.gitcast/trash/site', copy!), 'utf8')).toBe('by hand');
    expect((await gitcast('build', { cwd })).stdout).not.toContain('replaced');
  });

  it.skipIf(leftOutIf(!existsSync('/proc/self'), 'there is no /proc'))(
    'that the system refuses is reported in a sentence',
    async () => {
      const cwd = folderWith(files);
      const stderr = await refusal('build --out /proc/gitcast', { cwd });
      // Root may write there, but the folder cannot exist.
      const reason = process.getuid?.() === 0 ? 'there is no such file or folder' : 'permission denied';
      expect(stderr).toMatch(new RegExp(`cannot (?:create|write) /proc/gitcast\\S*: ${reason}`));
    },
  );
});

describe('build --all', () => {
  it('succeeds without a website if the broadcast is not for the web, and still fails on errors', async () => {
    const cwd = folderWith({ ...SOUND, 'content/broadcast.yaml': 'name: Harbour festival\nisWeb: false\n' });
    expect((await gitcast('build', { cwd })).exitCode).toBe(1);
    const { exitCode, stdout } = await gitcast('build --all', { cwd });
    expect([exitCode, stdout]).toEqual([0, '✓ 1 broadcast: 1 unchanged\n']);
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
    const { stdout: json } = await gitcast('build --all --json', { cwd });
    expect(JSON.parse(json)).toMatchObject({ broadcasts: [{ published: false, skipped: true }] });
    writeFileSync(join(cwd, 'content/places/quay.yaml'), 'nmae: Quay\n');
    expect((await gitcast('build --all', { cwd })).exitCode).toBe(1);
  });
});
