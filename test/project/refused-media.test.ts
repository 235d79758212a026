/** Media that a build would refuse stop a commit, a plan and a sync too. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { folderWith, gitcast, SOUND, writeInto } from '../cli/in-memory.ts';
import { gitRepository } from '../git/repository.ts';
import { git } from '../state/clones.ts';

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEUlEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);
const DAMAGED = '\0\0not a photo';
const NAMED = { 'content/articles/a.md': '---\ntitle: A\ncover_image_url: media/photo.png\n---\nText\n' };
const SENTENCE =
  'media/photo.png is not on the site: it is not an image, or it is damaged: export it again as .jpg or .png';

const repositoryWith = (files: Readonly<Record<string, string>>): string =>
  gitRepository({ ...SOUND, ...files }).folder;

interface Found {
  readonly code: string;
  readonly file: string;
  readonly message: string;
}

async function staged(cwd: string): Promise<readonly Found[]> {
  const { stdout, stderr } = await gitcast('validate --staged --json', { cwd });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics;
}

const REFUSED = [expect.objectContaining({ code: 'media-refused', file: 'content/articles/a.md', message: SENTENCE })];

describe('a drawing', () => {
  const drawing = (inside: string) => `<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
  const shownIn = (svg: string) =>
    folderWith({
      ...SOUND,
      'content/articles/a.md': '---\ntitle: A\nstatus: published\n---\n\nText\n\n![A plan](media/plan.svg)\n',
      'content/media/plan.svg': svg,
    });
  const found = async (words: string, cwd: string) =>
    (JSON.parse((await gitcast(`${words} --json`, { cwd })).stdout) as { diagnostics: Found[] }).diagnostics;
  const HERE = { file: 'content/articles/a.md', line: 8, column: 11 };

  it('that is refused is reported at the line that shows it', async () => {
    const cwd = shownIn(drawing('<script/>'));
    const refused = {
      ...HERE,
      code: 'media-refused',
      message: expect.stringContaining('it contains a script (line 1)'),
    };
    expect(await found('validate', cwd)).toMatchObject([refused]);
    expect(await found('build', cwd)).toMatchObject([refused]);
  });

  it('is published without its DOCTYPE, which is said once', async () => {
    const cwd = shownIn(drawing('<g/>'));
    const reduced = { ...HERE, code: 'media-reduced', message: expect.stringContaining('without the DOCTYPE') };
    expect(await found('validate', cwd)).toMatchObject([reduced]);
    expect(await found('build', cwd)).toMatchObject([reduced]);
    expect(readFileSync(join(cwd, 'dist/media/plan.svg'), 'utf8')).toBe(drawing('<g/>').replace('<!DOCTYPE svg>', ''));
  });
});

describe('validate --staged', () => {
  it('refuses a picture that is damaged as it is staged, whatever the current file is', async () => {
    const cwd = repositoryWith(NAMED);
    writeInto(cwd, { 'content/media/photo.png': DAMAGED });
    git(cwd, 'add', '.');
    writeInto(cwd, { 'content/media/photo.png': PHOTO });
    expect(await staged(cwd)).toEqual(REFUSED);
    git(cwd, 'add', '.');
    writeInto(cwd, { 'content/media/photo.png': DAMAGED });
    expect(await staged(cwd)).toEqual([]);
  });

  it('refuses a document that begins to name a damaged picture, in a translation too', async () => {
    const picture = { 'content/media/photo.png': DAMAGED };
    const cwd = repositoryWith(picture);
    writeInto(cwd, { 'content/articles/a.md': NAMED['content/articles/a.md'] });
    git(cwd, 'add', '.');
    expect(await staged(cwd)).toEqual(REFUSED);
    const translated = repositoryWith({
      ...picture,
      'gitcast.config.yaml': 'site: { timezone: Europe/Paris, locales: [en, fr] }\n',
      'content/articles/a.md': '---\ntitle: A\n---\nText\n',
    });
    writeInto(translated, { 'content/articles/a.fr.md': '---\ntitle: A\n---\n![Une photo](media/photo.png)\n' });
    git(translated, 'add', '.');
    expect(await staged(translated)).toMatchObject([{ file: 'content/articles/a.fr.md', line: 4, message: SENTENCE }]);
  });

  it('refuses a drawing with a script, in the folder of a target', async () => {
    const cwd = repositoryWith({
      'content/articles/a.md': '---\ntitle: A\ncover_image_url: media/map.svg\n---\nText\n',
      'content/media/map.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    });
    const scripted = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>1</script></svg>';
    writeInto(cwd, { 'content.local/media/map.svg': scripted });
    git(cwd, 'add', '.');
    expect(await staged(cwd)).toMatchObject([{ code: 'media-refused', message: expect.stringContaining('script') }]);
  });

  it('leaves damaged pictures of earlier commits to validate, and contents of Git LFS to the build', async () => {
    const cwd = repositoryWith({ ...NAMED, 'content/media/photo.png': DAMAGED });
    writeInto(cwd, { 'content/articles/b.md': '---\ntitle: B\n---\nmedia/other\n' });
    git(cwd, 'add', '.');
    expect(await staged(cwd)).toEqual([]);
    writeInto(cwd, {
      'content/media/photo.png': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n',
    });
    git(cwd, 'add', '.');
    expect(await staged(cwd)).toEqual([]);
  });
});

describe.each(['plan', 'plan --offline', 'sync --yes'])('%s', (command) => {
  it('is stopped by a damaged picture, with the sentence of validate', async () => {
    const cwd = folderWith({ ...SOUND, ...NAMED, 'content/media/photo.png': DAMAGED });
    const { exitCode, stdout, stderr } = await gitcast(`${command} --target local`, { cwd });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(SENTENCE);
    expect(stderr).toContain('the content has 1 error');
    writeInto(cwd, { 'content/media/photo.png': PHOTO });
    expect((await gitcast(`${command} --target local`, { cwd })).exitCode).toBe(0);
  });
});

it('a plan or a commit without media does not load what looks at pictures', () => {
  const plain = repositoryWith({ ...NAMED, 'content/media/photo.png': DAMAGED });
  writeInto(plain, { 'content/articles/b.md': '---\ntitle: B\n---\nText\n' });
  git(plain, 'add', '.');
  const withMedia = repositoryWith(NAMED);
  writeInto(withMedia, { 'content/media/other.png': PHOTO });
  git(withMedia, 'add', '.');
  const answers = loadsPictures([
    [folderWith(SOUND), 'plan --offline --target local'],
    [plain, 'validate --staged'],
    [withMedia, 'validate --staged'],
  ]);
  expect(answers).toEqual([false, false, true]);
});

/** Runs commands one after the other in a new process, and prints for each whether the module is loaded after it. */
const WATCH = `
  import { registerHooks } from 'node:module';
  let isLoaded = false;
  registerHooks({
    load: (url, context, next) => {
      isLoaded ||= url.endsWith('/render/images/inspect-media.ts');
      return next(url, context);
    },
  });
  const { run } = await import(process.argv[1]);
  const answers = [];
  for (const [cwd, words] of JSON.parse(process.argv[2])) {
    const silent = { write: () => {} };
    const untilStopped = () => new Promise(() => {});
    const context = { cwd, env: process.env, stdout: silent, stderr: silent, now: () => new Date(), untilStopped };
    if ((await run(words.split(' '), context)) !== 0) throw new Error(words + ' failed');
    answers.push(isLoaded);
  }
  console.log(JSON.stringify(answers));
`;

