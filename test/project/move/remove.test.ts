import { describe, expect, it } from 'vitest';
import { openProject } from '../../../src/index.ts';
import { folderWith, gitcast, textOf, writeInto, refusal, filesIn } from '../../cli/in-memory.ts';
import { machineVariables } from '../../git/machine-variables.ts';
import { git } from '../../state/clones.ts';

const CONFIG = 'site: { timezone: Europe/Paris, locales: [fr, en] }\n';
const event = (title: string, more = ''): string =>
  `title: ${title}\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n${more}`;

const FILES = {
  'gitcast.config.yaml': CONFIG,
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/places/quay.yaml': 'name: Quay\n$aliases: [places/pier]\n',
  'content/places/hall.yaml': 'name: Hall\n',
  'content/hosts/ada.yaml': 'title: Ada\n',
  'content/hosts/bea.yaml': 'title: Bea\n',
  'content/events/opening.yaml': event('Opening', 'place_id: places/quay\n$hosts: [hosts/ada, hosts/bea]\n'),
  'content/articles/2019/a.md': '---\ntitle: A\n---\nSee [the quay](places/quay#map) and [b](b.md).\n',
  'content/articles/2019/b.md': '---\ntitle: B\n---\nText\n',
  'content/articles/2019/b.en.md': 'Text\n',
  'content.local/articles/2019/b.md': '---\nstatus: draft\n---\n',
  'content/pages/info.yaml':
    'title: Info\nblocks:\n  - type: button\n    values:\n      - { label: B, navigator: { broadcastArticleId: articles/2019/b } }\n',
};

type Files = Readonly<Record<string, string>>;

const project = (files: Files = {}): string => folderWith({ ...FILES, ...files });

async function rm(folder: string, ...words: readonly string[]) {
  const ran = await gitcast(['rm', ...words, '--json'].join(' '), { cwd: folder });
  return { ...ran, report: ran.stdout === '' ? {} : (JSON.parse(ran.stdout) as Record<string, unknown>) };
}

async function refused(folder: string, ...words: readonly string[]): Promise<string> {
  const before = filesIn(folder);
  const stderr = await refusal(['rm', ...words].join(' '), { cwd: folder });
  expect(filesIn(folder)).toEqual(before);
  return stderr;
}

