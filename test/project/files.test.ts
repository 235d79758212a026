import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initProject, openProject, UserError, type ProjectEvent } from '../../src/index.ts';
import { asJson } from './opened.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { loadConfig } from '../../src/repository/load-config.ts';
import { folderWith } from '../cli/in-memory.ts';

const BROADCAST = 'name: Harbour festival\nisWeb: true\n';
const EVENT = 'title: Opening\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';

/** A folder with a project whose target is the embedded service. */
const projectWith = (files: Readonly<Record<string, string>> = {}): string =>
  folderWith({
    'gitcast.config.yaml': 'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [en] }\n',
    'content/broadcast.yaml': BROADCAST,
    'content/events/opening.yaml': EVENT,
    ...files,
  });

describe('openProject', () => {
  it('reads nothing before the first call, which then reports what is missing', async () => {
    const folder = temporaryFolder();
    const project = openProject({ folder, env: {} });
    await expect(project.validate()).rejects.toBeInstanceOf(UserError);
    const { report, ending } = await project.doctor();
    expect(report.checks).toMatchObject([
      {
        name: 'configuration',
        ok: false,
        fix: 'gitcast init creates a repository here; use --config FILE for one elsewhere',
      },
    ]);
    expect(ending).toEqual({ failed: true });
  });

  it('finds the configuration above a folder, and names files relative to that folder', async () => {
    const folder = projectWith({ 'content/events/wrong.yaml': 'titel: Wrong\n' });
    const { diagnostics } = await openProject({ folder: join(folder, 'content'), env: {} }).validate();
    expect(new Set(diagnostics.map(({ at }) => at.file))).toEqual(new Set(['events/wrong.yaml']));
  });

  it('takes only a configuration file, and names files relative to its folder', async () => {
    const folder = projectWith({ 'content/events/wrong.yaml': 'titel: Wrong\n' });
    const { report } = await openProject({ configFile: join(folder, 'gitcast.config.yaml'), env: {} }).validate();
    expect(new Set(report.diagnostics.map(({ file }) => file))).toEqual(new Set(['content/events/wrong.yaml']));
  });

  it('takes keys from the given environment, not from that of the process', async () => {
    const target =
      'baseUrl: https://api.example\n    userId: 64b7c0ffee64b7c0ffee0001\n    broadcastId: 64b7c0ffee64b7c0ffee0002\n    key: { $env: PATH }\n';
    const folder = projectWith({ 'gitcast.config.yaml': `targets:\n  live:\n    ${target}defaultTarget: live\n` });
    await expect(openProject({ folder, env: {} }).plan()).rejects.toThrow(
      'the environment variable PATH is missing or empty',
    );
  });
});

describe('project.validate', () => {
  it('counts documents and problems, and fails on a warning only with `strict`', async () => {
    const folder = projectWith();
    const project = openProject({ folder, env: {} });
    expect(asJson((await project.validate()).report)).toEqual({
      documents: 2,
      errors: 0,
      warnings: 0,
      left_out: { drafts: [], scheduled: [], private: [], ended: [] },
      diagnostics: [],
    });
    writeFileSync(join(folder, 'content/events/opening.yaml'), EVENT.replace('title', 'titel'));
    const { report, ending, diagnostics } = await project.validate();
    expect(ending).toEqual({ failed: true });
    expect(report.errors).toBeGreaterThan(0);
    expect(report.diagnostics).toHaveLength(diagnostics.length);
    expect(report.diagnostics[0]).toMatchObject({ file: 'content/events/opening.yaml', severity: 'error', line: 1 });
  });
});

