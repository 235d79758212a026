import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { schedule } from '../../src/import/schedule.ts';
import type { SourceContent } from '../../src/import/source.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { otherOffsets } from '../../src/project/import/read-import.ts';
import { runs } from '../seed.ts';
import { fieldsOf, messagesOf, problemsIn, readWith, sourceOf, readDamaged } from './reading.ts';

const lena = {
  code: 'LENA01',
  guid: 'b5a0e0a5-6d4f-5d3c-8a63-000000000001',
  id: 12,
  name: 'Léna Moreau',
  public_name: 'Léna Moreau',
  avatar: '/media/avatars/lena.jpg',
  biography: 'Writes about *rivers*.',
  url: 'https://talks.harbour.example/2027/speaker/LENA01/',
};

const river = {
  guid: 'a5a0e0a5-6d4f-5d3c-8a63-000000000001',
  code: 'RIVER1',
  id: 7,
  logo: '/media/2027/river.png',
  date: '2027-06-19T10:00:00+02:00',
  start: '10:00',
  duration: '01:30',
  room: 'Dock hall',
  slug: '2027-7-reading-the-river',
  url: 'https://talks.harbour.example/2027/talk/RIVER1/',
  title: 'Reading the river',
  subtitle: 'Maps & *boats*',
  track: 'Water',
  type: 'Talk',
  language: 'en',
  abstract: 'How to read a **river**.\r\n\r\nBring boots.',
  description: '# More\n\n1. Maps\n2. Boats',
  recording_license: '',
  do_not_record: true,
  persons: [lena] as Json,
  links: [{ title: 'Maps [old]', url: 'https://maps.example/(old)' }] as Json,
  attachments: [{ title: 'Slides', url: '/media/2027/river.pdf' }] as Json,
};

const night = {
  ...river,
  guid: 'a5a0e0a5-6d4f-5d3c-8a63-000000000002',
  code: 'NIGHT1',
  id: 8,
  date: '2027-06-20T00:30:00+02:00',
  start: '00:30',
  duration: '1:02:00',
  room: 'Quay',
  url: 'https://talks.harbour.example/2027/talk/NIGHT1/',
  title: 'Night on the quay',
  subtitle: null,
  track: null,
  type: 'Talk',
  language: 'de',
  abstract: 'Sterne.',
  description: 'Sterne.',
  logo: null,
  do_not_record: false,
  links: [],
  attachments: [],
};

const DOCK_HALL = 'c0a0e0a5-6d4f-5d3c-8a63-000000000001';

/** The import copies pictures only if it is asked to. */
const PICTURE_ELSEWHERE = /^media-elsewhere /;

type Talk = Readonly<Record<string, Json>>;

const inDays = (talks: readonly Talk[], conference: JsonObject = {}): string =>
  JSON.stringify({
    schedule: {
      version: '0.3',
      base_url: 'https://talks.harbour.example',
      conference: {
        acronym: 'harbour',
        title: 'Harbour festival',
        start: '2027-06-19',
        end: '2027-06-20',
        time_zone_name: 'Europe/Paris',
        url: 'https://talks.harbour.example/2027/',
        rooms: [{ name: 'Dock hall', guid: DOCK_HALL, description: 'Upstairs', capacity: 200 }],
        tracks: [{ name: 'Water', slug: 'water', color: '#0b3c49' }],
        days: [
          {
            index: 1,
            date: '2027-06-19',
            day_start: '2027-06-19T04:00:00+02:00',
            day_end: '2027-06-20T03:59:00+02:00',
            rooms: Object.fromEntries(Map.groupBy(talks, (talk) => talk['room'] as string)),
          },
        ],
        ...conference,
      },
    },
  });

