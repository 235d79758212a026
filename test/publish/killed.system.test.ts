/**
 * A run that is killed at any point: the next one completes it, or publishes something else, and at no point does a
 * visitor see a page without its assets.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openProject } from '../../src/index.ts';
import { record } from '../proof/figures.ts';
import { filesBelow, missingAssets, onFolder, site, stageOn, temporary, writeSite, type Files } from './stage.ts';

const A = site('a', { pages: ['index', 'about', 'old'] });
const B = site('b', { pages: ['index', 'about', 'new'], more: { 'media/same.svg': '<svg changed>' } });
const C = site('c', {
  pages: ['index', 'about'],
  more: {
    'about.html': A['about.html']!,
    'assets/site.aa.css': A['assets/site.aa.css']!,
    'media/logo-a.svg': A['media/logo-a.svg']!,
  },
});

const pagesOf = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.html')));

describe('publish to a folder, killed at any point', () => {
  it('shows one release or the other, and the next run publishes whatever it is asked to', async () => {
    const stage = stageOn(onFolder);
    await stage.publish(A);
    writeSite(join(stage.folder, 'site'), B);
    const copies = temporary();
    let points = 0;
    await atEveryPoint(stage.folder, () => {
      const seen = stage.seen();
      expect([pagesOf(A), pagesOf(B)]).toContainEqual(pagesOf(seen));
      expect(missingAssets(seen)).toEqual([]);
      cpSync(join(stage.folder, 'www'), join(copies, String((points += 1))), {
        recursive: true,
        verbatimSymlinks: true,
      });
    });
    expect(points).toBeGreaterThan(20);
    expect(pagesOf(stage.seen())).toEqual(pagesOf(B));

    for (let point = 1; point <= points; point++) {
      for (const [name, next] of Object.entries({ B, C })) {
        const place = temporary();
        cpSync(join(copies, String(point)), join(place, 'www'), { recursive: true, verbatimSymlinks: true });
        const again = stageIn(place);
        writeSite(join(place, 'site'), next);
        await again.publish({ from: 'site', approve: true });
        const seen = filesBelow(join(place, 'www', 'current'));
        expect(seen, `${name} after a kill at point ${point}`).toMatchObject(next);
        expect(pagesOf(seen)).toEqual(pagesOf(next));
        expect(existsSync(join(place, 'www', 'incoming', `${name}.copy`))).toBe(false);
        rmSync(place, { recursive: true });
      }
    }
    record({ what: 'points at which a run that publishes to a folder ends', tried: points, failed: 0 });
  });
});

const stageIn = (folder: string) => {
  writeSite(join(folder, 'conf'), { 'gitcast.config.yaml': `publish: { live: { to: folder, path: ../www } }` });
  const project = openProject({ folder: join(folder, 'conf'), env: {} });
  return {
    publish: (asked: { from: string; approve: true }) => project.publish({ ...asked, from: `../${asked.from}` }),
  };
};

/** Runs the program in a process of its own, which pauses before and after each write: what is there is what a kill leaves. */
async function atEveryPoint(folder: string, look: () => void): Promise<void> {
  const preload = new URL('../sync/die-at.ts', import.meta.url).href;
  const program = join(import.meta.dirname, '../../bin/gitcast.mjs');
  const words = ['--import', preload, program, 'publish', '--from', 'site', '--yes'];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], GITCAST_STOPS: 'yes' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  for await (const _ of createInterface({ input: child.stdio[3] as Readable })) {
    look();
    (child.stdio[4] as Writable).write('.');
  }
  const [stdout, stderr, [exitCode]] = await ended;
  expect(exitCode, String(stdout) + String(stderr)).toBe(0);
}
