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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProject } from '../../src/index.ts';
import { record } from '../proof/figures.ts';
import { s3Server, type Objects, type S3Server } from './s3-server.ts';
import {
  filesBelow,
  missingAssets,
  onFolder,
  onS3,
  seenIn,
  site,
  stageOn,
  temporary,
  writeSite,
  type Files,
} from './stage.ts';

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

describe('publish to a bucket, killed at any request', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await s3Server();
  });
  afterAll(() => server.close());

  const copyOf = (objects: Objects): Objects => new Map(objects);

  /** The process that left its mark has ended. */
  const orphaned = (objects: Objects): Objects => {
    const copy = copyOf(objects);
    const state = copy.get('.gitcast/published.json');
    if (state) {
      const value = JSON.parse(state.body.toString()) as { pending?: { by: { pid: number; started?: string } } };
      if (value.pending) value.pending.by = { ...value.pending.by, pid: 2 ** 22 + 1 };
      copy.set('.gitcast/published.json', { ...state, body: Buffer.from(JSON.stringify(value)) });
    }
    return copy;
  };

  it.each([
    ['a first release', undefined, A],
    ['a second release', A, B],
  ])(
    'shows no page without its assets during %s, and the next run publishes whatever it is asked to',
    async (release, before, after) => {
      server.objects = new Map();
      const stage = stageOn(onS3(server));
      if (before) await stage.publish(before);
      const points: Objects[] = [];
      server.onRequest = () => void points.push(copyOf(server.objects));
      await stage.publish(after);
      server.onRequest = () => {};
      expect(points.length).toBeGreaterThan(20);
      const whole = [...(before ? [before] : []), after].flatMap((files) => Object.values(pagesOf(files)));

      for (const [index, objects] of points.entries()) {
        const seen = seenIn(objects);
        expect(missingAssets(seen), `point ${index}`).toEqual([]);
        expect(whole).toEqual(expect.arrayContaining(Object.values(pagesOf(seen))));
        for (const next of [after, C]) {
          server.objects = orphaned(objects);
          const during: string[] = [];
          server.onRequest = () => void during.push(...missingAssets(seenIn(server.objects)));
          await stage.publish(next, { allowDeletes: 10 });
          server.onRequest = () => {};
          expect(during).toEqual([]);
          const state = JSON.parse(server.objects.get('.gitcast/published.json')!.body.toString()) as {
            pending?: object;
            live: { site: { files: object } };
          };
          expect(state.pending, `after a kill at point ${index}`).toBeUndefined();
          expect(Object.keys(state.live.site.files)).toEqual(Object.keys(next).toSorted());
          expect(stage.seen(), `after a kill at point ${index}`).toMatchObject(next);
          expect(pagesOf(stage.seen())).toEqual(pagesOf(next));
          expect((await stage.publish(next, { purge: true, allowDeletes: 10 })).outcome).not.toBe('declined');
          expect(stage.seen(), `purged after a kill at point ${index}`).toEqual(next);
        }
      }
      record({ what: `requests at which ${release} to a bucket ends`, tried: points.length, failed: 0 });
    },
  );

  it('can be rolled back after a run that was killed at any request', async () => {
    server.objects = new Map();
    const stage = stageOn(onS3(server));
    await stage.publish(A);
    const points: Objects[] = [];
    server.onRequest = () => void points.push(copyOf(server.objects));
    await stage.publish(B);
    server.onRequest = () => {};
    for (const [index, objects] of points.entries()) {
      server.objects = orphaned(objects);
      await stage.publish(B);
      await stage.rollback();
      expect(stage.seen(), `point ${index}`).toMatchObject(A);
      expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
    }
  });

  it('waits for a run of another machine, and continues it when that is asked for', async () => {
    server.objects = new Map();
    const stage = stageOn(onS3(server));
    await stage.publish(A);
    let killed: Objects | undefined;
    server.onRequest = (when, request) => {
      if (when === 'after' && request.startsWith('PUT index.html')) killed = copyOf(server.objects);
    };
    await stage.publish(B);
    server.onRequest = () => {};
    const state = JSON.parse(killed!.get('.gitcast/published.json')!.body.toString()) as {
      pending: { by: object; at: string };
    };
    state.pending.by = { host: 'runner-7', pid: 12, boot: 'another' };
    server.objects = killed!;
    server.objects.set('.gitcast/published.json', { body: Buffer.from(JSON.stringify(state)), headers: {} });
    await expect(stage.publish(B)).rejects.toThrow('another run has been publishing');
    await stage.publish(B, { takeOver: true });
    expect(stage.seen()).toMatchObject(B);
  });
});