/** The talk about the river. */
const XML = `
  <conference>
    <title>Harbour festival</title><time_zone_name>Europe/Paris</time_zone_name>
    <base_url>https://talks.harbour.example</base_url><url>https://talks.harbour.example/2027/</url>
    <track name="Water" slug="water" color="#0b3c49"/>
  </conference>
  <day index="1" date="2027-06-19" start="2027-06-19T04:00:00+02:00" end="2027-06-20T03:59:00+02:00">
    <room name="Dock hall" guid="c0a0e0a5-6d4f-5d3c-8a63-000000000001">
      <event guid="a5a0e0a5-6d4f-5d3c-8a63-000000000001" id="7" code="RIVER1">
        <room>Dock hall</room><title>Reading the river</title><subtitle>Maps &amp; *boats*</subtitle>
        <type>Talk</type><track>Water</track><language>en</language><logo>/media/2027/river.png</logo>
        <date>2027-06-19T10:00:00+02:00</date><start>10:00</start><duration>01:30</duration>
        <url>https://talks.harbour.example/2027/talk/RIVER1/</url>
        <abstract>How to read a **river**.

          Bring boots.</abstract>
        <description># More

          1. Maps
          2. Boats</description>
        <persons><person code="LENA01">Léna Moreau</person></persons>
        <recording><license/><optout>true</optout></recording>
        <links><link href="https://maps.example/(old)">Maps [old]</link></links>
        <attachments><attachment href="/media/2027/river.pdf">Slides</attachment></attachments>
      </event>
    </room>
  </day>`;

const readJson = (text: string, timezone?: string): Promise<SourceContent> =>
  readWith(schedule, { 'schedule.json': text }, { timezone });
const readTalks = (...talks: readonly Talk[]): Promise<SourceContent> => readJson(inDays(talks));

const readXml = (inside: string, timezone?: string): Promise<SourceContent> =>
  readWith(schedule, { 'schedule.xml': `<schedule>${inside}</schedule>` }, { timezone });

const times = async (content: Promise<SourceContent>): Promise<Readonly<Record<string, Json>>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(await content, 'session')).map(([id, fields]) => [id, (fields as JsonObject)['time']!]),
  );

