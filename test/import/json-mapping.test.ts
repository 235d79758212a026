import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { json } from '../../src/import/json.ts';
import { readMapping } from '../../src/import/mapping.ts';
import type { SourceContent } from '../../src/import/source.ts';
import { fieldsOf, messagesOf, problemsIn, readWith, readDamaged } from './reading.ts';

const PROGRAMME = {
  days: [
    {
      date: '2027-06-19',
      rooms: {
        'Dock hall': [
          {
            nr: 7,
            name: 'Reading the river',
            at: '10:00',
            minutes: 90,
            people: [{ id: 'lena' }],
            html: '<p>Maps &amp; <b>boats</b></p>',
          },
          { nr: 8, name: 'Rapids', at: '23:30', minutes: 60, people: [], state: 'rejected' },
        ],
        Quay: [{ nr: 9, name: 'Night', at: '22:00', minutes: 45, people: [{ id: 'lena' }, { id: 'ada' }] }],
      },
    },
  ],
  people: {
    lena: { first: 'Léna', last: 'Moreau', site: 'www.lena.example' },
    ada: { first: 'Ada', last: 'Park', site: 'none' },
  },
};

const MAPPING = `
timezone: Europe/Paris
records:
  - kind: session
    rows: /days/*/rooms/*
    unless: { state: [rejected, withdrawn] }
    key: nr
    fields:
      title: name
      time:
        start: { date: 3/date, time: at }
        end: { duration: minutes }
      description: { from: html, as: html }
      hostIds: { from: /people/*/id, by: key }
      interestPointId: 1#
      categoryIds: { value: Talk }
  - kind: host
    rows: /people/*
    key: 0#
    fields:
      title: { template: "{first} {last}" }
      links: [{ label: { value: Website }, url: site }]
`;

const read = (data: unknown, mapping = MAPPING): Promise<SourceContent> =>
  readWith(
    json,
    { 'data.json': typeof data === 'string' ? data : JSON.stringify(data, undefined, 2) },
    { mapping: readMapping('map.yaml', mapping) },
  );

const refusal = (reading: Promise<unknown>): Promise<UserError> =>
  reading.then(
    () => Promise.reject(new Error('it was read')),
    (error: unknown) => (error instanceof UserError ? error : Promise.reject(error as Error)),
  );

describe('JSON with a mapping', () => {
  it('becomes records: lists in lists, values above a row, names of members, and pointers by key', async () => {
    const content = await read(PROGRAMME);
    expect(fieldsOf(content, 'session')).toEqual({
      7: {
        _reference: '7',
        status: 'published',
        title: 'Reading the river',
        time: { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:30:00+02:00' },
        description: 'Maps & **boats**',
        hostIds: ['lena'],
        interestPointId: 'Dock hall',
        categoryIds: ['Talk'],
      },
      9: {
        _reference: '9',
        status: 'published',
        title: 'Night',
        time: { start: '2027-06-19T22:00:00+02:00', end: '2027-06-19T22:45:00+02:00' },
        hostIds: ['lena', 'ada'],
        interestPointId: 'Quay',
        categoryIds: ['Talk'],
      },
    });
    expect(fieldsOf(content, 'host')).toEqual({
      lena: {
        _reference: 'lena',
        status: 'published',
        title: 'Léna Moreau',
        links: [{ label: 'Website', url: 'https://www.lena.example/' }],
      },
      ada: { _reference: 'ada', status: 'published', title: 'Ada Park' },
    });
    expect(problemsIn(content)).toEqual([]);
    expect(content.findings).toContain('1 row left out by a condition of sessions');
  });

  it('reports values that cannot be read where they are in the file', async () => {
    const content = await read(PROGRAMME);
    const line =
      JSON.stringify(PROGRAMME, undefined, 2)
        .split('\n')
        .findIndex((each) => each.includes('"site": "none"')) + 1;
    expect(messagesOf(content)).toEqual([`${line}:15 \`none\` is not the address of a page or a picture`]);
  });

  it('without line breaks is not shown as one line', async () => {
    const people = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, PROGRAMME.people.ada]));
    const { diagnostics } = await read(JSON.stringify({ ...PROGRAMME, people: { ...PROGRAMME.people, ...people } }));
    expect(diagnostics[0]?.at).toMatchObject({ line: 1, lineText: '' });
  });

  it('reports a key that no record has', async () => {
    const content = await read({ ...PROGRAMME, people: { lena: PROGRAMME.people.lena } });
    expect(messagesOf(content)).toEqual([expect.stringMatching(/ there is no host with the key `ada`$/)]);
  });

  it('names the lists that there are if rows are not found', async () => {
    const error = await refusal(read({ sessions: [{ title: 'One' }] }));
    expect(error.message).toBe('map.yaml, line 5: there is no list at `/days/*/rooms/*`');
    expect(error.suggestion).toContain('`/sessions/*`');
  });

  it('may have an empty list', async () => {
    expect((await read({ days: [], people: {} })).records).toEqual([]);
  });
});

describe('JSON without a mapping', () => {
  it('is refused with the next step', async () => {
    expect((await refusal(readWith(json, { 'data.json': '{"a": [1, 2]}' }))).suggestion).toBe(
      'write a mapping and pass it with --map FILE',
    );
  });

  it('never fails on a file that is cut off or damaged, but with a sentence', async () => {
    const files = { 'data.json': JSON.stringify(PROGRAMME) };
    await readDamaged(json, files, { mapping: readMapping('map.yaml', MAPPING) });
    await expect(readDamaged(json, files)).resolves.toBeUndefined();
  });
});

