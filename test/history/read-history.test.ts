import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHistory, type HistoryReading } from '../../src/history/read-history.ts';
import type { ProgrammeChange, SiteHistory } from '../../src/site/programme-history.ts';
import { folderWith } from '../cli/in-memory.ts';
import { dayOf, importHistory, importShallow, importWithoutFiles, type MadeCommit } from './imported.ts';

interface Options {
  readonly content?: string;
  readonly shared?: readonly string[];
  readonly target?: string;
  readonly tags?: string;
  readonly now?: number;
}

const readingIn = (folder: string, { content = 'content', shared = [], target = 'live', ...more }: Options = {}) =>
  readHistory({
    content: join(folder, content),
    shared: shared.map((each) => join(folder, each)),
    overlay: join(folder, `${content}.${target}`),
    env: process.env,
    settings: { timezone: 'Europe/Paris', target, targets: ['live', 'staging'] },
    tags: 'programme/*',
    ...more,
  });

function historyIn(reading: HistoryReading): SiteHistory {
  if (reading.type === 'absent') throw new Error(reading.reason);
  return reading.history;
}

async function historyOf(commits: readonly MadeCommit[], options: Options = {}): Promise<SiteHistory> {
  const { content = 'content', shared = [] } = options;
  const folders = [content, ...shared.map((each) => dirname(each))];
  return historyIn(await readingIn(importWithoutFiles(commits, folders).folder, options));
}

const time = (instant: number): string => new Date(instant + 2 * 3_600_000).toISOString().slice(11, 16);

/** `moved events/a: A 14:00 Hall -> A 15:30 Barge` */
function inWords({ type, address, from, to }: ProgrammeChange): string {
  const sides = [from, to].flatMap((side) =>
    side ? [`${side.title} ${time(side.start)}${side.place ? ` ${side.place.title}` : ''}`] : [],
  );
  return `${type} ${address}: ${sides.join(' -> ')}`;
}

const changesIn = async (commits: readonly MadeCommit[], options?: Options): Promise<readonly string[]> =>
  (await historyOf(commits, options)).changes.map(inWords);

const event = (title: string, start = '14:00', more = ''): string =>
  `title: ${title}\nstart_time: 2027-06-18T${start}\nend_time: 2027-06-18T23:00\n${more}`;
const session = (title: string, status: string): string =>
  `title: ${title}\nstatus: ${status}\ntime: { start: 2027-06-18T10:00, end: 2027-06-18T11:00 }\n`;

/** A programme of three, so that one more is news. */
const START = {
  'content/places/hall.yaml': 'name: Hall\n',
  'content/places/barge.yaml': 'name: Barge\n',
  'content/events/a.yaml': event('A', '14:00', 'place_id: places/hall\n'),
  'content/events/b.yaml': event('B'),
  'content/events/c.yaml': event('C'),
};