const MAIN = new URL('../../src/cli/main.ts', import.meta.url).href;

function loadsPictures(commands: readonly (readonly [cwd: string, words: string])[]): unknown {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const words = ['--input-type=module', '--eval', WATCH, MAIN, JSON.stringify(commands)];
  return JSON.parse(execFileSync(process.execPath, words, { env, encoding: 'utf8' }));
}

describe('a build', () => {
  it('reports what it would refuse before it makes a picture or a page', async () => {
    const photo = {
      'content/articles/b.md': '---\ntitle: B\nstatus: published\ncover_image_url: media/sound.png\n---\nText\n',
    };
    const article = NAMED['content/articles/a.md'].replace('title: A', 'title: A\nstatus: published');
    const cwd = folderWith({ ...SOUND, ...photo, 'content/articles/a.md': article });
    writeInto(cwd, { 'content/media/photo.png': DAMAGED });
    const blue = { width: 90, height: 60, channels: 3, background: '#00f' } as const;
    writeInto(cwd, { 'content/media/sound.png': await sharp({ create: blue }).png().toBuffer() });
    const { exitCode, stdout } = await gitcast('build', { cwd });
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining(SENTENCE)]);
    expect(existsSync(join(cwd, '.gitcast/cache/images'))).toBe(false);
    await gitcast('build --force', { cwd });
    expect(existsSync(join(cwd, '.gitcast/cache/images'))).toBe(true);
  });
});
