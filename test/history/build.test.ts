import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { dayOf, importHistory, importShallow, type MadeCommit } from './imported.ts';

const event = (title: string, start: string, place: string): string =>
  `title: ${title}\nstart_time: 2027-06-18T${start}\nend_time: 2027-06-18T23:00\nplace_id: places/${place}\n`;

const COMMITS: readonly MadeCommit[] = [
  {
    files: {
      // What the worker keeps takes a moment, and matters to other tests.
      'gitcast.config.yaml':
        'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [en, fr], offline: false }\n',
      '.gitignore': '.gitcast\ndist\n',
      'content/broadcast.yaml': 'name: Harbour festival\n',
      'content/places/hall.yaml': 'name: the Hall\n',
      'content/places/barge.yaml': 'name: the Barge\n',
      'content/events/opening.yaml': event('Opening', '14:00', 'hall'),
      'content/events/concert.yaml': event('Concert', '20:00', 'hall'),
    },
  },
  { files: { 'content/events/opening.yaml': event('Opening', '15:30', 'barge') } },
  { files: { 'content/events/concert.yaml': `${event('Concert', '20:00', 'hall')}$cancelled: true\n` } },
];

const build = (cwd: string, words = '--out dist') => gitcast(`build --now 2027-05-04T12:00:00Z ${words}`, { cwd });

const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.\w+$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

describe('a build of content in git', () => {
  it('shows a move and a cancellation on every page that concerns them, the same in every clone', async () => {
    const { folder, git } = importHistory(COMMITS);
    expect(await build(folder)).toMatchObject({ exitCode: 0, stderr: '' });
    const files = filesIn(join(folder, 'dist'));
    const changes = files.get('program/changes/index.html')!;
    expect(changes).toContain('from 14:00 to 15:30, from the Hall to the Barge');
    expect(changes.indexOf('Cancelled')).toBeLessThan(changes.indexOf('Moved'));
    expect(files.get('fr/program/changes/index.html')).toContain('Déplacé');
    expect(files.get('program/changes/feed.xml')).toContain('<title>Moved · Opening</title>');
    expect(files.get('program/index.html')).toContain('<p class="mark mark-moved">Moved</p>');
    expect(files.get('program/index.html')).toContain('href="changes/"');
    expect(files.get('events/opening/index.html')).toContain('was Friday 18 June, 14:00, the Hall');
    expect(files.get('events/concert/index.html')).toContain('<p class="mark mark-cancelled">Cancelled</p>');
    expect(files.get('sitemap.xml')).toContain('/program/changes/');

    git('clone', '-q', folder, join(folder, 'clone'));
    git('-C', join(folder, 'clone'), 'checkout', '-q', '--detach');
    await build(join(folder, 'clone'));
    expect([...filesIn(join(folder, 'clone/dist'))]).toEqual([...files]);
  });

  it('in a shallow clone has no page of changes, and says so in one sentence', async () => {
    const { folder: origin } = importHistory(COMMITS);
    const clone = importShallow(origin, origin);
    const { exitCode, stdout } = await build(clone);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      '\n  without the changes of the programme, because this clone is shallow; run `git fetch --unshallow`\n',
    );
    expect(existsSync(join(clone, 'dist/program/changes'))).toBe(false);
    const stamps = readFileSync(join(clone, 'dist/calendar.ics'), 'utf8').match(/^DTSTAMP.*(?=\r$)/gm);
    const lastCommit = new Date(dayOf(COMMITS.length - 1)).toISOString().replace(/[-:]|\.000/g, '');
    expect(new Set(stamps)).toEqual(new Set([`DTSTAMP:${lastCommit}`]));
    expect(readFileSync(join(clone, 'dist/program/index.html'), 'utf8')).not.toContain('changes/');
    const { notes } = JSON.parse((await build(clone, '--json')).stdout) as { notes: readonly string[] };
    expect(notes.filter((note) => note.includes('changes of the programme'))).toHaveLength(1);
  });

  it('updates the calendars of entries that were moved and renamed, in a client that has them', async () => {
    const { folder, git } = importHistory(COMMITS);
    const entries = async () => {
      await build(folder);
      const calendar = new ICAL.Component(
        ICAL.parse(readFileSync(join(folder, 'dist/calendar.ics'), 'utf8')) as object[],
      );
      return new Map(
        calendar.getAllSubcomponents('vevent').map((each) => {
          const { uid, sequence, startDate, component } = new ICAL.Event(each);
          const stamp = String(component.getFirstPropertyValue('dtstamp'));
          return [uid, { sequence, stamp, start: String(startDate) }] as const;
        }),
      );
    };
    const before = await entries();
    await gitcast('mv events/opening events/grand-opening', { cwd: folder });
    const file = join(folder, 'content/events/grand-opening.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('15:30', '16:45'));
    git('add', '--all');
    vi.stubEnv('GIT_COMMITTER_DATE', '2027-05-04T10:00:00Z');
    onTestFinished(() => void vi.unstubAllEnvs());
    git('-c', 'user.name=A', '-c', 'user.email=a@a', 'commit', '-q', '-m', 'later');
    const after = await entries();
    // A client replaces what it has by an entry with the same UID and a higher number.
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    const changed = [...after].filter(([uid, { start }]) => start !== before.get(uid)!.start);
    expect(changed.map(([, { start }]) => start)).toEqual(['2027-06-18T16:45:00']);
    for (const [uid, { sequence, stamp }] of changed) {
      expect(sequence).toBeGreaterThan(before.get(uid)!.sequence);
      expect(stamp > before.get(uid)!.stamp).toBe(true);
    }
  });
});