describe('the changes of the programme', () => {
  it('are what each commit moved, added, renamed, cancelled and removed, the latest first', async () => {
    const { changes } = await historyOf([
      { files: START },
      { files: { 'content/events/a.yaml': event('A', '15:30', 'place_id: places/barge\n') } },
      { files: { 'content/events/d.yaml': event('D') } },
      { files: { 'content/events/b.yaml': event('Bee', '14:00', '$cancelled: true\n') } },
      { files: { 'content/events/b.yaml': event('Bee', '14:00', 'description: Back again.\n') } },
      { files: { 'content/events/c.yaml': null } },
    ]);
    expect(changes.map(inWords)).toEqual([
      'removed events/c: C 14:00',
      'restored events/b: Bee 14:00 -> Bee 14:00',
      'cancelled events/b: B 14:00 -> Bee 14:00',
      'retitled events/b: B 14:00 -> Bee 14:00',
      'new events/d: D 14:00',
      'moved events/a: A 14:00 Hall -> A 15:30 Barge',
    ]);
    expect(changes.map(({ at }) => at)).toEqual([5, 4, 3, 3, 2, 1].map(dayOf));
  });

  it('do not include texts, nor the time in another notation', async () => {
    const rewritten = event('A', '14:00', 'place_id: places/hall\ndescription: More.\n').replace(
      'T14:00',
      'T12:00:00Z',
    );
    expect(await changesIn([{ files: START }, { files: { 'content/events/a.yaml': rewritten } }])).toEqual([]);
  });

  it('include both ways of an event that was moved and moved back', async () => {
    const moved = event('B', '16:00');
    expect(
      await changesIn([
        { files: START },
        { files: { 'content/events/b.yaml': moved } },
        { files: { 'content/events/b.yaml': event('B') } },
      ]),
    ).toEqual(['moved events/b: B 16:00 -> B 14:00', 'moved events/b: B 14:00 -> B 16:00']);
  });

  it('are those that became public: a merged branch is one change, at the time of its merge', async () => {
    const { changes } = await historyOf([
      { name: 'start', files: START },
      { name: 'draft', files: { 'content/events/a.yaml': event('A', '16:00') } },
      { name: 'final', files: { 'content/events/a.yaml': event('A', '15:30', 'place_id: places/barge\n') } },
      { name: 'main', parents: ['start'], files: { 'content/events/b.yaml': event('B', '18:00') } },
      {
        parents: ['main', 'final'],
        files: { 'content/events/a.yaml': event('A', '15:30', 'place_id: places/barge\n') },
      },
    ]);
    expect(changes.map(inWords)).toEqual([
      'moved events/a: A 14:00 Hall -> A 15:30 Barge',
      'moved events/b: B 14:00 -> B 18:00',
    ]);
    expect(changes[0]!.at).toBe(dayOf(4));
  });

  it('keep their order if clocks of commits were wrong', async () => {
    const words = await changesIn([
      { files: START, at: '2027-05-03T00:00:00Z' },
      { files: { 'content/events/a.yaml': event('A', '15:00') }, at: '2031-01-01T00:00:00Z' },
      { files: { 'content/events/a.yaml': event('A', '16:00') }, at: '1999-01-01T00:00:00Z' },
    ]);
    expect(words).toEqual(['moved events/a: A 15:00 -> A 16:00', 'moved events/a: A 14:00 Hall -> A 15:00']);
  });

  it('are not later than now, if the clock of a commit was', async () => {
    const commits = [
      { files: START },
      { files: { 'content/events/a.yaml': event('A', '15:00') }, at: '2031-01-01T00:00:00Z' },
    ];
    const { changes, revisions } = await historyOf(commits, { now: dayOf(5) });
    expect([changes[0]!.at, revisions.get('events/a')!.modified]).toEqual([dayOf(5), dayOf(5)]);
  });

  it('have a session from its publication to its withdrawal', async () => {
    expect(
      await changesIn([
        { files: { ...START, 'content/sessions/s.yaml': session('Secret', 'draft') } },
        { files: { 'content/sessions/s.yaml': session('Talk', 'published') } },
        { files: { 'content/sessions/s.yaml': session('Secret again', 'draft') } },
      ]),
    ).toEqual(['removed sessions/s: Talk 10:00', 'new sessions/s: Talk 10:00']);
  });

  it('skip versions with errors: visitors saw the version before', async () => {
    expect(
      await changesIn([
        { files: START },
        { files: { 'content/events/b.yaml': 'title: "B\nstart_time: [' } },
        { files: { 'content/events/b.yaml': event('B', '25:99') } },
        { files: { 'content/events/b.yaml': event('B', '17:00') } },
      ]),
    ).toEqual(['moved events/b: B 14:00 -> B 17:00']);
  });

  it('follow a file that was renamed, by its id or its title', async () => {
    const withId = event('B', '14:00', '$id: e-7\n');
    expect(
      await changesIn([
        { files: { ...START, 'content/events/b.yaml': withId } },
        {
          files: {
            'content/events/b.yaml': null,
            'content/events/bee.yaml': withId.replace('title: B', 'title: Bee'),
            'content/events/c.yaml': null,
            'content/events/sea.yaml': event('C', '19:00'),
          },
        },
      ]),
    ).toEqual(['moved events/sea: C 14:00 -> C 19:00', 'retitled events/bee: B 14:00 -> Bee 14:00']);
  });

  it('do not treat a place with a new name or a new file as another place', async () => {
    const pointing = (place: string): string => event('A', '14:00', `place_id: places/${place}\n`);
    expect(
      await changesIn([
        { files: START },
        { files: { 'content/places/hall.yaml': 'name: Great hall\n' } },
        {
          files: {
            'content/places/hall.yaml': null,
            'content/places/great-hall.yaml': 'name: Great hall\n',
            'content/events/a.yaml': pointing('great-hall'),
          },
        },
        { files: { 'content/events/a.yaml': pointing('barge') } },
      ]),
    ).toEqual(['moved events/a: A 14:00 Great hall -> A 14:00 Barge']);
  });

  it('find a place by its id', async () => {
    const { changes } = await historyOf([
      { files: { ...START, 'content/places/barge.yaml': '$id: p-9\nname: Barge\n' } },
      { files: { 'content/events/a.yaml': event('A', '14:00', 'place_id: p-9\n') } },
    ]);
    expect(changes[0]!.to!.place).toEqual({ address: 'places/barge', title: 'Barge' });
  });

  it('do not list a whole programme as new when it is announced', async () => {
    const many = Object.fromEntries(['d', 'e', 'f', 'g'].map((name) => [`content/events/${name}.yaml`, event(name)]));
    expect(await changesIn([{ files: { 'README.md': 'x' } }, { files: START }, { files: many }])).toEqual([]);
  });

  it('start over with the next programme in the same folder', async () => {
    const none = { 'content/events/a.yaml': null, 'content/events/b.yaml': null, 'content/events/c.yaml': null };
    const next = { 'content/events/z.yaml': event('Z') };
    expect(await changesIn([{ files: START }, { files: none }, { files: next }])).toEqual([]);
  });

  it('are those of one broadcast and one target of a repository', async () => {
    const commits = [
      { files: START },
      { files: { 'other/content/events/a.yaml': event('Other') } },
      { files: { 'content.staging/events/a.yaml': 'start_time: 2027-06-18T20:00\n' } },
      { files: { 'content/events/d.yaml': event('D', '14:00', '$targets: [staging]\n') } },
    ];
    expect(await changesIn(commits)).toEqual([]);
    expect(await changesIn(commits, { target: 'staging' })).toEqual([
      'new events/d: D 14:00',
      'moved events/a: A 14:00 Hall -> A 20:00 Hall',
    ]);
  });

  it('include documents of folders that broadcasts share, where the broadcast overrides them', async () => {
    const commits = [
      { files: { ...START, 'shared/content/events/s.yaml': event('S') } },
      { files: { 'shared/content/events/s.yaml': event('S', '16:00') } },
      { files: { 'content/events/s.yaml': 'title: Ours\n' } },
    ];
    expect(await changesIn(commits, { shared: ['shared/content'] })).toEqual([
      'retitled events/s: S 16:00 -> Ours 16:00',
      'moved events/s: S 14:00 -> S 16:00',
    ]);
  });

  it('are found in content at the root of the repository, beside the folder of a target', async () => {
    const root = (path: string): string => path.slice('content/'.length);
    const start = Object.fromEntries(Object.entries(START).map(([path, text]) => [root(path), text]));
    const commits = [{ files: start }, { files: { 'events/b.yaml': event('B', '15:00') } }];
    expect(await changesIn(commits, { content: '' })).toEqual(['moved events/b: B 14:00 -> B 15:00']);
  });

  it('are those between the tags of versions, if there are any, at the times of their commits', async () => {
    const { folder, git } = importHistory([
      { files: START },
      { files: { 'content/events/a.yaml': event('A', '15:00') } },
      { files: { 'content/events/a.yaml': event('A', '16:00') } },
      { files: { 'content/events/b.yaml': null, 'content/events/bee.yaml': event('B', '19:00') } },
      { files: { 'content/events/bee.yaml': null, 'content/events/wasp.yaml': event('B', '20:00') } },
    ]);
    git('tag', 'programme/first', 'HEAD~4');
    git('-c', 'user.name=A', '-c', 'user.email=a@a', 'tag', '-a', '-m', 'printed', 'programme/printed', 'HEAD~1');
    git('tag', 'v1', 'HEAD~2');
    const { changes } = historyIn(await readingIn(folder));
    expect(changes.map(inWords)).toEqual([
      'moved events/wasp: B 14:00 -> B 19:00',
      'moved events/a: A 14:00 Hall -> A 16:00',
    ]);
    expect(changes.map(({ at }) => at)).toEqual([dayOf(3), dayOf(3)]);
    expect(historyIn(await readingIn(folder, { tags: 'edition-*' })).changes).toHaveLength(4);
  });

  it('are those between the last commits of days, of the ten newest days with changes', async () => {
    const onDay = (day: number, hour: number, start: string): MadeCommit => ({
      at: `2027-05-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`,
      files: { 'content/events/a.yaml': event('A', start) },
    });
    const days = Array.from({ length: 11 }, (_, index) => index + 2);
    const { changes } = await historyOf([
      { files: START },
      ...days.flatMap((day) => [onDay(day, 8, '10:00'), onDay(day, 20, `${day + 9}:00`)]),
      { files: { 'content/articles/news.md': '---\ntitle: News\n---\nText\n' }, at: '2027-05-13T08:00:00Z' },
    ]);
    expect(changes).toHaveLength(9);
    expect(inWords(changes[0]!)).toBe('moved events/a: A 20:00 -> A 21:00');
  });
});

