import { describe, expect, it } from 'vitest';
import { aboutSource } from '../../src/project/import/import-source.ts';
import { ImportingRepository, type ImportedObject } from './imported.ts';

const talk = (id: string, fields: ImportedObject['fields'] = {}): ImportedObject => ({
  kind: 'session',
  id,
  fields: { title: id, status: 'published', time: timeAt(10), ...fields },
});

const timeAt = (hour: number) => {
  const at = (each: number): string => `2027-06-19T${String(each).padStart(2, '0')}:00:00+02:00`;
  return { start: at(hour), end: at(hour + 1) };
};

const ALPHA = 'sessions/alpha.yaml';
const OTHER = talk('other', { time: timeAt(20) });

describe('a field that was removed from a file', () => {
  it('keeps the file when its entry vanishes', async () => {
    const repository = new ImportingRepository();
    await repository.import([talk('alpha', { description: 'Wrong.' }), OTHER], ['session']);
    const corrected = repository.files.get(ALPHA)!.replace(/^description: .*\n/m, '');
    repository.files.set(ALPHA, corrected);
    expect(await repository.import([OTHER], ['session'])).toMatchObject({
      edits: [],
      conflicts: [{ address: 'sessions/alpha' }],
    });
    expect(repository.files.get(ALPHA)).toBe(corrected);
  });
});

describe('a text that file and source changed in the same way', () => {
  const NEWS = 'articles/news.md';
  const news = (content: string): ImportedObject => ({
    kind: 'article',
    id: 'news',
    fields: { title: 'News', status: 'draft', content },
  });

  it('is the one that later changes of both are compared with', async () => {
    const repository = new ImportingRepository();
    await repository.import([news('First.\n\nSecond.\n\nThird.')], ['article']);
    const edit = (from: string, to: string) =>
      repository.files.set(NEWS, repository.files.get(NEWS)!.replace(from, to));
    edit('Second.', 'Agreed.');
    expect(await repository.import([news('First.\n\nAgreed.\n\nThird.')], ['article'])).toMatchObject({ edits: [] });
    edit('Agreed.', 'Second.');
    expect(await repository.import([news('Fourth.\n\nAgreed.\n\nThird.')], ['article'])).toMatchObject({
      conflicts: [],
    });
    expect(repository.files.get(NEWS)).toContain('Fourth.\n\nSecond.\n\nThird.');
  });
});

describe('a document that was deleted', () => {
  it('is asked about once when its entry gains a field', async () => {
    const repository = new ImportingRepository();
    await repository.import([talk('alpha'), OTHER], ['session']);
    repository.files.delete(ALPHA);
    const gained = [talk('alpha', { description: 'New.' }), OTHER];
    const { conflicts } = await repository.import(gained, ['session']);
    expect(conflicts).toMatchObject([{ address: 'sessions/alpha' }]);
    await repository.import(gained, ['session'], { ours: true });
    expect(await repository.import(gained, ['session'])).toMatchObject({ edits: [], conflicts: [] });
  });
});

/** A row of a table without a key: its title and its start are the key. */
const row = (title: string, hour: number, fields: ImportedObject['fields'] = {}): ImportedObject => {
  const time = timeAt(hour);
  const id = `${title} | ${time.start}`;
  return {
    kind: 'session',
    id: `session:${id}`,
    keyGroup: '',
    fields: { _reference: id, title, status: 'published', time, ...fields },
  };
};

/** One of several times of a talk, in the order of a source that numbers them anew each time. */
const slots = (...hours: readonly number[]): readonly ImportedObject[] =>
  hours.map((hour, index) => {
    const id = index === 0 ? 'AAA' : `AAA/${index + 1}`;
    const fields = { _reference: id, title: 'Tour', status: 'published', time: timeAt(hour) };
    return { kind: 'session', id: `session:${id}`, keyGroup: 'AAA', fields };
  });

const edit = (repository: ImportingRepository, file: string, from: RegExp | string, to: string): void =>
  void repository.files.set(file, repository.files.get(file)!.replace(from, to));

