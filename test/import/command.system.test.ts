import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { LAUNCHER } from '../e2e/program.ts';
import { killedAtEveryMoment, restore } from '../machine/kill.ts';
import { copyDemo, startRemote } from '../pull/repository.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { listenInTest } from '../listen.ts';

interface Talk {
  readonly code: string;
  readonly title: string;
  readonly start?: string;
}

/** The export of a pretalx with these talks. */
const schedule = (talks: readonly Talk[]): string =>
  JSON.stringify({
    schedule: {
      version: '1',
      conference: {
        acronym: 'rivercon',
        title: 'River Con',
        time_zone_name: 'Europe/Paris',
        start: '2027-06-18',
        end: '2027-06-18',
        days: [
          {
            index: 1,
            date: '2027-06-18',
            rooms: {
              Quay: talks.map(({ code, title, start = '10:00' }, number) => ({
                id: number,
                guid: `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`,
                code,
                date: `2027-06-18T${start}:00+02:00`,
                start,
                duration: '00:30',
                room: 'Quay',
                title,
                persons: [{ code: 'ANN', public_name: 'Ann Low' }],
              })),
            },
          },
        ],
      },
    },
  });

const TALKS: readonly Talk[] = [
  { code: 'AAA', title: 'Reading the river' },
  { code: 'BBB', title: 'Locks and weirs', start: '11:00' },
  { code: 'CCC', title: 'Night boats', start: '12:00' },
];

const DRAWING_WITH_SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A repository with an origin that others clone, and a source beside it. */
class Moving {
  readonly place = temporaryFolder();
  readonly folder = join(this.place, 'site');
  readonly source = join(this.place, 'schedule.json');

  static async begin(): Promise<Moving> {
    const moving = new Moving();
    moving.say(TALKS);
    expect(await moving.run(`init site --from schedule.json --ci none`, moving.place)).toMatchObject({ exitCode: 0 });
    moving.git('init', '-q', '--bare', '../origin.git');
    moving.git('remote', 'add', 'origin', '../origin.git');
    moving.commit();
    return moving;
  }

  say(talks: readonly Talk[]): void {
    writeFileSync(this.source, schedule(talks));
  }

  git(...words: readonly string[]): string {
    return execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...words], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'content');
    this.git('push', '-q', 'origin', 'HEAD:main');
  }

  /** What a job of CI has at night: nothing but the repository. */
  freshClone(): void {
    rmSync(this.folder, { recursive: true });
    execFileSync('git', ['clone', '-q', '-b', 'main', 'origin.git', 'site'], { cwd: this.place });
  }

  async run(words: string, cwd = this.folder) {
    const ran = await gitcast(words, { cwd });
    return { ...ran, json: words.includes('--json') ? (JSON.parse(ran.stdout) as Record<string, unknown>) : {} };
  }

  sessions(): Readonly<Record<string, string>> {
    const folder = join(this.folder, 'content/sessions');
    return Object.fromEntries(
      readdirSync(folder).map((file) => [file, /^title: (.*)$/m.exec(readFileSync(join(folder, file), 'utf8'))![1]!]),
    );
  }

  edit(file: string, from: string, to: string): void {
    const path = join(this.folder, 'content', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
}

const contentOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['content', '.gitcast/state'].flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(folder.length), readFileSync(file, 'utf8')]),
    ),
  );

