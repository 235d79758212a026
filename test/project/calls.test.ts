/** What holds for every call of a project: checked options, a listener that cannot disturb it, and a signal that stops it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { initProject, openProject, RemoteError, UserError, type Project } from '../../src/index.ts';
import { folderWith } from '../cli/in-memory.ts';
import { openStage } from '../sync/stage.ts';
import { open } from './opened.ts';

const CONTENT = {
  'gitcast.config.yaml': 'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [en] }\n',
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/places/quay.yaml': 'name: Quay\n',
};

const inFolder = (files: Readonly<Record<string, string>> = CONTENT): Project =>
  openProject({ folder: folderWith(files), env: {} });

/** Options as a program in JavaScript may pass them. */
const wrong = (options: unknown): never => options as never;

const refusal = async (call: () => unknown): Promise<string> => {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const { message, suggestion } = error as UserError;
    return suggestion === undefined ? message : `${message}; ${suggestion}`;
  }
  throw new Error('it was accepted');
};

describe('the options of a call', () => {
  it.each<readonly [string, (project: Project) => unknown, string]>([
    ['no approve', (project) => project.sync(wrong(undefined)), 'sync needs the option approve: true, or a function'],
    [
      'a refused approve',
      (project) => project.sync(wrong({ approve: false })),
      'the option approve of sync must be true, or a function that receives the plan and decides, got false',
    ],
    [
      'text instead of a list',
      (project) => project.plan(wrong({ only: 'events/x' })),
      'the option only of plan must be a list, got “events/x”',
    ],
    ['a wrong item', (project) => project.plan(wrong({ only: [1] })), 'the option only[0] of plan must be text, got 1'],
    [
      'a path as a list',
      (project) => project.validate(wrong({ paths: 'content' })),
      'paths of validate must be a list',
    ],
    [
      'a wrong value beside a missing one',
      (project) => project.publish(wrong({ allowDeletes: -1 })),
      'the option allowDeletes of publish must be',
    ],
    ['no kind', (project) => project.newDocument(wrong({})), 'newDocument needs the option kind: the name of a kind'],
    [
      'an unknown kind',
      (project) => project.plan(wrong({ kind: 'evnt' })),
      'there is no kind evnt; did you mean event?',
    ],
    ['no targets', (project) => project.promote(wrong(undefined)), 'promote needs the option from: text'],
    [
      'too many requests',
      (project) => project.plan({ concurrency: 1e9 }),
      'must be a whole number from 1 to 64, got 1000000000',
    ],
    [
      'a negative number',
      (project) => project.plan({ concurrency: -1 }),
      'the option concurrency of plan must be a whole number',
    ],
    ['not a number', (project) => project.plan({ concurrency: Number.NaN }), 'from 1 to 64, got NaN'],
    ['half a request', (project) => project.plan({ concurrency: 1.5 }), 'from 1 to 64, got 1.5'],
    ['a number as text', (project) => project.plan(wrong({ concurrency: '2' })), 'from 1 to 64, got “2”'],
    [
      'no time',
      (project) => project.build({ at: Number.NaN }),
      'at of build must be a time in milliseconds since 1970',
    ],
    [
      'a time as text',
      (project) => project.build(wrong({ at: '2026-01-01T00:00:00Z' })),
      'as a number, got “2026-01-01',
    ],
    [
      'a port that does not exist',
      (project) => project.preview({ port: 99_999 }),
      'whole number from 0 to 65535, got 99999',
    ],
    [
      'a port as text',
      (project) => project.serve(wrong({ port: 'x' })),
      'the option port of serve must be a whole number',
    ],
    [
      'an unknown profile',
      (project) => project.serve(wrong({ profile: 'nope' })),
      'must be one of documented, extended',
    ],
    ['no rate', (project) => project.serve({ rateLimit: Number.NaN }), 'a whole number of at least 0, got NaN'],
    ['negative deletions', (project) => project.plan({ allowDeletes: -1 }), 'a whole number of at least 0, got -1'],
    ['a path with NUL', (project) => project.build({ out: 'a\0b' }), 'the option out of build must be a path'],
    [
      'an unknown name',
      (project) => project.plan(wrong({ onyl: ['events/x'] })),
      'plan has no option onyl; did you mean only?',
    ],
    ['an option of another call', (project) => project.status(wrong({ dryRun: true })), 'status has no option dryRun'],
    [
      'an option where none is taken',
      (project) => (project.config as (given: object) => unknown)({ a: 1 }),
      'it takes no options',
    ],
    ['a list', (project) => project.validate(wrong([])), 'the options of validate must be an object, got a list'],
    ['no address', (project) => project.state.remove(wrong({})), 'state.remove needs the option address'],
    ['no place', () => openProject(wrong({ env: {} })), 'openProject needs the option folder'],
    ['no environment', () => openProject(wrong({ folder: '.' })), 'openProject needs the option env: an object of'],
    [
      'a URL',
      () => openProject(wrong({ folder: new URL('file:///tmp'), env: {} })),
      'folder of openProject must be a path',
    ],
    ['a wrong signal', () => openProject(wrong({ folder: '.', env: {}, signal: {} })), 'must be an AbortSignal'],
    ['an unknown CI host', () => initProject(wrong({ folder: '.', env: {}, ci: 'jenkins' })), 'one of github, gitlab'],
  ])('are refused with the option, what it must be and what was given: %s', async (_, call, message) => {
    const project = inFolder();
    expect(await refusal(() => call(project))).toContain(message);
  });

  it('are refused without showing a value of the environment, which may be a secret', async () => {
    const message = await refusal(() => openProject(wrong({ folder: '.', env: { KEY: 778_899 } })));
    expect(message).toBe(
      'the option env of openProject must be an object of texts, such as process.env, got an object',
    );
  });

  it('may be changed by the program while the call runs', async () => {
    const asked = { paths: ['content/places'] };
    const checking = inFolder().validate(asked);
    asked.paths = wrong(5);
    expect((await checking).report.errors).toBe(0);
  });
});