describe('a row whose key changes, because it is its title and its start', () => {
  const ROWS = [row('Alpha', 10), row('Beta', 11), row('Gamma', 12)];
  const begin = async (): Promise<ImportingRepository> => {
    const repository = new ImportingRepository();
    await repository.import(ROWS, ['session']);
    repository.files.set(
      'sessions/two.yaml',
      `${repository.files.get('sessions/beta.yaml')!}$aliases: [sessions/beta]\n`,
    );
    repository.files.delete('sessions/beta.yaml');
    edit(repository, 'sessions/two.yaml', 'status: published', 'status: draft');
    return repository;
  };

  it.each([
    ['another title', row('Beta, again', 11), 'title: Beta, again'],
    ['another start', row('Beta', 15), 'T15:00:00'],
  ])('gets %s in the same file, and keeps its correction', async (_, changed, said) => {
    const repository = await begin();
    const rows = [ROWS[0]!, changed, ROWS[2]!];
    const { conflicts, notes } = await repository.import(rows, ['session']);
    expect({ conflicts, notes }).toEqual({ conflicts: [], notes: [] });
    expect([...repository.files.keys()].sort()).toEqual([
      'broadcast.yaml',
      'sessions/alpha.yaml',
      'sessions/gamma.yaml',
      'sessions/two.yaml',
    ]);
    expect(repository.files.get('sessions/two.yaml')).toContain(said);
    expect(repository.files.get('sessions/two.yaml')).toContain('status: draft');
    expect(await repository.import(rows, ['session'])).toMatchObject({ edits: [], conflicts: [] });
    // The key that it had may be that of another one by now.
    await repository.import([...rows, ROWS[1]!], ['session']);
    expect(repository.files.size).toBe(5);
    expect(repository.files.get('sessions/beta.yaml') ?? repository.files.get('sessions/beta-2.yaml')).toContain(
      'T11:00',
    );
  });

  it('is a new one if it could be one of several, and that is said', async () => {
    const repository = new ImportingRepository();
    await repository.import([row('Lunch', 12), row('Lunch', 13), row('Alpha', 10)], ['session']);
    const { notes } = await repository.import([row('Lunch', 14), row('Alpha', 10)], ['session']);
    expect(notes).toEqual([expect.stringContaining('1 entry could be one of several that have vanished')]);
    expect(repository.files.size).toBe(3);
  });

  it('stays with its title when two change places', async () => {
    const repository = await begin();
    await repository.import([row('Alpha', 11), row('Beta', 10), ROWS[2]!], ['session']);
    expect(repository.files.get('sessions/two.yaml')).toMatch(/title: Beta\nstatus: draft\n[^]*T10:00/);
    expect(repository.files.get('sessions/alpha.yaml')).toMatch(/title: Alpha\nstatus: published\n[^]*T11:00/);
  });
});

describe('a document whose former file name another one has', () => {
  const numbered = (id: string, title: string, fields: ImportedObject['fields'] = {}): ImportedObject => ({
    ...talk(title, { _reference: id, ...fields }),
    id: `session:${id}`,
  });
  const [ROPES, TOWERS] = [numbered('1', 'Ropes'), numbered('2', 'Towers', { time: timeAt(12) })];
  const [ropes, towers, moved] = ['ropes', 'towers', 'moved'].map((name) => `sessions/${name}.yaml`) as [
    string,
    string,
    string,
  ];
  const ownTalk = `title: Ropes\nstatus: published\ntime: ${JSON.stringify(timeAt(10))}\n`;
  const news = numbered('1', 'Ropes', { description: 'News.' });
  const begin = async (): Promise<ImportingRepository> => {
    const repository = new ImportingRepository();
    await repository.import([ROPES, TOWERS], ['session']);
    repository.files.set(moved, repository.files.get(ropes)!);
    return repository;
  };

  it.each([
    ['no reference', ownTalk],
    ['another reference', `${ownTalk}_reference: ours\n`],
  ])('is known by its reference, and the other one with %s is left alone', async (_, own) => {
    const repository = await begin();
    repository.files.set(ropes, own);
    edit(repository, moved, 'title: Ropes', 'title: Ropes and more');
    expect((await repository.import([news, TOWERS], ['session'])).conflicts).toEqual([]);
    expect(repository.files.get(moved)).toMatch(/^title: Ropes and more$[^]*^description: News\.$/m);
    expect(repository.files.get(ropes)).toBe(own);
    expect(await repository.import([news, TOWERS], ['session'])).toMatchObject({ edits: [], conflicts: [] });
    await repository.import([TOWERS], ['session'], { theirs: true });
    expect([...repository.files.keys()]).toEqual(['broadcast.yaml', ropes, towers]);
    expect(repository.files.get(ropes)).toBe(own);
  });

  it('is known by its reference if the other one came from the source too', async () => {
    const repository = await begin();
    repository.files.set(ropes, repository.files.get(towers)!);
    repository.files.delete(towers);
    const files = new Map(repository.files);
    expect(await repository.import([ROPES, TOWERS], ['session'])).toMatchObject({ edits: [], conflicts: [] });
    expect(repository.files).toEqual(files);
    await repository.import([news, numbered('2', 'Towers', { description: 'More.', time: timeAt(12) })], ['session']);
    expect(repository.files.get(moved)).toContain('description: News.');
    expect(repository.files.get(ropes)).toContain('description: More.');
  });

  it('stays where it was if only its reference was removed', async () => {
    const repository = await begin();
    repository.files.delete(moved);
    edit(repository, ropes, /^_reference: .*\n/m, '');
    await repository.import([news, TOWERS], ['session']);
    expect(repository.files.get(ropes)).toContain('description: News.');
  });

  it('stays where it was if a copy with its reference has another title', async () => {
    const repository = await begin();
    edit(repository, moved, 'title: Ropes', 'title: Copy');
    const copy = repository.files.get(moved);
    await repository.import([news, TOWERS], ['session']);
    expect(repository.files.get(ropes)).toContain('description: News.');
    expect(repository.files.get(moved)).toBe(copy);
  });
});