describe('the revisions of a document', () => {
  it('have the times of its first and its last commit, and count the commits between them', async () => {
    const { revisions, head } = await historyOf([
      { files: START },
      { files: { 'content/events/a.yaml': event('A', '15:00') } },
      { files: { 'content/events/a.yaml': event('A', '15:00', 'description: More.\n') } },
      { files: { 'content/events/a.yaml': event('A', '15:00', '$cancelled: true\n') } },
      { files: { 'content/articles/news.md': '---\ntitle: News\n---\nText\n' } },
    ]);
    expect(head).toMatch(/^[0-9a-f]{40}$/);
    expect(revisions.get('events/a')).toEqual({ created: dayOf(0), modified: dayOf(3), sequence: 3 });
    expect(revisions.get('events/b')).toEqual({ created: dayOf(0), modified: dayOf(0), sequence: 0 });
    expect(revisions.get('articles/news')).toEqual({ created: dayOf(4), modified: dayOf(4), sequence: 0 });
  });

  it('continue under a new address', async () => {
    const { revisions } = await historyOf([
      { files: START },
      { files: { 'content/events/b.yaml': event('B', '15:00') } },
      { files: { 'content/events/b.yaml': null, 'content/events/bee.yaml': event('B', '15:00') } },
      { files: { 'content/events/bee.yaml': event('B', '16:00') } },
    ]);
    expect(revisions.get('events/bee')).toEqual({ created: dayOf(0), modified: dayOf(3), sequence: 3 });
  });

  it('continue in another content folder', async () => {
    const moved = Object.fromEntries(
      Object.entries(START).flatMap(([path, text]) => [
        [path, null],
        [`2027/${path}`, text],
      ]),
    );
    const { revisions } = await historyOf([{ files: START }, { files: moved }], { content: '2027/content' });
    expect(revisions.get('events/b')).toEqual({ created: dayOf(0), modified: dayOf(1), sequence: 1 });
  });

  it('count a merged branch as often as its commits, and a merge only if it changes something itself', async () => {
    const branch = [
      { name: 'start', files: START },
      { name: 'branch', files: { 'content/events/a.yaml': event('A', '15:00') } },
      { name: 'main', parents: ['start'], files: { 'content/events/b.yaml': event('B', '15:00') } },
    ];
    const merge = (start: string): MadeCommit => ({
      parents: ['main', 'branch'],
      files: { 'content/events/a.yaml': event('A', start) },
    });
    const clean = await historyOf([...branch, merge('15:00')]);
    expect(clean.revisions.get('events/a')).toEqual({ created: dayOf(0), modified: dayOf(1), sequence: 1 });
    expect((await historyOf([...branch, merge('16:00')])).revisions.get('events/a')!.sequence).toBe(2);
  });

  it('never decrease when a pull merges what was public before as a second parent', async () => {
    const published = [
      { name: 'start', files: START },
      { name: 'local', files: { 'content/events/c.yaml': event('C', '19:00') } },
      { parents: ['start'], files: { 'content/events/a.yaml': event('A', '15:00') } },
      { name: 'public', files: { 'content/events/a.yaml': event('A', '16:00') } },
    ];
    const before = await historyOf(published);
    const after = await historyOf([
      ...published,
      { parents: ['local', 'public'], files: { 'content/events/a.yaml': event('A', '16:00') } },
    ]);
    expect(before.revisions.get('events/a')!.sequence).toBe(2);
    expect(after.revisions.get('events/a')!.sequence).toBe(2);
    expect(after.revisions.get('events/a')!.modified).toBeGreaterThanOrEqual(
      before.revisions.get('events/a')!.modified,
    );
  });
});