describe('a document', () => {
  it('is removed with its translations and the files of targets, after every mention of it was shown', async () => {
    const folder = project({ 'content/pages/info.yaml': 'title: Info\n' });
    const { report } = await rm(folder, 'articles/2019/b', '--yes');
    expect(report).toEqual({
      outcome: 'done',
      changed: [{ from: 'articles/2019/b', to: null }],
      files: ['content/articles/2019/b.en.md', 'content/articles/2019/b.md', 'content.local/articles/2019/b.md'].map(
        (from) => ({ from, to: null }),
      ),
      mentions: [{ file: 'content/articles/2019/a.md', line: 4, use: 'link', from: 'b.md', to: 'b.md' }],
      redirects: [],
      warnings: [expect.objectContaining({ code: 'link-not-found', file: 'content/articles/2019/a.md' })],
      notes: ['links to its page will lead nowhere: --redirect-to ADDRESS would keep them'],
    });
    expect(Object.keys(filesIn(folder)).filter((path) => path.includes('2019/b'))).toEqual([]);
  });

  it('stays while something points to it', async () => {
    const stderr = await refused(project(), 'places/quay', '--yes');
    expect(stderr).toContain('content/events/opening.yaml:4:11');
    expect(stderr).toContain('take out the pointers that are optional with --unlink');
  });

  it('is taken out of lists, fields and navigators with --unlink, and texts stay', async () => {
    const folder = project();
    const { report } = await rm(folder, 'hosts/ada', 'places/quay', 'articles/2019/b', '--unlink', '--yes');
    const mentions = report['mentions'] as readonly { file: string; to: string | null }[];
    expect(mentions.filter(({ to }) => to === null).map(({ file }) => file)).toEqual([
      'content/events/opening.yaml',
      'content/events/opening.yaml',
      'content/pages/info.yaml',
    ]);
    expect(textOf(folder, 'content/events/opening.yaml')).toBe(event('Opening', '$hosts: [hosts/bea]\n'));
    expect(textOf(folder, 'content/pages/info.yaml')).toContain('- { label: B }\n');
    expect(textOf(folder, 'content/articles/2019/a.md')).toBe(FILES['content/articles/2019/a.md']);
    expect((await gitcast('validate', { cwd: folder })).exitCode).toBe(0);
  });

  it('stays even with --unlink if a pointer to it is required', async () => {
    const folder = project({
      'content/maps/harbour.yaml': 'title: Harbour\n',
      'content/pages/map.yaml':
        'title: Map\nblocks: [{type: map, key: m, values: [{broadcastMapId: maps/harbour, note: x}]}]\n',
    });
    expect(await refused(folder, 'maps/harbour', '--unlink', '--yes')).toContain('content/pages/map.yaml');
  });

  it.each([
    ['a folder', ['articles/2019/']],
    ['a folder without a slash', ['articles/2019']],
    ['a pattern', ['articles/*']],
    ['paths', ['content/articles/2019/a.md', 'content/articles/2019/b.md']],
  ])('is named by %s', async (_, words) => {
    const folder = project({ 'content/pages/info.yaml': 'title: Info\n' });
    const { report } = await rm(folder, ...words, '--yes');
    expect(report).toMatchObject({ changed: [{ from: 'articles/2019/a' }, { from: 'articles/2019/b' }] });
    expect(Object.keys(filesIn(folder)).filter((path) => path.includes('articles'))).toEqual([]);
  });

  it.each([
    ['one that does not exist', ['places/quya'], 'did you mean places/quay?'],
    ['a pattern without a match', ['sessions/*'], 'no document matches sessions/*'],
    ['the broadcast', ['broadcast'], 'the broadcast itself'],
    ['all of a kind without a pattern', ['places'], 'the folder of a kind'],
    ['anything without a terminal or --yes', ['hosts/bea', '--unlink'], 'add --yes to delete without asking'],
  ])('is not %s', async (_, words, message) => {
    const yes = message.includes('--yes') ? [] : ['--yes'];
    expect(await refused(project(), ...words, ...yes)).toContain(message);
  });

  it('stays if it has changes that are in no commit, unless that is forced', async () => {
    const folder = project();
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', 'content');
    writeInto(folder, { 'content/places/hall.yaml': 'name: Great hall\n' });
    expect(await refused(folder, 'places/hall', '--yes')).toContain('has changes that are in no commit');
    expect((await rm(folder, 'places/hall', '--yes', '--force')).exitCode).toBe(0);
  });
});