describe('project.build and preview', () => {
  it('render the site as of a given time, and serve it until closed', async () => {
    const folder = projectWith();
    const project = openProject({ folder, env: {}, now: () => new Date('2027-06-01T00:00:00Z') });
    const {
      report,
      ending,
      folder: out,
    } = await project.build({ out: 'site', at: Date.parse('2027-06-18T12:00:00Z') });
    expect(ending).toEqual({ failed: false });
    expect(out).toBe('site/');
    expect(report).toMatchObject({ published: true, diagnostics: [] });
    expect(report.pages).toBeGreaterThan(0);
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toContain('Harbour festival');
    const { url, close } = await project.preview({ dir: 'site', port: 0 });
    try {
      expect(await (await fetch(url)).text()).toContain('Harbour festival');
    } finally {
      await close();
    }
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

describe('project.sync with the embedded service', () => {
  it('starts the service during a call, and keeps its data', async () => {
    const folder = projectWith();
    const project = openProject({ folder, env: {} });
    expect((await project.sync({ approve: true })).report.summary).toMatchObject({ failed: 0, skipped: 0 });
    expect((await project.plan()).report).toMatchObject({ target: 'local', changes: [], complete: true });
    expect((await project.doctor()).report.checks.every(({ ok }) => ok)).toBe(true);
    expect(existsSync(join(folder, '.gitcast/service.db'))).toBe(true);
    const service = await project.administerService();
    expect(await service.listBroadcasts()).toHaveLength(1);
    expect(await service.createKey({ label: 'ci' })).toMatchObject({ key: expect.any(String) });
  });

  it('is served to other programs until closed, and every request is an event', async () => {
    const events: ProjectEvent[] = [];
    const project = openProject({ folder: projectWith(), env: {}, onEvent: (event) => void events.push(event) });
    const { card, close } = await project.service({ port: 0 });
    try {
      const response = await fetch(`${card.url}/v1/events`, { headers: { authorization: `Bearer ${card.key}` } });
      expect(response.status).toBe(200);
      await expect.poll(() => events).toMatchObject([{ type: 'request-served', request: { method: 'GET' } }]);
    } finally {
      await close();
    }
  });
});

describe('project.dev', () => {
  it('reports its address, follows a save, and pushes it to the embedded service', async () => {
    const folder = projectWith();
    const events: ProjectEvent[] = [];
    const project = openProject({ folder, env: {}, onEvent: (event) => void events.push(event) });
    const { url, target, close } = await project.dev({ port: 0 });
    try {
      expect(events.find(({ type }) => type === 'dev-started')).toMatchObject({ url, target: 'local' });
      await expect.poll(() => events.some(({ type }) => type === 'saves-pushed')).toBe(true);
      writeFileSync(join(folder, 'content/events/opening.yaml'), EVENT.replace('Opening', 'Opening night'));
      await expect
        .poll(() => events.findLast(({ type }) => type === 'saves-pushed'))
        .toMatchObject({ target: 'local', changes: [{ action: 'update', address: 'events/opening' }] });
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'files-saved', files: ['content/events/opening.yaml'] }),
      );
      expect(target).toBe('local');
    } finally {
      expect(await close()).toEqual([]);
    }
  });

  it('pushes to a target that others use only if a person agrees', async () => {
    const target =
      'baseUrl: http://127.0.0.1:9\n    userId: 64b7c0ffee64b7c0ffee0001\n    broadcastId: 64b7c0ffee64b7c0ffee0002\n    key: { $env: KEY }\n';
    const folder = projectWith({ 'gitcast.config.yaml': `targets:\n  live:\n    ${target}defaultTarget: live\n` });
    const env = { KEY: 'key' };
    await expect(openProject({ folder, env }).dev({ port: 0 })).rejects.toThrow(
      'every save would be pushed to live; this is not a terminal, so gitcast cannot ask for confirmation',
    );
    const asked: unknown[] = [];
    const confirm = async (question: unknown): Promise<boolean> => asked.push(question) > 1;
    const { target: pushedTo, close } = await openProject({ folder, env, confirm }).dev({ port: 0 });
    await close();
    expect(pushedTo).toBeUndefined();
    expect(asked).toEqual([{ type: 'push-saves', target: 'live', baseUrl: 'http://127.0.0.1:9' }]);
  });
});

describe('initProject', () => {
  it('creates a repository that validates, and lists its files', async () => {
    const folder = temporaryFolder();
    const made = await initProject({ folder, dir: 'festival', env: {}, ci: 'none' });
    expect(made).toMatchObject({ type: 'started', folder: 'festival', host: 'none' });
    expect(made.report.files).toContain('festival/gitcast.config.yaml');
    const project = openProject({ folder: join(folder, 'festival'), env: {} });
    expect((await project.validate({ strict: true })).ending).toEqual({ failed: false });
    expect(await project.newDocument({ kind: 'event', slug: 'late-show' })).toEqual({
      file: 'content/events/late-show.yaml',
    });
  });
});

describe('variables', () => {
  const files = { 'gitcast.config.yaml': '', '.env': '# keys\nGITCAST_KEY="from file"\nexport OTHER=1\n' };

  it('are read from .env beside the configuration', () => {
    const { variable } = loadConfig({ cwd: folderWith(files), env: {} });
    expect([variable('GITCAST_KEY'), variable('OTHER'), variable('NONE')]).toEqual(['from file', '1', undefined]);
  });

  it('in the environment override .env', () => {
    const { variable } = loadConfig({ cwd: folderWith(files), env: { GITCAST_KEY: 'from environment' } });
    expect(variable('GITCAST_KEY')).toBe('from environment');
  });

  it('are not printed with a configuration', () => {
    expect(JSON.stringify(loadConfig({ cwd: folderWith(files), env: {} }))).not.toContain('from file');
  });

  it('have no value from the prototype of an object', () => {
    expect(loadConfig({ cwd: folderWith(files), env: {} }).variable('toString')).toBeUndefined();
  });
});