describe('a talk that takes place several times', () => {
  it.each([
    ['the first is cancelled', [12, 14], ['12', '14']],
    ['one is added before', [9, 10, 12, 14], ['10', '12', '14', '09']],
    ['one moves', [10, 13, 14], ['10', '13', '14']],
    ['one moves before the first', [8, 12, 14], ['08', '12', '14']],
  ])('keeps the correction of each time if %s', async (_, hours, expected) => {
    const repository = new ImportingRepository();
    await repository.import(slots(10, 12, 14), ['session']);
    for (const file of ['tour', 'tour-2', 'tour-3'])
      edit(repository, `sessions/${file}.yaml`, /^title: Tour$/m, `title: Tour ${file}`);
    const manner = { theirs: hours.length < 3 };
    expect(await repository.import(slots(...hours), ['session'], manner)).toMatchObject({ conflicts: [] });
    const texts = [...repository.files].filter(([path]) => path.startsWith('sessions/')).map(([, text]) => text);
    expect(texts.map((text) => /start: .*T(\d\d)/.exec(text)![1])).toEqual(expected);
    expect(texts.filter((text) => /^title: Tour tour/m.test(text))).toHaveLength(Math.min(3, hours.length));
    expect(await repository.import(slots(...hours), ['session'])).toMatchObject({ edits: [], conflicts: [] });
  });
});

describe('a person whose id others get or lose', () => {
  const [KLIMENT, ADA] = ['hosts/kliment.yaml', 'hosts/ada.yaml'];
  const person = (id: string, title: string): ImportedObject => ({
    kind: 'host',
    id: `host:${id}`,
    keyGroup: '0',
    fields: { _reference: id, title, status: 'published' },
  });
  const named = (...hosts: readonly ImportedObject[]): readonly ImportedObject[] => [
    ...hosts,
    talk('alpha', { hostIds: hosts.map(({ id }) => id) }),
  ];
  const begin = async (...hosts: readonly ImportedObject[]) => {
    const repository = new ImportingRepository();
    await repository.import(named(...hosts), ['host', 'session']);
    edit(repository, KLIMENT, 'status: published', 'status: published\ndescription: Ours.');
    const again = (...next: readonly ImportedObject[]) => repository.import(named(...next), ['host', 'session']);
    return { repository, again };
  };
  const hostsOf = ({ files }: ImportingRepository) => [...files.keys()].filter((path) => path.startsWith('hosts/'));

  it('keeps the file and its correction when a second name appears, and when it goes', async () => {
    const { repository, again } = await begin(person('0', 'Kliment'));
    const both = [person('0 | ada', 'Ada'), person('0 | kliment', 'Kliment')];
    expect(await again(...both)).toMatchObject({ conflicts: [] });
    expect(hostsOf(repository).sort()).toEqual([ADA, KLIMENT]);
    expect(repository.files.get(KLIMENT)).toContain('description: Ours.');
    expect(repository.files.get(ALPHA)).toMatch(/hostIds:\s+- hosts\/ada\s+- hosts\/kliment/);
    expect(await again(...both)).toMatchObject({ edits: [], conflicts: [] });
    await again(person('0', 'Ada'));
    expect(repository.files.get(ALPHA)).toMatch(/hostIds:\s+- hosts\/ada\s*$/m);
    expect(repository.files.get(ADA)).toContain('title: Ada');
  });

  it('is the same person with another name as long as the id has one name', async () => {
    const { repository, again } = await begin(person('0 | ada', 'Ada'), person('0 | kliment', 'Kliment'));
    edit(repository, KLIMENT, 'description: Ours.\n', '');
    await again(person('0', 'Kliment'));
    expect(hostsOf(repository)).toEqual([KLIMENT]);
    await again(person('0', 'Kliment Low'));
    expect(repository.files.get(KLIMENT)).toContain('title: Kliment Low');
    expect(repository.files.get(ALPHA)).toContain('- hosts/kliment\n');
    expect(await again(person('0', 'Kliment Low'))).toMatchObject({ edits: [], conflicts: [] });
  });
});