describe('a redirect', () => {
  it('leads the former addresses to another document', async () => {
    const folder = project({ 'content/events/opening.yaml': event('Opening') });
    const { report } = await rm(folder, 'places/quay', '--redirect-to', 'places/hall', '--yes');
    expect(report).toMatchObject({
      redirects: [
        { from: 'places/quay', to: 'places/hall' },
        { from: 'places/pier', to: 'places/hall' },
      ],
      notes: ['site.redirects in gitcast.config.yaml changed too'],
    });
    expect(textOf(folder, 'content/places/hall.yaml')).toBe('name: Hall\n');
    for (const line of ['places/quay: places/hall', 'places/pier: places/hall'])
      expect(textOf(folder, 'gitcast.config.yaml')).toContain(line);
  });

  it('leads to the document that has a page, or to a page without one by the configuration', async () => {
    const folder = project({ 'content/events/opening.yaml': event('Opening') });
    await rm(folder, 'hosts/ada', '--redirect-to', '/hosts/bea', '--yes');
    expect(textOf(folder, 'gitcast.config.yaml')).toContain('hosts/ada: hosts/bea');
    await rm(folder, 'places/quay', '--redirect-to', '/program/', '--yes');
    const config = textOf(folder, 'gitcast.config.yaml');
    for (const line of ['places/quay: /program/', 'places/pier: /program/']) expect(config).toContain(line);
    expect((await gitcast('build', { cwd: folder })).exitCode).toBe(0);
    for (const [page, to] of [
      ['places/quay', 'program'],
      ['en/places/quay', 'en/program'],
      ['places/pier', 'program'],
    ] as const)
      expect(textOf(folder, `dist/${page}/index.html`)).toContain(`>/${to}/</a>`);
  });

  it('of the configuration that leads to what is removed is shown', async () => {
    const table = '{ /ada/: /hosts/ada/#bio, hosts/eve: hosts/ada, /bea/: hosts/bea }';
    const config = CONFIG.replace('locales:', `redirects: ${table}, locales:`);
    const folder = project({ 'gitcast.config.yaml': config, 'content/events/opening.yaml': event('Opening') });
    const { report } = await rm(folder, 'hosts/ada', '--dry-run');
    expect(report['notes']).toEqual([
      expect.stringContaining('--redirect-to'),
      expect.stringMatching(/^`\/ada\/: \/hosts\/ada\/#bio` in site\.redirects will lead nowhere/),
      expect.stringMatching(/^`hosts\/eve: hosts\/ada`/),
    ]);
    expect((await rm(folder, 'hosts/ada', '--redirect-to', 'hosts/bea', '--dry-run')).report).toMatchObject({
      notes: ['site.redirects in gitcast.config.yaml would change too'],
    });
  });

  it('leads a picture to another one', async () => {
    const folder = project({
      'content/media/a.svg': '<svg/>',
      'content/media/b.svg': '<svg/>',
      'content/media/a.yaml': 'alt: A\n',
    });
    const { report } = await rm(folder, 'media/a.svg', '--redirect-to', 'media/b.svg', '--yes');
    expect(report).toMatchObject({ files: [{ from: 'content/media/a.svg' }, { from: 'content/media/a.yaml' }] });
    expect(textOf(folder, 'gitcast.config.yaml')).toContain('/media/a.svg: /media/b.svg');
  });

  it.each([
    ['itself', 'hosts/ada', 'is removed too'],
    ['a folder', 'articles/2019', 'a redirect leads to one page'],
    ['a document that does not exist', 'hosts/cea', 'did you mean'],
    ['a path where nothing is', '/nope/', 'nothing is at /nope/ on the site'],
    ['a path with a query', '/program/?a=1', 'has a query'],
    ['a document without a page', 'webhooks/crew', 'webhooks/crew has no page'],
  ])('does not lead to %s', async (_, to, message) => {
    const folder = project({ 'content/webhooks/crew.yaml': 'url: https://crew.example\nevents: [event.created]\n' });
    expect(await refused(folder, 'hosts/ada', '--unlink', '--redirect-to', to, '--yes')).toContain(message);
  });
});

describe('a program', () => {
  it('approves what is removed, and nothing is removed otherwise', async () => {
    const folder = project();
    const opened = openProject({ folder, env: machineVariables() });
    const before = filesIn(folder);
    const seen: unknown[] = [];
    const approve = (plan: unknown): boolean => {
      seen.push(plan);
      return false;
    };
    const { report, ending } = await opened.remove({ addresses: ['hosts/bea'], unlink: true, approve });
    expect([report.outcome, ending.failed]).toEqual(['declined', true]);
    expect(seen).toMatchObject([
      { files: [{ from: 'content/hosts/bea.yaml' }], mentions: [{ from: 'hosts/bea', line: 5 }] },
    ]);
    const dry = await opened.remove({ addresses: ['hosts/bea'], unlink: true, approve, dryRun: true });
    expect([dry.report.outcome, seen.length]).toEqual(['dry-run', 1]);
    expect(filesIn(folder)).toEqual(before);
  });
});

it.each(['remove', 'delete'])('gitcast rm is suggested to people who type %s', async (word) => {
  expect((await gitcast(`${word} a`)).stderr).toContain('did you mean gitcast rm?');
});
