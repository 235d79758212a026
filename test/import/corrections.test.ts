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