describe('gitcast init --from', () => {
  it('begins with the programme, the name, the days and the zone of the source, and no example', async () => {
    const moving = await Moving.begin();
    expect(moving.sessions()).toEqual({
      'locks-and-weirs.yaml': 'Locks and weirs',
      'night-boats.yaml': 'Night boats',
      'reading-the-river.yaml': 'Reading the river',
    });
    expect(readFileSync(join(moving.folder, 'content/broadcast.yaml'), 'utf8')).toContain('name: River Con\n');
    expect(readFileSync(join(moving.folder, 'gitcast.config.yaml'), 'utf8')).toContain('timezone: Europe/Paris');
    expect(await moving.run('validate --json')).toMatchObject({ exitCode: 0, json: { errors: 0 } });
    expect(await moving.run('import schedule --json')).toMatchObject({
      exitCode: 0,
      json: { created: [], written: [] },
    });
  });

  it('adds to a repository that has other files, and changes none of them', async () => {
    const moving = new Moving();
    moving.say(TALKS);
    mkdirSync(moving.folder);
    writeFileSync(join(moving.folder, 'README.md'), '# Ours\n');
    writeFileSync(join(moving.folder, '.gitignore'), 'dist/\nnotes');
    const { exitCode, json } = await moving.run('init --from ../schedule.json --ci none --json');
    expect([exitCode, json['unchanged']]).toEqual([0, ['README.md']]);
    expect(readFileSync(join(moving.folder, 'README.md'), 'utf8')).toBe('# Ours\n');
    expect(readFileSync(join(moving.folder, '.gitignore'), 'utf8')).toMatch(/^dist\/\nnotes\n[^]*\.env\n/);
  });

  it('writes nothing if the source cannot be read', async () => {
    const moving = new Moving();
    writeFileSync(moving.source, '{ "schedule": ');
    const { exitCode, stderr } = await moving.run('init site --from schedule.json --ci none', moving.place);
    expect([exitCode, existsSync(moving.folder)]).toEqual([1, false]);
    expect(stderr).toContain('schedule.json');
  });

  it('exits with 3 and lists each entry, link and picture that was not brought over, as a later import does', async () => {
    const moving = new Moving();
    mkdirSync(join(moving.place, 'pages'));
    const write = (name: string, text: string): void => writeFileSync(join(moving.place, 'pages', name), text);
    // The first has the later address.
    write('a.md', '---\ntitle: Same\nslug: zebra\ndate: 2027-05-02\n---\nFirst.\n');
    write('b.md', '---\ntitle: Same\nslug: aardvark\ndate: 2027-05-02\n---\nSecond.\n');
    write(
      'c.md',
      '---\ntitle: Other\ndate: 2027-05-03\n---\nSee [first](a.md), [second](b.md) and ![a drawing](d.svg).\n',
    );
    write('d.svg', DRAWING_WITH_SCRIPT);
    const { exitCode, json } = await moving.run(
      'init site --from pages --timezone Europe/Paris --ci none --json',
      moving.place,
    );
    const twice = { address: 'articles/aardvark', file: 'content/articles/aardvark.md', fields: [] };
    const drawing = { file: 'content/media/d.svg', reason: expect.stringContaining('script') as string };
    const link = {
      file: 'content/articles/c.md',
      fields: ['content'],
      reason: '1 link to entries that were left out became text',
    };
    expect([exitCode, json]).toMatchObject([3, { content: { skipped: [twice, link, drawing] } }]);
    const text = readFileSync(join(moving.folder, 'content/articles/c.md'), 'utf8');
    expect(text).toContain('See [first](articles/zebra), second and ![a drawing](/d.svg).');
    const again = await moving.run('import pages');
    expect(again.exitCode).toBe(3);
    expect(again.stdout).toContain(
      '! content/articles/aardvark.md: the value in ../pages/b.md:2 is not valid in a file: an article with the same title and published_at is in content/articles/zebra.md\n',
    );
    expect(again.stdout).toContain('\n! 2 skipped\n');
  });

  it('exits with 0 if a broadcast only has no place for a field, which it lists', async () => {
    const moving = new Moving();
    writeFileSync(moving.source, schedule(TALKS).replace('"room":', '"do_not_record": true, "room":'));
    const { exitCode, stdout } = await moving.run('init site --from schedule.json --ci none', moving.place);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('a broadcast has no place for: talk: do not record (1)'),
    ]);
  });

  it('begins with nothing but a name and a zone', async () => {
    const place = temporaryFolder();
    expect(await gitcast('init summer-fair --empty --timezone Europe/Oslo --ci none', { cwd: place })).toMatchObject({
      exitCode: 0,
    });
    const folder = join(place, 'summer-fair');
    expect(readdirSync(join(folder, 'content'))).toEqual(['broadcast.yaml']);
    expect(readFileSync(join(folder, 'content/broadcast.yaml'), 'utf8')).toContain('name: Summer fair');
    expect(await gitcast('validate --strict', { cwd: folder })).toMatchObject({ exitCode: 0 });
  });

  it('pulls a whole broadcast from a service, and its plan is empty', async () => {
    const remote = await startRemote();
    const demo = remote.repository();
    copyDemo(demo);
    await demo.sync('--ours');
    const place = temporaryFolder();
    const env = { GITCAST_KEY: remote.key };
    const { exitCode, stderr } = await gitcast(`init moved --from ${remote.url}${remote.surfaceB} --ci none`, {
      cwd: place,
      env,
    });
    expect([stderr, exitCode]).toEqual(['', 0]);
    const folder = join(place, 'moved');
    const plan = await gitcast('plan --json', { cwd: folder, env });
    expect((JSON.parse(plan.stdout) as { changes: unknown }).changes).toEqual([]);
  });
});

