import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, gitcast } from './in-memory.ts';

describe('build with an image that is not there', () => {
  const files = {
    'gitcast.config.yaml': 'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [fr] }\n',
    'content/broadcast.yaml': 'name: Harbour festival\n',
    'content/hosts/a.yaml': 'title: A\nstatus: published\nmedia: media/bridg.svg\n',
    'content/articles/b.md': '---\ntitle: B\nstatus: published\n---\n![A bridge](media/gone.png)\n',
    'content/places/quay.yaml': 'name: Quay\n',
    'content/media/bridge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>',
  };

  test('names the image, file and line, and writes nothing', async () => {
    const cwd = folderWith(files);
    const { exitCode, stdout, stderr } = await gitcast('build', { cwd });
    expect(exitCode).toBe(1);
    const said = stdout + stderr;
    expect(said).toContain('there is no file media/bridg.svg\n --> content/hosts/a.yaml:3:8');
    expect(said).toContain('did you mean media/bridge.svg?');
    expect(said).toContain('there is no file media/gone.png\n --> content/articles/b.md:5');
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  });

  test('builds all the rest when it is told to', async () => {
    const cwd = folderWith(files);
    await gitcast('build --force', { cwd });
    expect(readFileSync(join(cwd, 'dist/places/quay/index.html'), 'utf8')).toContain('<h1>Quay</h1>');
    expect(existsSync(join(cwd, 'dist/hosts/a/index.html'))).toBe(false);
  });
});