describe('the history', () => {
  it('depends on the commit alone: not on the branch, a work tree, replaced objects or uncommitted files', async () => {
    const commits = [{ files: START }, { files: { 'content/events/a.yaml': event('A', '15:00') } }];
    const { folder, git } = importHistory(commits);
    const expected = historyIn(await readingIn(folder));
    git('checkout', '-q', '--detach');
    git('branch', '-D', 'main');
    git('worktree', 'add', '-q', join(folder, 'elsewhere'), 'HEAD');
    writeFileSync(join(folder, 'content/events/a.yaml'), event('Uncommitted'));
    git('replace', 'HEAD', 'HEAD~1');
    expect(historyIn(await readingIn(folder))).toEqual(expected);
    expect(historyIn(await readingIn(join(folder, 'elsewhere')))).toEqual(expected);
  });

  it('of content in a submodule is that of the submodule', async () => {
    const inner = importHistory([{ files: START }, { files: { 'content/events/a.yaml': event('A', '15:00') } }]);
    const { folder, git } = importHistory([{ files: { 'README.md': 'x' } }]);
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'inner');
    expect(historyIn(await readingIn(folder, { content: 'inner/content' })).changes).toHaveLength(1);
  });

  it.each<[string, (folder: string) => string, object]>([
    [
      'the content is not in a git repository',
      () => folderWith({ 'content/broadcast.yaml': 'name: A\n' }),
      { reason: 'the content is not in a git repository' },
    ],
    [
      'nothing is committed yet',
      (folder) => {
        importHistory([], folder);
        return folder;
      },
      { reason: 'nothing is committed yet' },
    ],
    [
      'the content is not committed',
      (folder) => {
        importHistory([{ files: { 'README.md': 'x' } }], folder);
        return folder;
      },
      { reason: 'the content is not committed' },
    ],
    [
      'the clone is shallow',
      (folder) => {
        const { folder: origin } = importHistory([
          { files: START },
          { files: { 'content/events/a.yaml': event('A') } },
        ]);
        return importShallow(origin, folder);
      },
      { reason: 'this clone is shallow', suggestion: 'run `git fetch --unshallow`', committed: dayOf(1) },
    ],
    [
      'earlier versions of files are missing, as in a partial clone',
      (folder) => {
        const { git } = importHistory([{ files: START }, { files: { 'content/events/a.yaml': event('A') } }], folder);
        const blob = git('rev-parse', 'HEAD~1:content/events/a.yaml');
        rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
        return folder;
      },
      {
        reason: 'this clone is partial, without earlier versions of files',
        suggestion: 'clone it without `--filter`',
        committed: dayOf(1),
      },
    ],
  ])('is absent, with the reason, if %s', async (_, make, expected) => {
    const folder = make(folderWith({}));
    mkdirSync(join(folder, 'content'), { recursive: true });
    expect(await readingIn(folder)).toEqual({ type: 'absent', ...expected });
  });

  it('is absent, with the reason, if a partial clone cannot reach its remote', async () => {
    const { folder: origin, git } = importHistory([
      { files: START },
      { files: { 'content/events/a.yaml': event('A') } },
    ]);
    git('config', 'uploadpack.allowFilter', 'true');
    const folder = folderWith({});
    git('clone', '-q', '--filter=blob:none', `file://${origin}`, folder);
    git('-C', folder, 'remote', 'set-url', 'origin', 'file:///nowhere');
    // Before 2.44, git tries to fetch what is missing.
    expect(await readingIn(folder)).toMatchObject({
      type: 'absent',
      reason: expect.stringContaining('this clone is partial'),
      suggestion: expect.stringContaining('without `--filter`'),
    });
  });

  it('is absent, with the reason, if git is not installed', async () => {
    const reading = await readHistory({
      content: folderWith({}),
      shared: [],
      overlay: 'none',
      env: { PATH: folderWith({}) },
      settings: { timezone: 'Europe/Paris', target: 'live', targets: ['live'] },
      tags: 'programme/*',
    });
    expect(reading).toEqual({ type: 'absent', reason: 'git is not installed' });
  });
});