describe('importing again every night, in a fresh clone', () => {
  it('loses no correction, brings what changed, and asks about what both changed', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    moving.edit(
      'sessions/night-boats.yaml',
      'title: Night boats',
      'title: Night boats, with soup # the cook wants this',
    );
    moving.edit('sessions/locks-and-weirs.yaml', 'title: Locks and weirs', 'title: Locks');
    moving.commit();
    moving.freshClone();
    moving.say([
      { code: 'AAA', title: 'Reading the river, again' },
      { code: 'BBB', title: 'Locks, weirs and ladders', start: '11:00' },
      { code: 'CCC', title: 'Night boats', start: '12:00' },
      { code: 'DDD', title: 'Ferries', start: '13:00' },
    ]);
    const { exitCode, json } = await moving.run('import schedule --json');
    expect(exitCode).toBe(3);
    expect(json).toMatchObject({
      written: ['content/sessions/reading-the-river.yaml'],
      created: ['content/sessions/ferries.yaml'],
      deleted: [],
      conflicts: [
        {
          address: 'sessions/locks-and-weirs',
          fields: ['title'],
          values: [{ name: 'title', before: 'Locks, weirs and ladders', after: 'Locks' }],
        },
      ],
    });
    expect(moving.sessions()).toEqual({
      'ferries.yaml': 'Ferries',
      'locks-and-weirs.yaml': 'Locks',
      'night-boats.yaml': 'Night boats, with soup # the cook wants this',
      'reading-the-river.yaml': 'Reading the river, again',
    });
    expect((await moving.run('import schedule')).stdout).toContain(
      ['    title', '      source  Locks, weirs and ladders', '      here    Locks', ''].join('\n'),
    );
    expect(await moving.run('import schedule --ours')).toMatchObject({ exitCode: 0 });
    moving.commit();
    moving.freshClone();
    expect(await moving.run('import schedule --json')).toMatchObject({
      exitCode: 0,
      json: { written: [], created: [], deleted: [], conflicts: [] },
    });
  });

  it('follows a renamed file, and deletes the file of an entry that vanished', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    expect(await moving.run('mv sessions/night-boats sessions/boats')).toMatchObject({ exitCode: 0 });
    moving.commit();
    moving.freshClone();
    moving.say([TALKS[0]!, { ...TALKS[2]!, title: 'Night boats and a band' }]);
    const { json } = await moving.run('import schedule --allow-deletes 1 --json');
    expect(json).toMatchObject({
      written: ['content/sessions/boats.yaml'],
      created: [],
      deleted: ['content/sessions/locks-and-weirs.yaml'],
      conflicts: [],
    });
    moving.commit();
    moving.freshClone();
    expect(await moving.run('import schedule --json')).toMatchObject({
      json: { created: [], deleted: [], written: [] },
    });
  });

  it('proposes what changed on a branch, and knows it once that is merged', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    const night = async (title: string, isFirst = false): Promise<void> => {
      moving.say([{ ...TALKS[0]!, title }, ...TALKS.slice(1)]);
      moving.freshClone();
      if (!isFirst) moving.git('fetch', '-q', 'origin', 'news:news');
      const { exitCode, stdout } = await moving.run('import schedule --branch news');
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('\n  git push origin news\n')]);
      moving.git('push', '-q', 'origin', 'news');
      expect(moving.git('status', '--short')).toBe('');
    };
    await night('First news', true);
    await night('Second news');
    expect(moving.sessions()['reading-the-river.yaml']).toBe('Reading the river');
    moving.git('merge', '-q', 'origin/news');
    moving.git('push', '-q', 'origin', 'HEAD:main');
    expect(moving.sessions()['reading-the-river.yaml']).toBe('Second news');
    // Not a conflict: what was merged counts as agreed.
    await night('Third news');
    expect(moving.git('show', 'origin/news:content/sessions/reading-the-river.yaml')).toContain('title: Third news\n');
  });

  it('proposes a change of both sides with the way to decide it', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    moving.edit('sessions/reading-the-river.yaml', 'title: Reading the river', 'title: Ours');
    moving.commit();
    moving.say([{ ...TALKS[0]!, title: 'Theirs' }, ...TALKS.slice(1)]);
    const { exitCode, stdout } = await moving.run('import schedule --branch news');
    expect(exitCode).toBe(3);
    expect(stdout).toContain(
      'conflict: gitcast import schedule --theirs takes the values of the source, gitcast import schedule --ours keeps those of the files',
    );
    expect(stdout).toMatch(/source +Theirs/);
    expect(stdout).not.toContain('gitcast pull');
  });

  it('brings again what was never committed', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    moving.say([{ ...TALKS[0]!, title: 'News' }, ...TALKS.slice(1), { code: 'DDD', title: 'Ferries', start: '13:00' }]);
    const news = { written: ['content/sessions/reading-the-river.yaml'], created: ['content/sessions/ferries.yaml'] };
    expect(await moving.run('import schedule --json')).toMatchObject({ exitCode: 0, json: news });
    moving.git('checkout', '.');
    moving.git('clean', '-qfd');
    expect(await moving.run('import schedule --json')).toMatchObject({ exitCode: 0, json: news });
    moving.freshClone();
    expect(await moving.run('import schedule --json')).toMatchObject({ exitCode: 0, json: news });
  });

  it.each(['continued', 'discarded'])(
    'ends the same if it was killed at any point and is %s',
    { timeout: 240_000 },
    async (then) => {
      const moving = await Moving.begin();
      moving.edit('sessions/night-boats.yaml', 'title: Night boats', 'title: Night boats, with soup');
      moving.commit();
      expect(await moving.run('mv sessions/reading-the-river sessions/river')).toMatchObject({ exitCode: 0 });
      moving.git('add', '-A');
      moving.git('commit', '-q', '-m', 'moved');
      const start = '12:30';
      moving.say([
        { ...TALKS[0]!, title: 'News' },
        { ...TALKS[2]!, start },
        { code: 'DDD', title: 'Ferries', start },
      ]);
      const command = 'import schedule --allow-deletes 1';
      const copies = killedAtEveryMoment(moving.folder, moving.folder, [LAUNCHER, ...command.split(' ')]);
      const whole = contentOf(moving.folder);
      for (const copy of copies) {
        restore(copy, moving.folder);
        if (then === 'discarded') {
          moving.git('checkout', '.');
          moving.git('clean', '-qfd');
        }
        expect(await moving.run(`${command} --json`), copy).toMatchObject({
          exitCode: 0,
          json: { conflicts: [], skipped: [] },
        });
        expect(contentOf(moving.folder), copy).toEqual(whole);
      }
      expect(copies.length).toBeGreaterThan(4);
    },
  );

  it('follows a file that was renamed with git and edited', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    moving.git('mv', 'content/sessions/night-boats.yaml', 'content/sessions/boats.yaml');
    moving.edit('sessions/boats.yaml', 'title: Night boats', 'title: Boats');
    moving.commit();
    moving.freshClone();
    moving.say([TALKS[0]!, TALKS[1]!, { ...TALKS[2]!, start: '12:30' }]);
    expect((await moving.run('import schedule --json')).json).toMatchObject({
      written: ['content/sessions/boats.yaml'],
      created: [],
      deleted: [],
      conflicts: [],
    });
  });

  it(
    'goes on in a project that was moved, with a state that recorded its folder too',
    { timeout: 60_000 },
    async () => {
      const moving = await Moving.begin();
      const state = join(moving.folder, '.gitcast/state/import.schedule.json');
      const recorded = JSON.parse(readFileSync(state, 'utf8')) as { identity: object };
      Object.assign(recorded.identity, { userId: 'old', folder: 'old' });
      writeFileSync(state, JSON.stringify(recorded));
      moving.commit();
      expect(await moving.run('import schedule --dry-run --json')).toMatchObject({
        exitCode: 0,
        json: { written: [] },
      });
      const parts = moving.git('ls-tree', '--name-only', 'HEAD').trim().split('\n');
      mkdirSync(join(moving.folder, 'sub'));
      moving.git('mv', ...parts, 'sub');
      moving.commit();
      moving.say([TALKS[0]!, TALKS[1]!, { ...TALKS[2]!, start: '12:30' }]);
      const config = join(moving.folder, 'sub/gitcast.config.yaml');
      writeFileSync(config, readFileSync(config, 'utf8').replace('../schedule.json', '../../schedule.json'));
      expect(await moving.run('import schedule --json', join(moving.folder, 'sub'))).toMatchObject({
        exitCode: 0,
        json: { written: ['content/sessions/night-boats.yaml'], created: [], deleted: [], notes: [] },
      });
    },
  );

  it('replaces a picture that changed in the source, unless it changed here too', { timeout: 60_000 }, async () => {
    const moving = new Moving();
    const picture = (colour: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path fill="${colour}"/></svg>`;
    const draw = (colour: string): void => writeFileSync(join(moving.place, 'pages/a.svg'), picture(colour));
    mkdirSync(join(moving.place, 'pages'));
    writeFileSync(join(moving.place, 'pages/team.md'), '---\ntitle: Team\n---\n![A](a.svg)\n');
    draw('red');
    expect(await moving.run('init site --from pages --ci none', moving.place)).toMatchObject({ exitCode: 0 });
    const here = join(moving.folder, 'content/media/a.svg');
    moving.git('add', '-A');
    moving.git('commit', '-q', '-m', 'content');
    draw('blue');
    expect((await moving.run('import pages')).stdout).toContain('✓ 1 media file');
    expect(readFileSync(here, 'utf8')).toBe(picture('blue'));
    writeFileSync(here, picture('pink'));
    expect(await moving.run('import pages --json')).toMatchObject({ exitCode: 0, json: { media: [] } });
    draw('black');
    const both = { exitCode: 3, json: { conflicts: [{ address: 'media/a.svg' }] } };
    for (const expected of [both, both]) expect(await moving.run('import pages --json')).toMatchObject(expected);
    expect(await moving.run('import pages --ours --json')).toMatchObject({ exitCode: 0, json: { conflicts: [] } });
    expect(await moving.run('import pages --json')).toMatchObject({ exitCode: 0, json: { conflicts: [] } });
    expect(readFileSync(here, 'utf8')).toBe(picture('pink'));
    draw('white');
    expect(await moving.run('import pages --theirs --json')).toMatchObject({ exitCode: 0, json: { conflicts: [] } });
    expect(readFileSync(here, 'utf8')).toBe(picture('white'));
  });

  it('leaves what the source has nothing of as it is, which is no failure', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    const before = moving.sessions();
    const empty = JSON.parse(schedule([])) as { schedule: { conference: object } };
    Object.assign(empty.schedule.conference, { days: [] });
    writeFileSync(moving.source, JSON.stringify(empty));
    for (const _ of [1, 2])
      expect(await moving.run('import schedule --json')).toMatchObject({ exitCode: 0, json: { complete: true } });
    expect(moving.sessions()).toEqual(before);
    writeFileSync(
      join(moving.place, 'people.json'),
      '[{ "id": "1", "fullName": "Ada", "tagLine": "", "isTopSpeaker": true }]',
    );
    await moving.run('import ../people.json --as people');
    expect(await moving.run('import people --json')).toMatchObject({ exitCode: 0, json: { complete: true } });
  });

  it('names the entry of the source that has what a left out one repeats', async () => {
    const moving = new Moving();
    await moving.run('init site --empty --timezone Europe/Paris --ci none', moving.place);
    mkdirSync(join(moving.place, 'pages'));
    for (const name of ['a', 'b'])
      writeFileSync(
        join(moving.place, `pages/${name}.md`),
        `---\ntitle: Same\nslug: same\ndate: 2027-05-02\n---\n${name}\n`,
      );
    const { stdout } = await moving.run('import ../pages');
    expect(stdout).toMatch(/with the same title and published_at is in \.\.\/pages\/a\.md:2/);
  });

  it('reads UTF-16', async () => {
    const moving = new Moving();
    writeFileSync(moving.source, Buffer.from(`\uFEFF${schedule(TALKS)}`, 'utf16le'));
    expect(await moving.run('init site --from schedule.json --ci none', moving.place)).toMatchObject({ exitCode: 0 });
    expect(Object.keys(moving.sessions())).toHaveLength(3);
  });

  it('knows the format of an import, so that no other answer is taken for a table', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    const config = join(moving.folder, 'gitcast.config.yaml');
    expect(readFileSync(config, 'utf8')).toContain('    format: schedule\n');
    const named = readFileSync(config, 'utf8');
    const unnamed = named.replace('    format: schedule\n', '');
    const asTable = named.replace('    format: schedule\n', '    format: csv\n');
    writeFileSync(config, unnamed);
    const good = readFileSync(moving.source);
    for (const bad of ['[]', '{"errors":[{"id":1,"name":"x"}]}', 'Error,Message\n1,Later\n']) {
      writeFileSync(moving.source, bad);
      expect(await moving.run('import schedule')).toMatchObject({ exitCode: 1 });
      writeFileSync(config, asTable);
      expect(await moving.run('import schedule')).toMatchObject({ exitCode: 1 });
      writeFileSync(config, unnamed);
      expect(existsSync(join(moving.folder, 'imports'))).toBe(false);
    }
    writeFileSync(moving.source, good);
    expect(await moving.run('import schedule')).toMatchObject({ exitCode: 0 });
  });

  it('refuses a credential in the address of a source, and never shows it', async () => {
    const moving = new Moving();
    const url = 'http://127.0.0.1:1/s.json?token=abcdef&apiKey=zyxwvu';
    const ran = [await moving.run(`init site --from ${url} --ci none`, moving.place)];
    await moving.run('init site --empty --ci none', moving.place);
    writeFileSync(join(moving.folder, 'gitcast.config.yaml'), `imports: { other: { source: '${url}' } }\n`);
    ran.push(await moving.run(`import ${url} --as talks`), await moving.run('import other'));
    for (const { exitCode, stdout, stderr } of ran) {
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/its parameter token[^]*key: \{ \$env: NAME \}/)]);
      expect(stdout + stderr).not.toMatch(/abcdef|zyxwvu/);
    }
    expect(readFileSync(join(moving.folder, 'gitcast.config.yaml'), 'utf8')).not.toContain('talks');
  });

  it('says that the state has to be committed', async () => {
    const moving = await Moving.begin();
    writeFileSync(join(moving.folder, '.gitignore'), '.gitcast/\n');
    moving.git('rm', '-r', '-q', '--cached', '.gitcast');
    const { stdout, stderr } = await moving.run('import schedule');
    expect(stdout + stderr).toContain('git ignores .gitcast/state/import.schedule.json');
  });
});

describe('a source that shrank', () => {
  const VANISHED = [
    'its entry vanished from the source; `gitcast import schedule --allow-deletes 2` deletes the file',
  ] as const;
  const listed = ['locks-and-weirs', 'night-boats'].map((name) => ({
    address: `sessions/${name}`,
    file: `content/sessions/${name}.yaml`,
    fields: [],
    reason: VANISHED[0],
  }));

  it(
    'brings its news, and deletes the files of what is missing only when that is allowed',
    { timeout: 60_000 },
    async () => {
      const moving = await Moving.begin();
      moving.say([{ ...TALKS[0]!, title: 'News' }]);
      const news = { 'locks-and-weirs.yaml': 'Locks and weirs', 'night-boats.yaml': 'Night boats' };
      // Every time, whatever the limit of the guard and however few are allowed: the base keeps them.
      for (const words of ['--json', '--ours --json', '--allow-deletes 1 --json', '--dry-run --json']) {
        const { exitCode, json } = await moving.run(`import schedule ${words}`);
        expect([exitCode, json]).toMatchObject([3, { deleted: [], skipped: listed, conflicts: [] }]);
        expect(moving.sessions()).toEqual({ ...news, 'reading-the-river.yaml': 'News' });
        moving.commit();
      }
      const { stdout } = await moving.run('import schedule');
      expect(stdout).toContain(`! content/sessions/night-boats.yaml: ${VANISHED[0]}\n`);
      expect(await moving.run('import schedule --allow-deletes 2 --json')).toMatchObject({
        exitCode: 0,
        json: { deleted: listed.map(({ file }) => file), skipped: [] },
      });
      expect(moving.sessions()).toEqual({ 'reading-the-river.yaml': 'News' });
      moving.commit();
      expect(await moving.run('import schedule --json')).toMatchObject({ exitCode: 0, json: { skipped: [] } });
    },
  );

  it('asks once about an edited file, which --ours keeps until --theirs deletes it', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    moving.edit('sessions/night-boats.yaml', 'title: Night boats', 'title: Boats with soup');
    moving.commit();
    moving.say(TALKS.slice(0, 2));
    const asked = { exitCode: 3, json: { conflicts: [{ address: 'sessions/night-boats' }], skipped: [] } };
    for (const words of ['--json', '--allow-deletes 9 --json'])
      expect(await moving.run(`import schedule ${words}`)).toMatchObject(asked);
    for (const words of ['--ours --json', '--json', '--allow-deletes 9 --json'])
      expect(await moving.run(`import schedule ${words}`)).toMatchObject({
        exitCode: 0,
        json: { conflicts: [], skipped: [], deleted: [] },
      });
    // It is the same entry when it is back.
    moving.say([...TALKS.slice(0, 2), { ...TALKS[2]!, start: '12:30' }]);
    expect(await moving.run('import schedule --json')).toMatchObject({
      exitCode: 0,
      json: { written: ['content/sessions/night-boats.yaml'], created: [] },
    });
    moving.commit();
    moving.say(TALKS.slice(0, 2));
    expect(await moving.run('import schedule --json')).toMatchObject({ exitCode: 0, json: { conflicts: [] } });
    const theirs = await moving.run('import schedule --theirs --json');
    expect([theirs.exitCode, theirs.json['skipped']]).toMatchObject([3, [{ address: 'sessions/night-boats' }]]);
    expect(await moving.run('import schedule --theirs --allow-deletes 1 --json')).toMatchObject({
      exitCode: 0,
      json: { deleted: ['content/sessions/night-boats.yaml'] },
    });
  });

  it('shows in a branch what it would delete, with the command', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    moving.say(TALKS.slice(0, 1));
    const { exitCode, json } = await moving.run('import schedule --branch news --json');
    expect([exitCode, json]).toMatchObject([3, { files: [], commit: null, skipped: listed }]);
    expect((await moving.run('import schedule --branch news')).stdout).toContain(VANISHED[0]);
  });

  it('stops at a table that is cut off, and changes nothing', async () => {
    const moving = new Moving();
    await moving.run('init site --empty --timezone Europe/Paris --ci none', moving.place);
    const rows = ['Alpha', 'Beta', 'Gamma', 'Delta'].map(
      (title, index) => `${index},${title},2027-06-18 1${index}:00,2027-06-18 1${index}:30\n`,
    );
    const table = `Id,Title,Start,End\n${rows.join('')}`;
    const file = join(moving.place, 'talks.csv');
    writeFileSync(file, table);
    expect(await moving.run('import ../talks.csv')).toMatchObject({ exitCode: 0 });
    const before = contentOf(moving.folder);
    writeFileSync(file, table.slice(0, table.indexOf('Gamma') + 8));
    const { exitCode, stderr } = await moving.run('import talks');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('line 4: the table ends in the middle of this row'),
    ]);
    expect(contentOf(moving.folder)).toEqual(before);
    writeFileSync(file, `Id,Title,Start,End\n${rows.slice(0, 3).join('')}`);
    expect(await moving.run('import talks --json')).toMatchObject({
      exitCode: 3,
      json: { deleted: [], skipped: [{ address: 'sessions/delta' }] },
    });
    expect(contentOf(moving.folder)).toEqual(before);
  });
});

describe('two sources in one repository', () => {
  const table = (...rows: readonly string[]): string => ['Id,Title,Start,End,Room,Speaker', ...rows, ''].join('\n');
  const ALPHA = '1,Alpha,2027-06-18 09:00,2027-06-18 09:30,Quay,Ann Low';
  const BETA = '2,Beta,2027-06-18 10:00,2027-06-18 10:30,Quay,Bo Berg';

  it('may number their rows alike', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    writeFileSync(join(moving.place, 'a.csv'), table(ALPHA));
    writeFileSync(join(moving.place, 'b.csv'), table('1,Knots,2027-06-19 09:00,2027-06-19 09:30,Quay,Cy Dane'));
    expect(await moving.run('import ../a.csv --as a')).toMatchObject({ exitCode: 0 });
    moving.commit();
    expect(await moving.run('import ../b.csv --as b --json')).toMatchObject({ exitCode: 0, json: { conflicts: [] } });
    expect(moving.sessions()).toMatchObject({ 'alpha.yaml': 'Alpha', 'knots.yaml': 'Knots' });
    moving.commit();
    for (const name of ['a', 'b'])
      expect(await moving.run(`import ${name} --json`)).toMatchObject({
        exitCode: 0,
        json: { written: [], created: [], deleted: [] },
      });
  });

  it('share an entry until both have dropped it', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    const [a, b] = ['a.csv', 'b.csv'].map((name) => join(moving.place, name)) as [string, string];
    writeFileSync(a, table(ALPHA, BETA));
    writeFileSync(b, table(BETA));
    for (const name of ['a', 'b']) {
      expect(await moving.run(`import ../${name}.csv --as ${name}`)).toMatchObject({ exitCode: 0 });
      moving.commit();
    }
    writeFileSync(a, table(ALPHA));
    expect(await moving.run('import a --json')).toMatchObject({ exitCode: 0, json: { deleted: [] } });
    moving.commit();
    writeFileSync(b, table(ALPHA));
    expect((await moving.run('import b --allow-deletes 2 --json')).json).toMatchObject({
      deleted: ['content/hosts/bo-berg.yaml', 'content/sessions/beta.yaml'],
    });
  });

  it('rename a person, and all that mention them follow', { timeout: 60_000 }, async () => {
    const moving = await Moving.begin();
    writeFileSync(join(moving.place, 'a.csv'), table(ALPHA, BETA));
    expect(await moving.run('import ../a.csv --as a')).toMatchObject({ exitCode: 0 });
    moving.commit();
    writeFileSync(join(moving.place, 'a.csv'), table(ALPHA, BETA.replace('Bo Berg', 'Dr. Bo Berg')));
    const { exitCode, json } = await moving.run('import a --json');
    expect([exitCode, json]).toMatchObject([3, { conflicts: [], skipped: [{ address: 'hosts/bo-berg' }] }]);
    expect(readFileSync(join(moving.folder, 'content/sessions/beta.yaml'), 'utf8')).toContain('hosts/dr-bo-berg');
    expect((await moving.run('import a --allow-deletes 1 --json')).json).toMatchObject({
      deleted: ['content/hosts/bo-berg.yaml'],
    });
    expect(await moving.run('import a --json')).toMatchObject({ exitCode: 0, json: { written: [], created: [] } });
  });
});

describe('a source on another host', () => {
  const serve = async (
    answer: (headers: IncomingHttpHeaders) => { status?: number; location?: string; text?: string },
  ) => {
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer(({ headers }, response) => {
      seen.push(headers);
      const { status = 200, location, text = '' } = answer(headers);
      response.writeHead(status, location === undefined ? {} : { location }).end(text);
    });
    return { seen, url: `http://127.0.0.1:${await listenInTest(server)}/schedule.json` };
  };
  const repository = async (): Promise<string> => {
    const place = temporaryFolder();
    await gitcast('init site --empty --timezone Europe/Paris --ci none', { cwd: place });
    return join(place, 'site');
  };

  it('is read with the key that the configuration names, and only by its own host', async () => {
    const cwd = await repository();
    const other = await serve(() => ({ text: schedule(TALKS) }));
    const first = await serve(({ authorization }) =>
      authorization === 'Token abc' ? { status: 302, location: other.url } : { status: 401 },
    );
    const refused = await gitcast(`import ${first.url}`, { cwd });
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('key: { $env: NAME }')]);
    const config = join(cwd, 'gitcast.config.yaml');
    const entry = `imports:\n  talks: { source: '${first.url}', key: { $env: TALKS_KEY } }\n`;
    writeFileSync(config, readFileSync(config, 'utf8') + entry);
    const env = { TALKS_KEY: `Token abc@${new URL(first.url).origin}` };
    expect(await gitcast('import talks', { cwd, env })).toMatchObject({ exitCode: 0 });
    expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  it('is not read from the network of a machine of CI', async () => {
    const cwd = await repository();
    const { url } = await serve(() => ({ text: schedule(TALKS) }));
    const { exitCode, stderr } = await gitcast(`import ${url}`, { cwd, env: { CI: 'true' } });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not a public address')]);
  });

  it.each(['https://ann:secret@example.org/x.json', 'http://example.org/x.json', 'ftp://example.org/x.json'])(
    'is not read from %s',
    async (url) => {
      const { exitCode, stderr } = await gitcast(`import ${url}`, { cwd: await repository() });
      expect([exitCode, stderr.includes('secret')]).toEqual([1, false]);
    },
  );
});
