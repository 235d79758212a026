import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openProject, type BuildOptions, type BuildReport } from '../../src/project/index.ts';
import { machineVariables } from '../git/machine-variables.ts';
import { folderOfFile } from '../temporary-folder.ts';

const folder = folderOfFile();
const START = Date.parse('2027-06-01T12:00:00Z');
let now = START;
let options: BuildOptions = {};
let first: BuildReport;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** What the worker keeps takes a moment, and matters to other tests. */
const settings = (locales: string): string =>
  `site: { url: "https://harbour.example", timezone: Europe/Paris, locales: ${locales}, offline: false }\n`;

const article = (title: string, published = '2027-05-01T09:00:00Z'): string =>
  `---\ntitle: ${title}\nstatus: published\npublished_at: ${published}\n---\nText.\n`;

async function build(): Promise<BuildReport> {
  // A file that was written a moment ago is read, because its times may not show a later change.
  await sleep(30);
  const project = openProject({ folder, env: machineVariables(), now: () => new Date(now) });
  return (await project.build({ ...options })).report;
}

/** A build that renders writes a new stamp. */
async function renders(): Promise<boolean> {
  const stamp = (): number | undefined =>
    globSync('.gitcast/build/*.stamp.json', { cwd: folder })
      .map((file) => statSync(join(folder, file)).mtimeMs)
      .at(0);
  const before = stamp();
  await build();
  return stamp() !== before;
}

const git = (...words: readonly string[]): void => {
  const own = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  const env = {
    ...machineVariables(),
    GIT_AUTHOR_DATE: '2027-05-02T09:00:00Z',
    GIT_COMMITTER_DATE: '2027-05-02T09:00:00Z',
  };
  execFileSync('git', [...own, ...words], { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
};

/** Hides a change as well as a program can. */
function editUnseen(path: string, edit: (text: string) => string): void {
  const file = join(folder, path);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
  utimesSync(file, atime, mtime);
}

beforeAll(async () => {
  put('gitcast.config.yaml', settings('[en]'));
  put('content/broadcast.yaml', 'name: Harbour\n');
  put('content/articles/first.md', article('First'));
  put('content/articles/later.md', article('Later', '2027-07-01T09:00:00Z'));
  // In calendars, what is not committed was revised when a build first found it.
  put('content/events/tide.yaml', 'title: Tide\nstart_time: 2027-08-01T10:00\nend_time: 2027-08-01T11:00\n');
  first = await build();
});

/** Each changes what a build reads or what it has written. The second part undoes what would disturb later ones. */
const CHANGES: readonly [string, () => void, (() => void)?][] = [
  ['a document', () => put('content/articles/first.md', article('Changed'))],
  [
    'a document, with the same size and time',
    () => editUnseen('content/articles/first.md', (text) => text.replace('Changed', 'chAnged')),
  ],
  ['a new document', () => put('content/articles/second.md', article('Second'))],
  ['a removed document', () => rmSync(join(folder, 'content/articles/second.md'))],
  [
    'a renamed document',
    () => renameSync(join(folder, 'content/articles/first.md'), join(folder, 'content/articles/one.md')),
  ],
  ['an overlay', () => put('content.local/broadcast.yaml', 'name: Port\n')],
  ['a template', () => put('templates/pages/article.eta', '<h1>Own</h1>')],
  ['a word of the site', () => put('templates/strings/en.yaml', 'home: Quay\n')],
  ['the configuration', () => put('gitcast.config.yaml', settings('[en, fr]'))],
  ['an option', () => void (options = { drafts: true }), () => void (options = {})],
  ['the time at which an article appears', () => void (now = Date.parse('2027-07-01T09:00:00Z'))],
  ['an earlier time', () => void (now = START)],
  [
    'a commit',
    () => {
      git('init', '-q');
      git('add', 'content');
      git('commit', '-m', 'All');
      git('commit', '--allow-empty', '-m', 'None');
    },
  ],
  ['a tag of a version', () => git('tag', 'programme/1')],
  ['a tag that was moved', () => git('tag', '--force', 'programme/1', 'HEAD~1')],
  ['a tag that is gone', () => git('tag', '--delete', 'programme/1')],
  ['an edited page', () => put('dist/index.html', 'edited')],
  [
    'an edited page, with the same size and time',
    () => editUnseen('dist/index.html', (text) => text.replace('Harbour', 'harbour').replace('Port', 'port')),
  ],
  ['a removed page', () => rmSync(join(folder, 'dist/index.html'))],
  ['a site that is gone', () => rmSync(join(folder, 'dist'), { recursive: true })],
  ['a list of published files that is gone', () => rmSync(join(folder, '.gitcast/build'), { recursive: true })],
];

describe('a build that finds everything as it was', () => {
  it('reads and renders nothing, and reports what the last build found', async () => {
    expect(await renders()).toBe(false);
    const again = await build();
    expect(again).toEqual({ ...first, written: 0, unchanged: first.files });
    now = Date.parse('2027-06-30T09:00:00Z');
    expect(await build()).toEqual(again);
    expect(await renders()).toBe(false);
  });

  it.each(CHANGES)('is not one after a change of: %s', async (_, change, undo) => {
    expect(await renders()).toBe(false);
    change();
    expect(await renders()).toBe(true);
    if (undo) {
      undo();
      await build();
    }
  });

  it('is not one after two builds at once, which may each have written some of the files', async () => {
    const stamp = (): string => join(folder, globSync('.gitcast/build/*.stamp.json', { cwd: folder })[0]!);
    const file = stamp();
    put('content/articles/first.md', article('Built twice'));
    const building = build();
    // A build that starts later leaves its note in the place of the first one's.
    await expect.poll(() => readFileSync(file, 'utf8').includes('{'), { interval: 1 }).toBe(false);
    writeFileSync(file, 'another build');
    await building;
    expect(existsSync(file)).toBe(false);
    expect(await renders()).toBe(true);
    expect(await renders()).toBe(false);
  });

  it('is not one if the stamp is damaged', async () => {
    const [stamp] = globSync('.gitcast/build/*.stamp.json', { cwd: folder });
    put(stamp!, readFileSync(join(folder, stamp!), 'utf8').replace('"report":', '"rapport":'));
    expect(await renders()).toBe(true);
  });

  it('is not one if a folder of the site became a link', async () => {
    const [inside, outside] = [join(folder, 'dist/articles'), join(folder, 'elsewhere')];
    renameSync(inside, outside);
    symlinkSync(outside, inside);
    await expect(build()).rejects.toThrow('is a symbolic link that leads out of');
  });
});