describe('a listener that fails', () => {
  const FILES = {
    'broadcast.yaml': 'name: Harbour festival\n',
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`places/${name}.yaml`, `name: ${name}\n`])),
  };

  it.each([
    ['throws', false],
    ['rejects', true],
  ])(
    'does not disturb a sync: it %s, and the call rejects with its first error once the run is saved',
    async (_, isAsync) => {
      const stage = await openStage({ files: FILES });
      const seen: string[] = [];
      const onEvent = ({ type }: { readonly type: string }): unknown => {
        seen.push(type);
        const error = new Error(`on ${type}`);
        if (isAsync) return Promise.reject(error);
        throw error;
      };
      const { project } = open(stage, { onEvent });
      await expect(project.sync({ approve: true })).rejects.toThrow('on run-started');
      expect(seen.filter((type) => type === 'change-done')).toHaveLength(5);
      expect(seen.at(-1)).toBe('run-ended');
      const calm = open(stage).project;
      expect((await calm.state.show()).entries).toHaveLength(5);
      expect((await calm.plan()).report.changes).toEqual([]);
      expect(await calm.sync({ approve: true })).toMatchObject({ outcome: 'nothing-to-do' });
    },
  );

  it('does not disturb a service: requests are served, and `close` rejects with its error', async () => {
    const onEvent = (): void => {
      throw new Error('the listener failed');
    };
    const project = openProject({ folder: folderWith(CONTENT), env: {}, onEvent });
    const { card, close } = await project.serve({ port: 0 });
    const response = await fetch(`${card.url}/v1/events`, { headers: { authorization: `Bearer ${card.key}` } });
    expect(response.status).toBe(200);
    await expect(close()).rejects.toThrow('the listener failed');
    await expect(fetch(card.url)).rejects.toThrow('fetch failed');
  });
});

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
    ['serve', (project) => project.serve({ port: 0 })],
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
    const { card, close } = await project.serve({ port: 0 });
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