describe('a person who vanishes with a session that is in conflict', () => {
  it('stays, because the session still names them', async () => {
    const repository = new ImportingRepository();
    const person = (name: string): ImportedObject => ({ kind: 'host', id: `host:${name}`, fields: { title: name } });
    const all = [person('ann'), person('bo'), talk('alpha', { hostIds: ['host:ann'] }), OTHER];
    await repository.import(all, ['host', 'session']);
    edit(repository, ALPHA, 'title: alpha', 'title: Alpha');
    const { conflicts, skipped } = await repository.import([person('bo'), OTHER], ['host', 'session']);
    expect(conflicts).toMatchObject([{ address: 'sessions/alpha' }]);
    expect(skipped).toMatchObject([
      { address: 'hosts/ann', reason: 'it is gone from the target, but content/sessions/alpha.yaml still names it' },
    ]);
    expect([...repository.files.keys()]).toContain('hosts/ann.yaml');
  });

  it('stays, and the session gets what else changed, also if its hosts are the conflict', async () => {
    const repository = new ImportingRepository();
    const person = (name: string): ImportedObject => ({ kind: 'host', id: `host:${name}`, fields: { title: name } });
    const session = (hosts: readonly string[], fields: ImportedObject['fields'] = {}) =>
      talk('alpha', { hostIds: hosts.map((name) => `host:${name}`), ...fields });
    const others = [person('bo'), person('cy'), OTHER];
    const kinds = ['host', 'session'] as const;
    await repository.import([person('ann'), session(['ann', 'bo']), ...others], kinds);
    edit(repository, ALPHA, / *- hosts\/bo\n|, hosts\/bo/, '');
    const { conflicts, skipped } = await repository.import(
      [session(['cy'], { description: 'New.' }), ...others],
      kinds,
    );
    expect(conflicts).toMatchObject([{ address: 'sessions/alpha', fields: ['hostIds'] }]);
    expect(skipped).toMatchObject([{ address: 'hosts/ann' }]);
    expect(repository.files.get(ALPHA)).toContain('description: New.');
  });
});

describe('a document of one’s own that is like an entry', () => {
  const PARADE: ImportedObject = {
    kind: 'event',
    id: 'event:parade',
    fields: {
      title: 'Boat parade',
      place_id: 'place:quay',
      start_time: timeAt(18).start,
      end_time: timeAt(18).end,
      description: 'From the source.',
    },
  };
  const QUAY: ImportedObject = { kind: 'place', id: 'place:quay', fields: { name: 'Quay' } };
  const begin = (): ImportingRepository => {
    const repository = new ImportingRepository();
    repository.files.set('places/quay.yaml', 'name: Quay\n');
    const { start, end } = timeAt(18);
    const own = `title: The boats\nplace_id: places/quay\nstart_time: ${start}\nend_time: ${end}\ndescription: Ours.\n`;
    repository.files.set('events/boats.yaml', own);
    return repository;
  };
  const run = (repository: ImportingRepository, manner = {}) =>
    repository.import([QUAY, PARADE], ['event', 'place'], manner);

  it('is asked about, with two ways out', async () => {
    const { conflicts } = await run(begin());
    expect(conflicts.map(({ reason }) => aboutSource(reason))).toEqual([
      'event parade in the source has the same place and time under a different title: --theirs takes its values into the file, --ours keeps those of the file; both are one from then on',
    ]);
  });

  it.each([
    ['theirs', 'title: Boat parade', 'From the source.'],
    ['ours', 'title: The boats', 'Ours.'],
  ])('is the entry from then on with --%s', async (manner, title, description) => {
    const repository = begin();
    await run(repository);
    expect(await run(repository, { [manner]: true })).toMatchObject({ conflicts: [] });
    expect([...repository.files.keys()].filter((file) => file.startsWith('events/'))).toEqual(['events/boats.yaml']);
    expect(repository.files.get('events/boats.yaml')).toContain(title);
    expect(repository.files.get('events/boats.yaml')).toContain(description);
    expect(await run(repository)).toMatchObject({ edits: [], conflicts: [] });
    const later = { ...PARADE, fields: { ...PARADE.fields, end_time: timeAt(19).end } };
    await repository.import([QUAY, later], ['event', 'place']);
    expect(repository.files.get('events/boats.yaml')).toContain('T20:00:00');
  });
});
