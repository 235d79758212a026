import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SiteDiffReport } from '../../src/project/index.ts';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { page } from '../publish/sites.ts';
import { findProgram } from '../programs.ts';
import { needsBrowser } from '../needs.ts';

const sizeOf = (png: Buffer): readonly [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe.runIf(needsBrowser())('site diff --pictures', () => {
  it('takes pictures of up to eight pages before and after, of something of every sort', async () => {
    const cwd = folderWith();
    const edited = Array.from({ length: 10 }, (_, index) => `edited/${index}/index.html`);
    const tall = '<div style="height:3000px;background:linear-gradient(red,blue)">tall</div>';
    write(join(cwd, 'base'), {
      'index.html': page({ title: 'Home' }),
      'gone/index.html': page({ title: 'Gone' }),
      'unseen/index.html': page({ title: 'Unseen', main: '<a href="a">x</a>' }),
      ...Object.fromEntries(edited.map((path) => [path, page({ title: 'Edited' })])),
    });
    write(join(cwd, 'new'), {
      'index.html': page({ title: 'Home' }, { menu: 'Other menu' }),
      'new/index.html': page({ title: 'New', main: `<script>document.body.append(Date.now())</script>${tall}` }),
      'unseen/index.html': page({ title: 'Unseen, retitled', main: '<a href="b">x</a>' }),
      ...Object.fromEntries(edited.slice(1).map((path) => [path, page({ title: 'Edited', main: 'Edited now' })])),
      [edited[0]!]: page({ title: 'Edited' }),
    });
    const env = { CHROME_PATH: findProgram('chromium-headless-shell'), PATH: process.env['PATH'] };
    const { exitCode, stdout } = await gitcast('site diff base new --pictures pictures --json', { cwd, env });
    expect(exitCode).toBe(0);
    const { pictures } = JSON.parse(stdout) as SiteDiffReport;
    expect(pictures).toMatchObject({ missing: null });
    const named = pictures!.pages.map(({ path, before, after, same }) => [path, before !== null, after !== null, same]);
    expect(named).toHaveLength(8);
    expect(named).toContainEqual(['/new/', false, true, false]);
    expect(named).toContainEqual(['/gone/', true, false, false]);
    expect(named).toContainEqual(['/', true, true, false]);
    expect(named).toContainEqual(['/unseen/', false, false, true]);
    const file = (name: string | null): Buffer => readFileSync(join(cwd, 'pictures', name!));
    const fresh = pictures!.pages.find(({ path }) => path === '/new/')!;
    expect(sizeOf(file(fresh.after))[0]).toBe(1280);
    expect(sizeOf(file(fresh.after))[1]).toBeGreaterThan(3000);
    expect(readFileSync(join(cwd, 'pictures/index.html'), 'utf8')).toContain(`src="${fresh.after}"`);
    const again = await gitcast('site diff base new --pictures again --json', { cwd, env });
    expect(again.exitCode).toBe(0);
    for (const name of readdirSync(join(cwd, 'pictures')).filter((each) => each.endsWith('.png'))) {
      expect([
        name,
        existsSync(join(cwd, 'again', name)) && readFileSync(join(cwd, 'again', name)).equals(file(name)),
      ]).toEqual([name, true]);
    }
  });
});