describe('a schedule', () => {
  it('has talks, people, rooms and tracks', async () => {
    const content = await readTalks(river, night);
    expect(fieldsOf(content, 'session')).toEqual({
      RIVER1: {
        title: 'Reading the river',
        status: 'published',
        description: '**Maps & \\*boats\\***\n\nHow to read a **river**.\n\nBring boots.',
        categoryIds: ['Water', 'Talk'],
        hostIds: ['LENA01'],
        interestPointId: DOCK_HALL,
        time: { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:30:00+02:00', timezone: 'Europe/Paris' },
        media: 'https://talks.harbour.example/media/2027/river.png',
        defaultLocale: 'en',
        blocks: [
          { type: 'paragraph', values: [{ text: '# More\n\n1. Maps\n2. Boats' }] },
          {
            type: 'paragraph',
            values: [
              {
                text: '-   [Maps \\[old\\]](https://maps.example/(old))\n-   [Slides](https://talks.harbour.example/media/2027/river.pdf)',
              },
            ],
          },
        ],
        _reference: 'RIVER1',
      },
      NIGHT1: {
        title: 'Night on the quay',
        status: 'published',
        description: 'Sterne.',
        categoryIds: ['Talk'],
        hostIds: ['LENA01'],
        interestPointId: 'Quay',
        time: { start: '2027-06-20T00:30:00+02:00', end: '2027-06-21T02:30:00+02:00', timezone: 'Europe/Paris' },
        metadata: { language: 'de' },
        _reference: 'NIGHT1',
      },
    });
    expect(fieldsOf(content, 'host')).toEqual({
      LENA01: {
        title: 'Léna Moreau',
        status: 'published',
        description: 'Writes about *rivers*.',
        media: { url: 'https://talks.harbour.example/media/avatars/lena.jpg', alt: 'Léna Moreau' },
        _reference: 'LENA01',
      },
    });
    expect(fieldsOf(content, 'interestPoint')).toEqual({
      [DOCK_HALL]: { title: 'Dock hall', description: 'Upstairs', status: 'published', _reference: DOCK_HALL },
      Quay: { title: 'Quay', status: 'published' },
    });
    expect(fieldsOf(content, 'category')).toEqual({
      Water: { title: 'Water', color: '#0b3c49', status: 'published' },
      Talk: { title: 'Talk', status: 'published' },
    });
    expect(content.diagnostics).toEqual([]);
    expect(content.incomplete).toEqual([]);
  });

  it('becomes valid content', async () => {
    const again = { ...river, date: '2027-06-19T15:00:00+02:00' };
    const problems = problemsIn(await readTalks(river, again, night));
    expect(problems.filter((problem) => !PICTURE_ELSEWHERE.test(problem))).toEqual([]);
  });

  it.each([
    ['a line break', 'One\r\ntwo\r\n\r\nthree', 'One\\\ntwo\n\nthree'],
    ['a list', 'You learn:\n- to read\n- to row\nBoots', 'You learn:\n- to read\n- to row\nBoots'],
    ['code', '```\na\nb\n```\n\n    a\n    b', '```\na\nb\n```\n\n    a\n    b'],
    ['a table', 'a | b\n-- | --\n1 | 2\n3 | 4', 'a | b\n-- | --\n1 | 2\n3 | 4'],
    ['a reference', 'See [1]\n\n[1]: https://a.example\n[2]: b', 'See [1]\n\n[1]: https://a.example\n[2]: b'],
    ['HTML', '<p>One<br>two &amp; <a href="maps.example">three</a></p>', 'One\\\ntwo & [three](https://maps.example/)'],
    ['HTML in Markdown', 'One<br /><br />* two<br />* three', 'One\n\n* two\n* three'],
    [
      'links',
      '[a](maps.example), [b](a@b.example), [c](/c)',
      '[a](https://maps.example/), [b](mailto:a@b.example), [c](https://talks.harbour.example/c)',
    ],
    ['characters that no file can have', 'One\u0000 \ud83d', 'One \ufffd'],
  ])('keeps texts with %s', async (_, abstract, description) => {
    const content = await readTalks({ ...river, subtitle: '', abstract });
    expect(fieldsOf(content, 'session')).toMatchObject({ RIVER1: { description } });
  });

  it('finds the pictures of frab below the address of the schedule', async () => {
    const conference = { base_url: 'https://talks.harbour.example/2027/Fahrplan/' };
    const content = await readJson(inDays([{ ...river, logo: '/system/logos/river.png?1' }], conference));
    expect(fieldsOf(content, 'session')).toMatchObject({
      RIVER1: { media: 'https://talks.harbour.example/2027/Fahrplan/system/logos/river.png?1' },
    });
  });

  it('gives the name, the zone and the language of the conference', async () => {
    expect((await readTalks(river, night, { ...river, code: 'OTHER1' })).facts).toEqual({
      title: 'Harbour festival',
      timezone: 'Europe/Paris',
      language: 'en',
    });
  });

  it('reports what a broadcast cannot hold', async () => {
    const { lost } = await readTalks(river, {
      ...night,
      recording_license: 'CC BY',
      feedback_url: 'https://x.example',
    });
    expect(Object.fromEntries(lost)).toEqual({
      'room: capacity': 1,
      'talk: do not record': 1,
      'talk: recording license': 1,
      'talk: feedback url': 1,
      'talk: slug': 2,
      'talk: url': 2,
    });
  });

  it.each([
    ['schedule.json', inDays([river]), true],
    ['schedule.xml', '<?xml version="1.0"?>\n<schedule><conference><title>A</title></conference></schedule>', true],
    ['schedule.json', '{ "schedule": { "2027-06-19": [] }, "rooms": [] }', false],
    ['sessions.json', '{ "sessions": [], "speakers": [] }', false],
    ['feed.xml', '<rss><channel/></rss>', false],
    ['schedule.csv', 'schedule,conference', false],
  ])('is recognised by its content: %s', (name, text, expected) => {
    expect(schedule.isFor(sourceOf({ [name]: text }))).toBe(expected);
  });
});

describe('keys of a schedule', () => {
  const withoutCode = (talk: Talk): Talk => Object.fromEntries(Object.entries(talk).filter(([key]) => key !== 'code'));

  it('are submission codes, else guids, else ids', async () => {
    const { records } = await readTalks(river, withoutCode(night), { ...withoutCode(river), guid: '', title: 'Third' });
    expect(records.filter(({ kind }) => kind === 'session').map(({ id }) => id)).toEqual([
      'RIVER1',
      '7',
      'a5a0e0a5-6d4f-5d3c-8a63-000000000002',
    ]);
  });

  it('number the times of a talk that takes place several times', async () => {
    const later = { ...river, guid: 'new', date: '2027-06-19T15:00:00+02:00' };
    const content = await readTalks(later, river);
    expect(fieldsOf(content, 'session')).toMatchObject({
      RIVER1: { time: { start: '2027-06-19T10:00:00+02:00' } },
      'RIVER1/2': { time: { start: '2027-06-19T15:00:00+02:00' } },
    });
    expect(content.findings).toEqual(['1 session with several times, which are numbered in their order']);
  });

  it('are those of one entry if it is listed twice', async () => {
    const content = await readTalks(river, { ...river, id: 8 });
    expect(Object.keys(fieldsOf(content, 'session'))).toEqual(['RIVER1']);
    expect(content.findings).toEqual(['1 session listed again without a difference: imported once']);
  });

  it('do not depend on the order of the source, nor on the ids of its slots', async () => {
    const talks = [1, 2, 3, 4, 5, 6].map((number) => ({
      ...river,
      code: `TALK${number % 3}`,
      date: `2027-06-19T1${number}:00:00+02:00`,
      room: number % 2 ? 'Quay' : 'Dock hall',
    }));
    const timesByKey = async (order: readonly Talk[]): Promise<Json> => times(readTalks(...order));
    const expected = await timesByKey(talks);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(talks, { minLength: talks.length }), fc.uuid(), async (order, guid) => {
        expect(await timesByKey(order.map((talk, index) => ({ ...talk, id: index, guid: guid + index })))).toEqual(
          expected,
        );
      }),
      { numRuns: runs({ test: 20, proof: 1000 }) },
    );
  });

  it('are names for rooms that share a guid', async () => {
    const guid = 'c0a0e0a5-6d4f-5d3c-8a63-000000000009';
    const rooms = [
      { name: 'Dock hall', guid },
      { name: 'Quay', guid },
    ];
    const content = await readJson(inDays([river, night], { rooms }));
    expect(Object.keys(fieldsOf(content, 'interestPoint'))).toEqual(['Dock hall', 'Quay']);
  });

  it('are guids for rooms that share a name', async () => {
    const rooms = [
      { name: 'Stage', guid: 'north' },
      { name: 'Stage', guid: 'south' },
    ];
    const content = await readJson(
      inDays(
        [
          { ...river, room: { guid: 'south', name: 'Stage' } },
          { ...night, room: 'Stage' },
        ],
        { rooms },
      ),
    );
    expect(fieldsOf(content, 'session')).toMatchObject({
      RIVER1: { interestPointId: 'south' },
      NIGHT1: { interestPointId: 'north' },
    });
    expect(problemsIn(content).filter((problem) => !PICTURE_ELSEWHERE.test(problem))).toEqual([]);
  });

  it('are an id and a name for people who share an id, which is reported once', async () => {
    const people = (...names: readonly string[]) => names.map((public_name) => ({ id: 0, public_name }));
    const content = await readTalks(
      { ...river, persons: [...people('Kliment', 'Ada  Low'), lena] },
      { ...night, persons: people('ada low', 'Piko') },
    );
    expect(fieldsOf(content, 'session')).toMatchObject({
      RIVER1: { hostIds: ['0 | kliment', '0 | ada low', 'LENA01'] },
      NIGHT1: { hostIds: ['0 | ada low', '0 | piko'] },
    });
    expect(fieldsOf(content, 'host')).toMatchObject({
      '0 | kliment': { title: 'Kliment' },
      '0 | ada low': { title: 'Ada Low' },
      '0 | piko': { title: 'Piko' },
      LENA01: { title: 'Léna Moreau' },
    });
    expect(content.findings).toEqual(['people who share an id are recognised by id and name: 0 (3 names)']);
  });

  it('are the id alone for a person whose names differ in case and spaces alone', async () => {
    const content = await readTalks(
      { ...river, persons: [{ id: 12, public_name: 'Ada Low' }] },
      { ...night, persons: [{ id: 12, public_name: ' ada  LOW' }, { id: 12 }] },
    );
    expect(Object.keys(fieldsOf(content, 'host'))).toEqual(['12']);
    expect(content.findings).toEqual([]);
  });

  it('are names for people and breaks without any id', async () => {
    const lunch = { title: 'Lunch', type: 'Break', date: '2027-06-19T12:00:00+02:00', duration: '1:00', room: 'Quay' };
    const tea = { ...lunch, date: '2027-06-19T16:00:00+02:00', persons: ['Ada', { public_name: 'Ada' }] };
    const content = await readTalks(lunch, tea);
    expect(Object.keys(fieldsOf(content, 'session'))).toEqual(['Lunch', 'Lunch/2']);
    expect(fieldsOf(content, 'host')).toEqual({ Ada: { title: 'Ada', status: 'published' } });
    expect(problemsIn(content)).toEqual([]);
  });
});