describe('a mapping file', () => {
  const problems = (text: string): readonly string[] => {
    try {
      readMapping('map.yaml', text);
      return [];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.diagnostics.map(
        ({ at, message, suggestion }) => `${at.line}:${at.column} ${message} (${suggestion ?? ''})`,
      );
    }
  };

  it.each([
    [
      'an unknown setting',
      'timezon: Europe/Paris\nrecords: []',
      ['1:1 a mapping has no `timezon` (did you mean `timezone`?)'],
    ],
    [
      'an unknown time zone',
      'timezone: Europe/Pariss\nrecords: []',
      ['1:11 `timezone` must be a time zone such as Europe/Paris (did you mean Europe/Paris?)'],
    ],
    [
      'an unknown kind',
      'records:\n  - kind: sesion\n    fields: {}',
      [
        '2:11 `records[0].kind` must be one of event, session, host, place, interestPoint, category, article, page (did you mean session?)',
      ],
    ],
    [
      'an unknown field',
      'records:\n  - kind: category\n    fields:\n      title: Name\n      colour: C',
      ['5:7 `records[0].fields` has no `colour` (did you mean `color`?)'],
    ],
    [
      'an unknown function',
      'records:\n  - kind: host\n    fields:\n      title: { form: Name }',
      ['4:16 `records[0].fields.title` has no `form` (did you mean `from`?)'],
    ],
    [
      'an unknown option of a function',
      'records:\n  - kind: host\n    fields:\n      title: { from: Name, spilt: "," }',
      ['4:28 `records[0].fields.title` has no `spilt` (did you mean `split`?)'],
    ],
    [
      'a field that the service sets',
      'records:\n  - kind: host\n    fields: { title: T, _id: ID }',
      [expect.stringContaining('has no `_id`')],
    ],
    ['no records', 'timezone: Europe/Paris', ['1:1 `records` is missing: it must be a list ()']],
    [
      'a required field that has no value yet',
      'records:\n  - kind: event\n    fields:\n      title: T\n      start_time: S\n      end_time: # to do',
      [
        '6:7 `records[0].fields.end_time` is missing: it must be a source or a function (from, value, template, date, duration) ()',
      ],
    ],
    ['broken YAML', 'records: [', [expect.stringContaining('never closed')]],
  ])('with %s is refused, with the position and the next step', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('that names a column which is not there is refused, and the error lists the columns', async () => {
    const { csv } = await import('../../src/import/csv.ts');
    const mapping = readMapping(
      'map.yaml',
      'records:\n  - kind: host\n    where: Ort\n    fields: { title: Nam, description: { template: "{Bio} ({Firma})" } }',
    );
    const error = await refusal(readWith(csv, { 'a.csv': 'Name,Bio\nLéna,Rivers\n' }, { mapping }));
    expect(error.diagnostics.map(({ at, message, suggestion }) => [at.line, message, suggestion])).toEqual([
      [3, 'there is no column `Ort`', 'its columns are `Name`, `Bio`'],
      [4, 'there is no column `Nam`', 'did you mean `Name`? its columns are `Name`, `Bio`'],
      [4, 'there is no column `Firma`', 'its columns are `Name`, `Bio`'],
    ]);
  });

  it('can replace values, split lists, and translate', async () => {
    const { csv } = await import('../../src/import/csv.ts');
    const mapping = readMapping(
      'map.yaml',
      `timezone: Europe/Paris
records:
  - kind: session
    key: [Day, Title]
    fields:
      title: Title
      time: { start: { date: { from: Day, values: { "1": 2027-06-18, "2": 2027-06-19 } }, time: Slot }, end: { date: { from: Day, values: { "1": 2027-06-18, "2": 2027-06-19 } }, time: Slot, part: end } }
      categoryIds: [{ from: Tags, split: ";" }, Type]
      status: { from: Confirmed, values: { ja: published, no: draft } }
      localeDetails: { fr: { title: Titre } }
      defaultLocale: { from: Language, values: { English: en } }
  - kind: place
    where: Stand
    key: Stand
    fields: { name: Stand, coordinates: { x: X, y: Y } }`,
    );
    const content = await readWith(
      csv,
      {
        'a.csv':
          'Title;Titre;Day;Slot;Tags;Type;Confirmed;Language;Stand;X;Y\nRiver;La rivière;1;9:00 – 10:30;water; boats;Talk;ja;English;;;\nNight;;2;10:00–11:00;;Talk;no;German;A 1;1020,4;30\n'.replace(
            'water; boats',
            '"water; boats"',
          ),
      },
      { mapping },
    );
    expect(fieldsOf(content, 'session')['1 | River']).toEqual({
      _reference: '1 | River',
      title: 'River',
      status: 'published',
      time: { start: '2027-06-18T09:00:00+02:00', end: '2027-06-18T10:30:00+02:00' },
      categoryIds: ['water', 'boats', 'Talk'],
      localeDetails: { fr: { title: 'La rivière' } },
      defaultLocale: 'en',
    });
    expect(fieldsOf(content, 'session')['2 | Night']).toMatchObject({
      status: 'draft',
      time: { start: '2027-06-19T10:00:00+02:00' },
    });
    expect(fieldsOf(content, 'place')).toEqual({ 'A 1': { name: 'A 1', coordinates: { x: 1020, y: 30 } } });
    expect(messagesOf(content)).toEqual(['3:31 `German` is not a value of this field']);
  });
});
