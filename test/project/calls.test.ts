/** What holds for every call of a project: a signal stops it, and nothing is read from the process. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openProject, RemoteError, type Project } from '../../src/index.ts';
import { folderWith } from '../cli/in-memory.ts';
import { openStage } from '../sync/stage.ts';
import { open } from './opened.ts';

const CONTENT = {
  'gitcast.config.yaml': 'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [en] }\n',
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/places/quay.yaml': 'name: Quay\n',
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => `${file} ${readFileSync(file, 'utf8').length}`)
    .sort();

const REASON = new Error('not today');

describe('a signal', () => {
  it.each<readonly [string, (project: Project) => Promise<unknown>]>([
    ['validate', (project) => project.validate()],
    ['build', (project) => project.build()],
    ['plan', (project) => project.plan()],
    ['service', (project) => project.service({ port: 0 })],
    ['sync', (project) => project.sync({ approve: true })],
  ])('that is aborted already ends %s before it does anything, with its reason', async (_, call) => {
    const folder = folderWith(CONTENT);
    const project = openProject({ folder, env: {}, signal: AbortSignal.abort(REASON) });
    await expect(call(project)).rejects.toBe(REASON);
    expect(readdirSync(folder).sort()).toEqual(['content', 'gitcast.config.yaml']);
  });

  it('that is aborted while the target is read ends a plan with its reason', async () => {
    const stage = await openStage({
      files: { 'broadcast.yaml': 'name: Harbour festival\n', 'places/quay.yaml': 'name: Quay\n' },
    });
    const stop = new AbortController();
    const { project } = open(stage, { signal: stop.signal });
    stage.theatre.service.log.onRequest(() => stop.abort(REASON));
    await expect(project.plan({ concurrency: 1 })).rejects.toBe(REASON);
  });

  it('that is aborted while files are read ends validate with its reason', async () => {
    const stop = new AbortController();
    const project = openProject({ folder: folderWith(CONTENT), env: {}, signal: stop.signal });
    const checking = project.validate();
    setImmediate(() => stop.abort(REASON));
    await expect(checking).rejects.toBe(REASON);
  });

  it('that is aborted while pages are rendered ends the build, and changes nothing in the published site', async () => {
    const folder = folderWith({
      ...CONTENT,
      // What the worker keeps takes a moment, and matters to other tests.
      'gitcast.config.yaml': 'site: { timezone: Europe/Paris, locales: [en], offline: false }\n',
      ...Object.fromEntries(
        Array.from({ length: 70 }, (_, index) => [`content/places/p${index}.yaml`, `name: Place ${index}\n`]),
      ),
    });
    const layout = readFileSync(new URL('../../templates/layouts/base.eta', import.meta.url), 'utf8');
    mkdirSync(join(folder, 'templates/layouts'), { recursive: true });
    writeFileSync(join(folder, 'templates/layouts/base.eta'), `<% globalThis.onTestPage?.() %>${layout}`);
    const { report } = await openProject({ folder, env: {} }).build();
    const published = filesIn(join(folder, 'dist'));
    writeFileSync(join(folder, 'content/broadcast.yaml'), 'name: Another name\n');
    const stop = new AbortController();
    let rendered = 0;
    vi.stubGlobal('onTestPage', () => {
      rendered++;
      stop.abort(REASON);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await expect(openProject({ folder, env: {}, signal: stop.signal }).build()).rejects.toBe(REASON);
    expect(rendered).toBeGreaterThan(0);
    expect(rendered).toBeLessThan(report.pages);
    expect(filesIn(join(folder, 'dist'))).toEqual(published);
    expect(readdirSync(join(folder, '.gitcast/build')).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });
});

describe('a service that is down', () => {
  it('rejects with a RemoteError, which the library exports', async () => {
    const folder = folderWith({
      ...CONTENT,
      'gitcast.config.yaml':
        'defaultTarget: live\ntargets: { live: { baseUrl: "http://127.0.0.1:9", userId: 64b7c0ffee64b7c0ffee0001, broadcastId: 64b7c0ffee64b7c0ffee0002, key: { $env: KEY } } }\n',
    });
    const error = await openProject({ folder, env: { KEY: 'gck_0' } })
      .plan()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ type: 'unreachable', made: 'no' });
  });
});

describe('the environment that a program passes', () => {
  it('is the one that git gets, instead of that of the process', async () => {
    const folder = folderWith(CONTENT);
    writeFileSync(join(folder, 'git'), `#!/bin/sh\nprintf 'git version %s' "$GIT_TEST_NAME$SECRET_OF_PROCESS"\n`, {
      mode: 0o755,
    });
    vi.stubEnv('SECRET_OF_PROCESS', 'leaked');
    onTestFinished(() => void vi.unstubAllEnvs());
    const env = { PATH: folder, GIT_TEST_NAME: '2.99-of-the-program' };
    const { report } = await openProject({ folder, env }).doctor();
    expect(report.checks).toContainEqual(
      expect.objectContaining({ name: 'git', message: 'git version 2.99-of-the-program' }),
    );
  });
});

describe('a failure inside the embedded service', () => {
  it('is an event, and nothing is printed', async () => {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void printed.mockRestore());
    const folder = folderWith(CONTENT);
    const { project, events } = open({ folder, env: {} });
    const { card, close } = await project.service({ port: 0 });
    const database = new DatabaseSync(join(folder, '.gitcast/service.db'));
    database.exec('ALTER TABLE records RENAME TO lost');
    database.close();
    const response = await fetch(`${card.url}/v1/events`, { headers: { authorization: `Bearer ${card.key}` } });
    expect(response.status).toBe(500);
    await close();
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'service-failed', message: expect.stringContaining('no such table') }),
    );
    expect(printed).not.toHaveBeenCalled();
  });
});
