import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveFolder } from '../../src/preview/static/serve-folder.ts';
import { diskCache } from '../../src/render/images/variant-cache.ts';
import { folderWith, gitcast, SOUND, refusal } from './in-memory.ts';

/** A repository with a link in it to somewhere else on the machine. */
function linked(path: string, outside: Readonly<Record<string, string>> = {}) {
  const elsewhere = folderWith({ 'secret.txt': 'a secret', ...outside });
  const cwd = folderWith(SOUND);
  mkdirSync(join(cwd, path, '..'), { recursive: true });
  return {
    cwd,
    elsewhere,
    before: readdirSync(elsewhere),
    link: (to = '') => symlinkSync(join(elsewhere, to), join(cwd, path)),
  };
}

describe('a symbolic link that leads out of its folder is not followed', () => {
  it('from a template, which would publish its target', async () => {
    const { cwd, link } = linked('templates/assets/css/own.css');
    link('secret.txt');
    expect(await refusal('build', { cwd })).toContain(
      'templates/assets/css/own.css is a symbolic link that leads out of',
    );
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  });

  it('from a folder of templates', async () => {
    const { cwd, link } = linked('templates/pages', { 'page.eta': 'theirs' });
    link();
    const { exitCode, stdout, stderr } = await gitcast('build', { cwd });
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain('templates/pages is a symbolic link');
  });

  it('from dist, if it is part of the repository; --out may be any folder', async () => {
    const { cwd, elsewhere, before, link } = linked('dist');
    link();
    const { exitCode, stderr } = await gitcast('build', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the site cannot be written to dist: that is a symbolic link out of the project');
    expect(stderr).toContain('delete the link dist, or pass the folder that it points to with --out');
    expect(readdirSync(elsewhere)).toEqual(before);
    expect(await gitcast(`build --out ${join(cwd, 'dist')}`, { cwd })).toMatchObject({ exitCode: 0 });
  });

  it('from a folder in dist, neither to write nor to remove', async () => {
    const { cwd, elsewhere, before, link } = linked('dist/assets');
    link();
    expect(await refusal('build', { cwd })).toContain('dist/assets is a symbolic link that leads out of');
    expect(readdirSync(elsewhere)).toEqual(before);
  });

  it('by the server of a built site', async () => {
    const folder = folderWith({ 'index.html': 'site' });
    const elsewhere = folderWith({ 'secret.txt': 'a secret' });
    symlinkSync(elsewhere, join(folder, 'more'));
    symlinkSync('index.html', join(folder, 'same.html'));
    const answer = serveFolder(folder);
    expect((await answer(new Request('http://127.0.0.1/more/secret.txt'))).status).toBe(404);
    expect((await answer(new Request('http://127.0.0.1/same.html'))).status).toBe(200);
  });

  it.each(['.gitcast', '.gitcast/state', '.gitcast/trash', '.gitcast/build', '.gitcast/state/local.journal'])(
    'from %s, by any command',
    async (path) => {
      const { cwd, elsewhere, before, link } = linked(path);
      link(path.endsWith('.journal') ? 'secret.txt' : '');
      for (const words of ['build', 'validate', 'sync --yes', 'service keys list']) {
        const { exitCode, stderr } = await gitcast(words, { cwd });
        expect({ words, exitCode }).toEqual({ words, exitCode: 1 });
        expect(stderr).toContain(`${path} is a symbolic link that leads out of`);
      }
      expect(readdirSync(elsewhere)).toEqual(before);
      expect(readFileSync(join(elsewhere, 'secret.txt'), 'utf8')).toBe('a secret');
    },
  );

  it.each(['content', 'content.staging', 'templates'])('from %s, by any command', async (path) => {
    const outside = { 'broadcast.yaml': 'name: Theirs\n', 'pages/page.eta': 'theirs' };
    const elsewhere = folderWith({ ...outside, 'secret.txt': 'a secret' });
    const cwd = folderWith({ 'gitcast.config.yaml': '', ...(path !== 'content' && SOUND) });
    symlinkSync(elsewhere, join(cwd, path));
    const before = readdirSync(elsewhere, { recursive: true });
    for (const words of ['build', 'validate', 'new event zzz', 'pull', 'sync --yes', 'schema']) {
      const { exitCode, stderr } = await gitcast(words, { cwd });
      expect({ words, exitCode }).toEqual({ words, exitCode: 1 });
      expect(stderr).toContain(`${path} is a symbolic link that leads out of ${cwd}, so it is not followed`);
      expect(stderr).toContain('replace the link with the file or folder that it points to');
    }
    expect(readdirSync(elsewhere, { recursive: true })).toEqual(before);
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  });

  it('from .vscode, by schema; --out may be any folder', async () => {
    const { cwd, elsewhere, before, link } = linked('.vscode');
    link();
    const { exitCode, stderr } = await gitcast('schema', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('.vscode is a symbolic link that leads out of');
    expect(readdirSync(elsewhere)).toEqual(before);
    expect(await gitcast(`schema --out ${join(cwd, '.vscode')}`, { cwd })).toMatchObject({ exitCode: 0 });
  });

  it('from the cache of pictures, which would be published', () => {
    const [folder, elsewhere] = [folderWith({}), folderWith({})];
    diskCache(folder).write('made.avif', Buffer.from('a picture'));
    diskCache(elsewhere).write('secret.avif', Buffer.from('a secret'));
    symlinkSync(join(elsewhere, 'secret.avif'), join(folder, 'linked.avif'));
    const cache = diskCache(folder);
    expect([cache.has('made.avif'), cache.has('linked.avif')]).toEqual([true, false]);
  });

  it.each([
    ['a folder', 'content/places', ''],
    ['a file', 'content/places/new-place.yaml', 'secret.txt'],
    ['a file that is not there yet', 'content/places/new-place.yaml', 'fresh.txt'],
  ])('by new, from %s', async (_, path, to) => {
    const elsewhere = folderWith({ 'secret.txt': 'a secret' });
    const cwd = folderWith({ 'gitcast.config.yaml': '', 'content/broadcast.yaml': 'name: A\n' });
    if (path.endsWith('.yaml')) mkdirSync(join(cwd, 'content/places'));
    symlinkSync(join(elsewhere, to), join(cwd, path));
    expect(await refusal('new place new-place --force', { cwd })).toContain(
      `${path} is a symbolic link that leads out of`,
    );
    expect(readdirSync(elsewhere)).toEqual(['secret.txt']);
    expect(readFileSync(join(elsewhere, 'secret.txt'), 'utf8')).toBe('a secret');
  });
});

const article = (text: string, more = ''): Readonly<Record<string, string>> => ({
  'content/articles/a.md': `---\ntitle: A\nstatus: published\n${more}---\n${text}\n`,
});

it.each([
  ['a text', article('![x](../../secret.png)')],
  ['the HTML of a text', article('<img src="../../secret.png">')],
  ['a field of an article', article('Text', 'cover_image_url: media/../../secret.png\n')],
  [
    'a field of a page',
    { 'content/pages/p.yaml': 'title: P\nmedia: { url: media/../../secret.png, alt: X, type: image }\n' },
  ],
])('a file outside of the content folder is not published by %s that names it', async (_, files) => {
  const cwd = folderWith({ ...SOUND, 'secret.png': 'a secret', ...files });
  await gitcast('build --force', { cwd });
  const published = readdirSync(join(cwd, 'dist'), { recursive: true, withFileTypes: true });
  expect(published.filter(({ name }) => name.includes('secret'))).toEqual([]);
  const texts = published
    .filter((entry) => entry.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)));
  expect(texts.filter((text) => text.includes('a secret'))).toEqual([]);
});

it('a content folder that is a link inside the repository is followed', async () => {
  const cwd = folderWith({ 'gitcast.config.yaml': '', 'edition/broadcast.yaml': 'name: A\n' });
  symlinkSync('edition', join(cwd, 'content'));
  expect(await gitcast('new place quay', { cwd })).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(cwd, 'edition/places/quay.yaml'))).toBe(true);
});

it('a link inside a folder is followed: templates may share a file', async () => {
  const cwd = folderWith({ ...SOUND, 'templates/shared.css': '.shared{color:red}' });
  mkdirSync(join(cwd, 'templates/assets/css'), { recursive: true });
  symlinkSync('../../shared.css', join(cwd, 'templates/assets/css/own.css'));
  writeFileSync(join(cwd, 'gitcast.config.yaml'), '');
  expect(await gitcast('build', { cwd })).toMatchObject({ exitCode: 0 });
  const style = readdirSync(join(cwd, 'dist/assets')).find((name) => /^site\..*\.css$/.test(name));
  expect(readFileSync(join(cwd, 'dist/assets', style!), 'utf8')).toContain('.shared{color:red}');
});
