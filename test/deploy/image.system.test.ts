import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../e2e/program.ts';
import { stagesOf } from './dockerfile.ts';
import { buildImage, type Image } from './image.ts';

const DOCKERFILE = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
const stages = stagesOf(DOCKERFILE);
const [, last] = stages;
const [uid, gid] = last!.text('USER').split(':').map(Number) as [number, number];
/** A test that runs as root can start programs as the user of the image. */
const asUser = process.getuid!() === 0 ? { uid, gid } : {};

describe('deploy/Dockerfile', () => {
  it('ends in a stage that is not root, has no build tools, names its versions and needs no shell', () => {
    expect(stages).toHaveLength(2);
    expect(uid).toBeGreaterThan(0);
    expect(last!.lines.filter(({ instruction }) => instruction === 'RUN')).toEqual([]);
    for (const { image } of stages) expect(image).toMatch(/^node:24-[a-z-]+$/);
    expect([last!.words('ENTRYPOINT')[0], last!.words('HEALTHCHECK')[0], last!.text('EXPOSE')]).toEqual([
      'node',
      'node',
      '4180',
    ]);
    expect(DOCKERFILE).not.toMatch(/^ADD|:latest|COPY \. /m);
  });

  it.each(['ADD a b', 'SHELL ["sh"]', 'COPY --chown=1 a b', 'RUN'])(
    'has no step that this test would leave out: %s',
    (line) => {
      expect(() => stagesOf(`FROM node:24-bookworm-slim\n${line}\n`)).toThrow('unknown');
    },
  );
});

describe('the files that the steps of the Dockerfile make', () => {
  let image: Image;
  // The folder of the run belongs to its user alone.
  const folder = mkdtempSync(join(asUser.uid === undefined ? tmpdir() : '/tmp', 'gitcast-image-'));
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    image = await buildImage(stages, join(folder, 'stages'));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are the program, its templates and the packages that it needs', () => {
    expect(readdirSync(join(image.root, 'gitcast')).sort()).toEqual([
      'bin',
      'lib',
      'node_modules',
      'package.json',
      'templates',
    ]);
    const packages = readdirSync(join(image.root, 'gitcast/node_modules'));
    expect(packages).toContain('pg');
    expect(packages.filter((name) => ['vitest', 'rolldown', 'typescript', 'node'].includes(name))).toEqual([]);
  });

  it('serve as a user that cannot write them', async () => {
    const files = (): number => readdirSync(image.root, { recursive: true }).length;
    const before = files();
    const { url, key, stop } = await start();
    expect((await fetch(`${url}/v1/events`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    expect(await stop()).toEqual([0, null]);
    expect(files()).toBe(before);
  });

  it('have a health check that passes while the service runs', async () => {
    const { url, stop } = await start();
    // The port of the image may be in use here.
    const words = last!
      .words('HEALTHCHECK')
      .slice(1)
      .map((word) => word.replace('127.0.0.1:4180', new URL(url).host));
    const check = (): Promise<unknown[]> =>
      once(spawn(process.execPath, words, { ...asUser, env, stdio: 'ignore' }), 'exit');
    expect(await check()).toEqual([0, null]);
    await stop();
    expect(await check()).toEqual([1, null]);
  });

  const env = { PATH: process.env['PATH'], NODE_ENV: 'production' };

  async function start() {
    const data = mkdtempSync(join(folder, 'data-'));
    if (asUser.uid !== undefined) chownSync(data, asUser.uid, asUser.gid);
    const words = [...image.start.slice(1), '--port', '0', '--json', '--database', join(data, 's.db')];
    const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
    const child = spawn(process.execPath, words, { ...asUser, env, cwd: join(image.root, 'gitcast'), stdio });
    const ended = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await Promise.race([once(createInterface(child.stdout!), 'line'), ended])) as [string];
    const { url, key } = JSON.parse(line) as { url: string; key: string };
    const stop = (): Promise<unknown[]> => {
      child.kill('SIGTERM');
      return ended;
    };
    return { url, key, stop };
  }
});
