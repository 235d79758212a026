import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { folderWith, SOUND, textOf } from '../cli/in-memory.ts';
import { PROGRAM } from './compiled-program.ts';

/** As on a platform for which there is no `sharp`. */
const MISSING = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (name === 'sharp') throw Object.assign(new Error('no sharp'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    },
  });
`;

it('a build without sharp publishes photos as they are, and says so once with the next step', async () => {
  const pictures = ['a', 'b']
    .map((name) => `      - media: { url: media/${name}.jpg, alt: Boats, type: image }\n`)
    .join('');
  const page = `title: Photos\nstatus: published\nblocks:\n  - type: media\n    values:\n${pictures}`;
  const cwd = folderWith({
    ...SOUND,
    'content/pages/photos.yaml': page,
    'content/broadcast.yaml': 'name: Harbour\ntheme: { logo: { url: media/logo.png, type: image } }\n',
  });
  const red = { width: 900, height: 600, channels: 3, background: '#9c2f17' } as const;
  const photo = await sharp({ create: red }).jpeg().toBuffer();
  mkdirSync(join(cwd, 'content/media'));
  for (const name of ['a', 'b']) writeFileSync(join(cwd, `content/media/${name}.jpg`), photo);
  writeFileSync(join(cwd, 'content/media/logo.png'), await sharp(photo).png().toBuffer());
  const hook = `data:text/javascript,${encodeURIComponent(MISSING)}`;
  const words = ['--import', hook, PROGRAM, 'build', '--json'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: unknown };
  expect([status, diagnostics]).toMatchObject([
    0,
    [{ code: 'sharp-missing', message: expect.stringContaining('`npm install sharp`') }],
  ]);
  // An empty list of icons is not valid.
  expect(JSON.parse(textOf(cwd, 'dist/manifest.webmanifest'))).not.toHaveProperty('icons');
});

it('a template sees no key in the environment of a build', () => {
  const cwd = folderWith({
    'gitcast.config.yaml':
      'targets: { production: { baseUrl: "https://a.example", userId: 64b7c0ffee64b7c0ffee0001, broadcastId: 64b7c0ffee64b7c0ffee0002, key: { $env: GITCAST_KEY } } }\n',
    '.env': 'GITCAST_KEY=from-a-file\n',
    'content/broadcast.yaml': 'name: Harbour\n',
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `content/pages/p${index}.yaml`,
        `title: P${index}\nstatus: published\n`,
      ]),
    ),
    'templates/partials/footer.eta':
      '<footer>seen: <%= Object.keys(process.env).sort().join(" ") %> | <%= process.env.PATH ? "path" : "" %></footer>',
  });
  const secrets = {
    GITCAST_KEY: 'k',
    AWS_SECRET_ACCESS_KEY: 'k',
    GITHUB_TOKEN: 'k',
    HTTPS_PROXY: 'http://u:p@proxy',
    SOME_NAME: 'k',
  };
  const env = { ...process.env, ...secrets };
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'build'], { cwd, env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (let index = 0; index < 20; index++) {
    const page = textOf(cwd, `dist/pages/p${index}/index.html`);
    const [, seen] = /<footer>seen: (.*)<\/footer>/.exec(page)!;
    expect(seen).toContain('path');
    for (const name of Object.keys(secrets)) expect(seen).not.toContain(name);
  }
});