describe('the times of a schedule', () => {
  const on = (talk: Talk, conference: JsonObject = {}, timezone?: string) =>
    times(readJson(inDays([{ ...river, ...talk }], conference), timezone));

  it('are converted to the zone of the conference', async () => {
    expect(await on({ date: '2027-06-19T08:00:00Z' })).toEqual({
      RIVER1: { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:30:00+02:00', timezone: 'Europe/Paris' },
    });
  });

  it('keep an offset that the zone of the conference does not have then, which the import reports', async () => {
    const foreign = inDays([{ ...river, date: '2027-06-18T10:00:00+05:00' }]);
    const content = await readJson(foreign);
    expect(fieldsOf(content, 'session')['RIVER1']).toMatchObject({ time: { start: '2027-06-18T10:00:00+05:00' } });
    expect(otherOffsets(content, 'Europe/Paris')).toEqual([expect.stringContaining('2027-06-18T10:00:00+05:00')]);
    const later = await readJson(inDays([{ ...river, date: '2027-10-31T01:30:00+02:00', duration: '03:00' }]));
    expect(otherOffsets(later, 'Europe/Paris')).toEqual([]);
  });

  it.each([undefined, 'Europe/Paris'])(
    'keep their offset if the conference has no zone, in a site in %s',
    async (site) => {
      expect(await on({ date: '2027-06-19T23:30:00-03:30' }, { time_zone_name: '' }, site)).toEqual({
        RIVER1: { start: '2027-06-19T23:30:00-03:30', end: '2027-06-20T01:00:00-03:30' },
      });
    },
  );

  it('end by the clock, also when it is set back', async () => {
    expect(await on({ date: '2027-10-31T01:30:00+02:00', duration: '03:00' })).toMatchObject({
      RIVER1: { start: '2027-10-31T01:30:00+02:00', end: '2027-10-31T03:30:00+01:00' },
    });
  });

  it.each([
    ['00:45', '10:45'],
    ['2:05', '12:05'],
    ['01:15:00', '11:15'],
    ['PT1H30M', '11:30'],
    ['0:02:30', '12:30'],
  ])('end after a duration of %s', async (duration, end) => {
    expect(await on({ duration })).toMatchObject({ RIVER1: { end: `2027-06-19T${end}:00+02:00` } });
  });

  it.each([
    ['after midnight, on the next date', '00:30', '2027-06-20T00:30:00+02:00'],
    ['in the evening, on the day', '23:30', '2027-06-19T23:30:00+02:00'],
    ['after 24:00, on the next date', '24:30', '2027-06-20T00:30:00+02:00'],
  ])('without a date are %s', async (_, start, expected) => {
    expect(await on({ date: '', start })).toMatchObject({ RIVER1: { start: expected } });
  });

  it('without a date and an offset need a zone', async () => {
    const fosdem = `<conference><title>A</title><day_change>09:00:00</day_change></conference>
      <day date="2027-06-19"><room name="Janson">
        <event id="1"><start>09:30</start><duration>00:30</duration><title>First</title></event>
        <event id="2"><start>01:00</start><duration>00:30</duration><title>Last</title></event>
      </room></day>`;
    await expect(readXml(fosdem)).rejects.toThrow(/time zone must be known/);
    expect(await times(readXml(fosdem, 'Europe/Brussels'))).toMatchObject({
      1: { start: '2027-06-19T09:30:00+02:00' },
      2: { start: '2027-06-20T01:00:00+02:00', end: '2027-06-20T01:30:00+02:00' },
    });
  });
});

describe('the XML of a schedule', () => {
  it('becomes the same talks as the JSON', async () => {
    const [xml, json] = [await readXml(XML), await readTalks(river)];
    expect(fieldsOf(xml, 'session')).toEqual(fieldsOf(json, 'session'));
    expect(fieldsOf(xml, 'category')).toEqual(fieldsOf(json, 'category'));
    expect(Object.keys(fieldsOf(xml, 'interestPoint'))).toEqual(Object.keys(fieldsOf(json, 'interestPoint')));
    expect(xml.facts).toEqual(json.facts);
    expect(Object.fromEntries(xml.lost)).toEqual({ 'talk: url': 1, 'talk: do not record': 1 });
  });

  it('may describe people, tracks and texts as FOSDEM does', async () => {
    const content =
      await readXml(`<conference><title>A</title><time_zone_name>Europe/Brussels</time_zone_name></conference>
      <tracks><track slug="main">Main Track</track></tracks>
      <persons><person id="2"><name>Ada</name><biography>&lt;p&gt;Counts.&lt;/p&gt;</biography></person></persons>
      <day date="2027-06-19"><room name="Janson"><event id="1">
        <start>09:30</start><duration>00:30</duration><title>First</title><track slug="main">Main Track</track>
        <abstract>&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;three&lt;/li&gt;&lt;/ul&gt;</abstract>
        <persons><person id="2">Ada</person></persons>
      </event></room></day>`);
    expect(fieldsOf(content, 'session')).toMatchObject({
      1: { description: 'One **two**.\n\n-   three', categoryIds: ['Main Track'], hostIds: ['2'] },
    });
    expect(fieldsOf(content, 'host')).toMatchObject({ 2: { title: 'Ada', description: 'Counts.' } });
    expect(Object.keys(fieldsOf(content, 'category'))).toEqual(['Main Track']);
  });
});

describe('the second version of the JSON', () => {
  const guid = 'd0a0e0a5-6d4f-5d3c-8a63-000000000001';
  const event = {
    guid: 'e0a0e0a5-6d4f-5d3c-8a63-000000000001',
    code: 'RIVER1',
    type: 'LIGHTNING_TALK',
    start: '2027-06-19T10:00:00+02:00',
    end: '2027-06-19T10:10:00+02:00',
    room: { guid },
    track: { slug: 'water' },
    title: 'Reading the river',
    language: 'en',
    abstract: { en: 'Rivers', fr: 'Rivières' },
    participants: [{ guid: 'p1', name: 'Ada', role: 'MODERATOR' }],
    links: [{ type: 'FEEDBACK', url: 'https://x.example' }, { url: 'maps.example' }],
    logo: { url: 'https://x.example/logo.png' },
  };
  const second = (...events: readonly Json[]): string =>
    JSON.stringify({
      schedule: {
        conference: {
          title: 'A',
          time_zone_name: 'Europe/Paris',
          defaults: { language: 'en' },
          rooms: [{ name: 'Dock hall', guid, description: { fr: 'En haut', en: 'Upstairs' } }],
          tracks: [{ name: 'Water', slug: 'water', colors: { light: '#0b3c49' } }],
          days: [{ index: 1, date: '2027-06-19' }],
        },
        events,
        persons: [
          { guid: 'p1', name: 'Ada', biography: 'Counts.', links: [{ url: 'https://ada.example', title: 'Home' }] },
        ],
      },
    });

  it('has events, people and rooms side by side', async () => {
    const content = await readJson(second(event));
    expect(fieldsOf(content, 'session')).toMatchObject({
      RIVER1: {
        description: 'Rivers',
        categoryIds: ['Water', 'Lightning talk'],
        hostIds: ['p1'],
        interestPointId: guid,
        media: 'https://x.example/logo.png',
        blocks: [{ values: [{ text: '-   [maps.example](https://maps.example/)' }] }],
      },
    });
    expect(fieldsOf(content, 'host')).toMatchObject({
      p1: { description: 'Counts.', links: [{ label: 'Home', url: 'https://ada.example/' }] },
    });
    expect(fieldsOf(content, 'interestPoint')).toMatchObject({ [guid]: { description: 'Upstairs' } });
    expect(fieldsOf(content, 'category')).toMatchObject({ Water: { color: '#0b3c49' } });
    expect(problemsIn(content).filter((problem) => !PICTURE_ELSEWHERE.test(problem))).toEqual([]);
  });

  it('may cancel talks, which visitors then do not see, and withdraw them', async () => {
    const content = await readJson(
      second(
        { ...event, state: 'CANCELED' },
        { ...event, code: 'B', state: 'WITHDRAWN' },
        { ...event, code: 'C', state: 'DELAYED' },
      ),
    );
    expect(fieldsOf(content, 'session')).toMatchObject({ RIVER1: { status: 'draft' }, C: { status: 'published' } });
    expect(fieldsOf(content, 'session')).not.toHaveProperty('B');
    expect(content.lost.get('talk: cancelled (imported as a draft)')).toBe(1);
    expect(content.lost.get('talk: withdrawn')).toBe(1);
  });
});

describe('a schedule with mistakes', () => {
  const readLines = (...talks: readonly Talk[]): Promise<SourceContent> =>
    readJson(JSON.stringify(JSON.parse(inDays(talks)), null, 1));

  it.each([
    ['no title', { title: ' ' }, 'this talk has no title', '" "'],
    ['no time', { date: null, start: '' }, 'this talk has no time', '""'],
    ['a date that does not exist', { date: '2027-06-31T10:00:00+02:00' }, 'June 2027 has 30 days', '"2027-06-31'],
    ['no duration', { duration: null }, 'this talk has no duration', 'null'],
    ['an unknown duration', { duration: 'long' }, 'long is not a duration', '"long"'],
    ['no length', { duration: '00:00' }, 'ends when it starts', '"00:00"'],
    ['an end before its start', { end: '2027-06-19T09:00:00+02:00' }, 'ends before it starts', '"2027-06-19T09'],
    ['an endless duration', { duration: '999:00:00' }, 'is not a duration', '"999:00:00"'],
  ])('keeps the file of a talk with %s, and reports its position', async (_, change, message, shown) => {
    const content = await readLines({ ...river, ...change }, night);
    expect(content.records.filter(({ unclear }) => unclear !== undefined)).toMatchObject([
      { kind: 'session', id: 'RIVER1' },
    ]);
    expect(content.diagnostics).toMatchObject([{ code: 'import-value', message: expect.stringContaining(message) }]);
    const { lineText, column } = content.diagnostics[0]!.at;
    expect(lineText.slice(column - 1)).toMatch(shown === 'null' ? /^null/ : new RegExp(`^${shown}`));
    expect(fieldsOf(content, 'session')).toHaveProperty('NIGHT1.title');
    expect(content.incomplete).toEqual([]);
  });

  it('keeps the files of all times of a talk if one of them is unclear', async () => {
    const { records } = await readTalks(river, { ...river, date: 'soon', start: '' }, night);
    expect(records.filter(({ unclear }) => unclear !== undefined).map(({ id }) => id)).toEqual(['RIVER1', 'RIVER1/2']);
  });

  it('deletes nothing if a talk or a person has no key', async () => {
    const content = await readTalks({ room: 'Quay', duration: '1:00' }, { ...river, persons: [{}] });
    expect(content.incomplete).toEqual(['session', 'host']);
    expect(messagesOf(content)).toEqual([
      expect.stringContaining('this talk has neither an id nor a title'),
      expect.stringContaining('a person has neither a name nor an id'),
    ]);
  });

  it('deletes no person, room or track of a talk that cannot be read', async () => {
    const { records } = await readTalks(
      { ...river, duration: '' },
      { ...night, guid: '', code: '', id: '', title: '', slug: '' },
    );
    expect(records.map(({ kind, id }) => `${kind} ${id}`)).toEqual(
      expect.arrayContaining(['host LENA01', 'category Water', 'category Talk', 'interestPoint Quay']),
    );
  });

  it('deletes nothing if a room has something else than talks', async () => {
    const days = [{ date: '2027-06-19', rooms: { Quay: 'closed' } }];
    expect((await readJson(inDays([], { days }))).incomplete).toEqual(['session']);
  });

  it.each([
    ['no conference', '{ "schedule": {} }', 'schedule.json is not a schedule'],
    ['no end', inDays([river]).slice(0, 300), 'not valid JSON'],
    ['nothing', '', 'is empty'],
  ])('is refused with %s', async (_, text, message) => {
    const error = await readJson(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(message);
    expect((error as UserError).suggestion).toBeDefined();
  });

  it('becomes sessions only', async () => {
    await expect(readWith(schedule, { 'schedule.json': inDays([river]) }, { into: 'event' })).rejects.toThrow(
      UserError,
    );
  });

  it('never fails with anything but a sentence', async () => {
    for (const text of [inDays([river, night]), `<schedule>${XML}</schedule>`])
      await readDamaged(schedule, { 'schedule.json': text }, { timezone: 'UTC' });
    const odd = fc.dictionary(fc.constantFrom(...Object.keys(river), 'state', 'end'), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, async (talk, conference, person) => {
        const content = await readJson(
          inDays([{ ...river, persons: [person as Json], ...(talk as Talk), room: 'Quay' }], conference as JsonObject),
          'UTC',
        );
        expect(new Set(content.records.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(content.records.length);
      }),
      { numRuns: runs({ test: 50, proof: 3000 }) },
    );
  });
});
