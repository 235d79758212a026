import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThemeTemplates } from '../../src/project/index.ts';
import { version } from '../../src/machine/program.ts';
import { siteRecordIn } from '../../src/values/site-record.ts';
import { folderWith, gitcast, refusal } from './in-memory.ts';

const FILES = {
  'gitcast.config.yaml': 'site: { locales: [en] }\n',
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/events/opening.yaml': 'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n',
};

const CLOSING = FILES['content/events/opening.yaml'].replace('Opening', 'Closing');

const packaged = (path: string): string => readFileSync(new URL(`../../templates/${path}`, import.meta.url), 'utf8');

describe('gitcast theme eject', () => {
  it('copies a template, notes its version in it, and shows the next step', async () => {
    const cwd = folderWith(FILES);
    const { exitCode, stdout } = await gitcast('theme eject pages/event', { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('gitcast dev')]);
    const copy = readFileSync(join(cwd, 'templates/pages/event.eta'), 'utf8');
    expect(copy).toBe(`<% /* Copied from gitcast ${version()}: pages/event.eta */ %>\n${packaged('pages/event.eta')}`);
  });

  it('lists all templates without a name, and which of them are the project’s own', async () => {
    const cwd = folderWith({ ...FILES, 'templates/blocks/divider.eta': '<hr>\n' });
    const { stdout } = await gitcast('theme eject --json', { cwd });
    const { templates } = JSON.parse(stdout) as ThemeTemplates;
    expect(templates.filter(({ own }) => own).map(({ file }) => file)).toEqual(['templates/blocks/divider.eta']);
    const names = templates.map(({ name }) => name);
    for (const name of ['layouts/base', 'pages/event', 'assets/css/own.css', 'assets/js/own.js', 'hosting/_headers'])
      expect(names).toContain(name);
    expect(names.filter((name) => /starter|ci\/|themes|\.d\.ts|fonts/.test(name))).toEqual([]);
    const human = await gitcast('theme eject', { cwd });
    expect(human.stdout).toContain('  blocks/divider  your own: templates/blocks/divider.eta\n');
  });

  it('never overwrites a file', async () => {
    const cwd = folderWith({ ...FILES, 'templates/pages/event.eta': 'mine' });
    expect(await refusal('theme eject event', { cwd })).toContain('templates/pages/event.eta already exists');
    expect(readFileSync(join(cwd, 'templates/pages/event.eta'), 'utf8')).toBe('mine');
  });

  it('does not write through a link out of the project', async () => {
    const cwd = folderWith(FILES);
    const elsewhere = folderWith({});
    symlinkSync(elsewhere, join(cwd, 'templates'));
    expect(await refusal('theme eject event', { cwd })).toContain('symbolic link');
  });

  it.each([
    ['evnt', 'did you mean pages/event?'],
    ['pages/evnt', 'did you mean pages/event?'],
    ['map', 'use pages/map or blocks/map or partials/map'],
    ['../../package.json', 'without a name, all templates are listed'],
    ['', 'the name of the template is empty'],
  ])('refuses %s: %s', async (name, help) => {
    expect(await refusal(`theme eject ${name}`, { cwd: folderWith(FILES) })).toContain(help);
  });

  it.each(['event', 'templates/pages/event.eta', './templates/pages/event.eta'])('accepts %s', async (name) => {
    const { exitCode } = await gitcast(`theme eject ${name}`, { cwd: folderWith(FILES) });
    expect(exitCode).toBe(0);
  });

  it('changes nothing on the site until the copy is edited', async () => {
    const cwd = folderWith(FILES);
    const builtDigest = async () => {
      const { exitCode, stderr } = await gitcast('build --now 2027-01-01T00:00:00Z', { cwd });
      expect([exitCode, stderr]).toEqual([0, '']);
      return siteRecordIn(readFileSync(join(cwd, 'dist/gitcast.json'), 'utf8'))!.digest;
    };
    const before = await builtDigest();
    for (const name of ['layouts/base', 'pages/event', 'partials/category', 'hosting/_headers', 'assets/css/base.css'])
      expect((await gitcast(`theme eject ${name}`, { cwd })).exitCode).toBe(0);
    expect(await builtDigest()).toBe(before);
  });

  it('copies the template of the look that the site has', async () => {
    const cwd = folderWith({ ...FILES, 'gitcast.config.yaml': 'site: { theme: mono }\n' });
    await gitcast('theme eject assets/css/look.css', { cwd });
    const copy = readFileSync(join(cwd, 'templates/assets/css/look.css'), 'utf8');
    expect(copy).toContain(packaged('themes/mono/assets/css/look.css'));
  });
});

describe('a mistake in a template', () => {
  const BROKEN = '<p>first</p>\n<%= it.page.body.nothing.here %>\n';

  it('is one error with its file and line, and the previous output stays as it was', async () => {
    const cwd = folderWith({ ...FILES, 'content/events/closing.yaml': CLOSING });
    const build = () => gitcast('build --now 2027-01-01T00:00:00Z --json', { cwd });
    expect((await build()).exitCode).toBe(0);
    const page = join(cwd, 'dist/events/opening/index.html');
    const before = readFileSync(page, 'utf8');
    mkdirSync(join(cwd, 'templates/pages'), { recursive: true });
    writeFileSync(join(cwd, 'templates/pages/event.eta'), BROKEN);
    writeFileSync(join(cwd, 'content/broadcast.yaml'), 'name: Another name\n');
    const { exitCode, stdout } = await build();
    const { published, diagnostics } = JSON.parse(stdout) as {
      published: boolean;
      diagnostics: readonly { code: string; file: string; line: number }[];
    };
    expect([exitCode, published]).toEqual([1, false]);
    expect(diagnostics.filter(({ code }) => code === 'template-failed')).toEqual([
      expect.objectContaining({ file: 'templates/pages/event.eta', line: 2 }),
    ]);
    expect(readFileSync(page, 'utf8')).toBe(before);
    expect(readFileSync(join(cwd, 'dist/index.html'), 'utf8')).toContain('Harbour festival');
  });

  it('that fails differently on each page is still one error', async () => {
    const cwd = folderWith({
      ...FILES,
      'content/events/closing.yaml': CLOSING,
      'templates/pages/event.eta': '<p>\n<% throw new Error(`no ${it.page.title.text}`) %>\n',
    });
    const { stdout } = await gitcast('build --json', { cwd });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string }[] };
    expect(diagnostics.filter(({ code }) => code === 'template-failed')).toHaveLength(1);
  });

  it.each([
    ['layouts/base.eta', '<!DOCTYPE html>\n\n<%= it.page.tilte.text %>\n', 3],
    ['partials/footer.eta', '<footer>\n<% if (true) { %>\n</footer>\n', 2],
    ['hosting/_headers.eta', '/*\n<%= it.nothing.here %>\n', 2],
  ])('is reported with its line in %s', async (path, text, line) => {
    const cwd = folderWith({ ...FILES, [`templates/${path}`]: text });
    const { exitCode, stdout } = await gitcast('build', { cwd });
    expect(exitCode).not.toBe(0);
    expect(stdout.split(`templates/${path}:${line}`)).toHaveLength(2);
  });
});
