import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionize } from '../../src/import/sessionize.ts';
import { otherOffsets } from '../../src/project/import/read-import.ts';
import { runs } from '../seed.ts';
import { fieldsOf, isRead, messagesOf, problemsIn, readWith, sourceOf, readDamaged } from './reading.ts';

const ZONE = { timezone: 'Europe/Paris' };

const talk = {
  id: '1001',
  title: ' Reading the\nriver ',
  description: 'Maps of List<Water>.\r\n\r\nYou learn:\r\n• to read\r\n• to row\r\nBring boots.',
  startsAt: '2027-06-19T10:00:00',
  endsAt: '2027-06-19T11:00:00',
  isServiceSession: false,
  isPlenumSession: false,
  speakers: ['s-lena'],
  categoryItems: [11, 21],
  questionAnswers: [{ questionId: 7, answerValue: 'Yes' }],
  roomId: 5,
  liveUrl: 'https://live.example/river',
  recordingUrl: null,
  status: 'Accepted',
  isInformed: true,
  isConfirmed: true,
};

const lunch = {
  ...talk,
  id: 'b-1',
  title: 'Lunch',
  description: null,
  startsAt: '2027-06-20T12:00:00',
  endsAt: '2027-06-20T13:00:00',
  isServiceSession: true,
  isPlenumSession: true,
  speakers: [],
  categoryItems: [],
  questionAnswers: [],
  liveUrl: null,
  status: null,
  isConfirmed: false,
};

const lena = {
  id: 's-lena',
  firstName: 'Léna',
  lastName: 'Moreau',
  fullName: 'Léna Moreau',
  tagLine: 'Hydrologist',
  bio: 'Writes about rivers.',
  profilePicture: 'https://sessionize.example/lena.jpg',
  isTopSpeaker: true,
  links: [
    { title: 'Notebook', url: 'www.lena.example', linkType: 'Blog' },
    { title: 'X', url: '@lena', linkType: 'Twitter' },
  ],
  sessions: [1001],
  categoryItems: [],
  questionAnswers: [],
};

const all = {
  sessions: [talk, lunch],
  speakers: [lena],
  questions: [{ id: 7, question: 'Will you be recorded?', questionType: 'Checkbox', sort: 0 }],
  categories: [
    {
      id: 1,
      title: 'Track',
      items: [
        { id: 11, name: 'Water' },
        { id: 12, name: 'Other' },
      ],
      type: 'session',
    },
    {
      id: 2,
      title: 'Level',
      items: [
        { id: 21, name: 'Beginner' },
        { id: 22, name: 'Other' },
      ],
      type: 'session',
    },
  ],
  rooms: [{ id: 5, name: 'Dock hall', sort: 0 }],
};

const text = (value: unknown): Record<string, string> => ({ 'all.json': JSON.stringify(value, null, 2) });
const read = (value: unknown, options: object = ZONE) => readWith(sessionize, text(value), options);

describe('Sessionize', () => {
  it('keeps things apart that have one number', async () => {
    const one = { id: '11' };
    const content = await read({
      sessions: [{ ...talk, ...one, speakers: ['11'], categoryItems: [11], roomId: 11 }],
      speakers: [{ ...lena, ...one, categoryItems: [11], sessions: [11] }],
      questions: [{ id: 11, question: 'Will you be recorded?' }],
      categories: [{ id: 11, title: 'Track', items: [{ id: 11, name: 'Water' }] }],
      rooms: [{ id: 11, name: 'Dock hall' }],
    });
    expect(content.records.map(({ kind, id, fields }) => [kind, id, fields['title']])).toStrictEqual([
      ['session', '11', 'Reading the river'],
      ['interestPoint', '11', 'Dock hall'],
      ['category', '11', 'Water'],
      ['host', '11', 'Léna Moreau'],
    ]);
    const pointers = { hostIds: ['11'], interestPointId: '11', categoryIds: ['11'] };
    expect(fieldsOf(content, 'session')).toMatchObject({ 11: pointers });
    expect(problemsIn(content).filter((each) => !each.startsWith('media-elsewhere'))).toStrictEqual([]);
  });

  it('makes sessions, hosts, interest points and categories of All Data, which are valid', async () => {
    const content = await read(all);
    expect(fieldsOf(content, 'session')).toStrictEqual({
      1001: {
        _reference: '1001',
        title: 'Reading the river',
        status: 'published',
        description: 'Maps of List\\<Water>.\n\nYou learn:\n\n- to read\n- to row\n\nBring boots.',
        hostIds: ['s-lena'],
        interestPointId: '5',
        categoryIds: ['11', '21'],
        time: { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:00:00+02:00', timezone: 'Europe/Paris' },
        $stream: 'https://live.example/river',
      },
      'b-1': {
        _reference: 'b-1',
        title: 'Lunch',
        status: 'published',
        time: { start: '2027-06-20T12:00:00+02:00', end: '2027-06-20T13:00:00+02:00', timezone: 'Europe/Paris' },
      },
    });
    expect(fieldsOf(content, 'host')).toStrictEqual({
      's-lena': {
        _reference: 's-lena',
        title: 'Léna Moreau',
        status: 'published',
        description: 'Hydrologist\n\nWrites about rivers.',
        media: { url: 'https://sessionize.example/lena.jpg', alt: 'Léna Moreau' },
        links: [{ label: 'Notebook', url: 'https://www.lena.example/' }],
      },
    });
    expect(fieldsOf(content, 'interestPoint')).toStrictEqual({
      5: { _reference: '5', title: 'Dock hall', status: 'published' },
    });
    expect(fieldsOf(content, 'category')).toMatchObject({
      11: { title: 'Water' },
      12: { title: 'Track: Other' },
      22: { title: 'Level: Other' },
    });
    expect(content.facts).toStrictEqual({ timezone: 'Europe/Paris' });
    // With the option `media`, the picture is copied.
    expect(problemsIn(content)).toStrictEqual(['media-elsewhere 9:8']);
  });

  it('counts a link that is no URL, and imports the speaker', async () => {
    expect((await read(all)).lost.get('person: link')).toBe(1);
  });

  it('asks for the time zone if times have no offset, and not if they have one', async () => {
    await expect(read(all, {})).rejects.toThrow('the times of all.json have no offset');
    const utc = { ...talk, startsAt: '2027-06-19T08:00:00Z', endsAt: '2027-06-19T09:00:00Z' };
    const time = async (options: object) =>
      fieldsOf(await read({ ...all, sessions: [utc] }, options), 'session')['1001'];
    expect(await time({})).toMatchObject({ time: { start: '2027-06-19T08:00:00+00:00' } });
    expect(await time(ZONE)).toMatchObject({ time: { start: '2027-06-19T10:00:00+02:00' } });
  });

  it('keeps an offset that the zone does not have then, which the import reports', async () => {
    const far = { ...talk, startsAt: '2027-06-19T10:00:00+05:00', endsAt: '2027-06-19T11:00:00+05:00' };
    const content = await read({ ...all, sessions: [far] });
    expect(fieldsOf(content, 'session')['1001']).toMatchObject({
      time: { start: '2027-06-19T10:00:00+05:00', end: '2027-06-19T11:00:00+05:00' },
    });
    expect(otherOffsets(content, 'Europe/Paris')).toEqual([expect.stringContaining('2 times with another offset')]);
  });

  it('leaves a session without a time, or with one that cannot be read, as it is in the files', async () => {
    const content = await read({
      ...all,
      sessions: [
        { ...talk, id: 1, startsAt: null, endsAt: null },
        { ...talk, id: 2, startsAt: 'tomorrow' },
        { ...talk, id: 3, endsAt: '2027-06-19T09:00:00' },
        { ...talk, id: 4, startsAt: '2027-03-28T02:30:00' },
        { ...talk, id: 5, title: '' },
        talk,
      ],
    });
    const unclear = content.records.filter((record) => record.kind === 'session' && record.unclear !== undefined);
    expect(unclear.map(({ id }) => id)).toStrictEqual(['1', '2', '3', '4', '5']);
    expect(messagesOf(content)).toStrictEqual([
      expect.stringContaining('this talk has no time'),
      expect.stringContaining('`tomorrow` is not a time'),
      expect.stringContaining('ends before it starts'),
      expect.stringContaining('the clocks in Europe/Paris skip this time'),
      expect.stringContaining('this talk has no title'),
    ]);
  });

  it('recognises an entry without an id by its title, and deletes nothing because of one with neither', async () => {
    const { id: _, ...anonymous } = talk;
    const content = await read({ ...all, sessions: [anonymous, { ...anonymous, title: '' }, lunch] });
    expect(content.incomplete).toStrictEqual(['session']);
    expect(Object.keys(fieldsOf(content, 'session'))).toStrictEqual(['Reading the river', 'b-1']);
  });

  it('keeps what is not accepted as a draft, and counts what speakers have not confirmed', async () => {
    const content = await read({
      ...all,
      sessions: [{ ...talk, status: 'Nominated' }, { ...talk, id: 2, isConfirmed: false }, lunch],
    });
    expect(fieldsOf(content, 'session')).toMatchObject({ 1001: { status: 'draft' }, 2: { status: 'published' } });
    expect(content.lost.get('talk: not confirmed by the speakers')).toBe(1);
  });

  it('numbers the times of a session that takes place twice', async () => {
    const again = { ...talk, startsAt: '2027-06-18T10:00:00', endsAt: '2027-06-18T11:00:00' };
    const content = await read({ ...all, sessions: [talk, again] });
    expect(fieldsOf(content, 'session')).toMatchObject({
      1001: { time: { start: '2027-06-18T10:00:00+02:00' } },
      '1001/2': { time: { start: '2027-06-19T10:00:00+02:00' } },
    });
    expect(content.findings).toStrictEqual(['1 session with several times, which are numbered in their order']);
  });

  it('shows a break once that is for all rooms and for single ones', async () => {
    const content = await read({ ...all, sessions: [lunch, { ...lunch, id: 'b-2', isPlenumSession: false }] });
    expect(Object.keys(fieldsOf(content, 'session'))).toStrictEqual(['b-1']);
  });

  it('tells breaks with one title apart', async () => {
    const breaks = ['b-1', 'b-2'].map((id, hour) => ({ ...lunch, id, endsAt: `2027-06-20T1${hour + 3}:00:00` }));
    expect(problemsIn(await read({ ...all, sessions: breaks, speakers: [] }))).toStrictEqual([]);
  });

  it('makes no category of yes and no, and publishes no answers to questions', async () => {
    const items = [
      { id: 31, name: 'Yes' },
      { id: 32, name: 'No' },
    ];
    const content = await read({
      ...all,
      categories: [{ id: 3, title: 'First talk?', items, type: 'speaker' }],
      speakers: [{ ...lena, categoryItems: [32] }],
    });
    expect(fieldsOf(content, 'category')).toStrictEqual({});
    expect(content.lost.get('talk: answers')).toBe(1);
    expect(JSON.stringify(content.records)).not.toContain('recorded');
  });

  describe('in other forms', () => {
    const inGrid = {
      ...talk,
      speakers: [{ id: 's-lena', name: 'Léna Moreau' }],
      categories: [{ id: 1, name: 'Track', categoryItems: [{ id: 11, name: 'Water' }] }],
      room: 'Dock hall',
    };
    const rooms = [
      { id: 5, name: 'Dock hall', sessions: [inGrid, lunch] },
      { id: 6, name: 'Quay', sessions: [lunch] },
    ];
    const grid = [{ date: '2027-06-19T00:00:00', rooms, timeSlots: [{ slotStart: '10:00:00', rooms: [] }] }];

    it('reads a grid, in which a break for all rooms occurs in each', async () => {
      const content = await read(grid);
      expect(Object.keys(fieldsOf(content, 'session'))).toStrictEqual(['1001', 'b-1']);
      expect(fieldsOf(content, 'session')['1001']).toMatchObject({ categoryIds: ['11'], interestPointId: '5' });
      expect(fieldsOf(content, 'host')).toMatchObject({ 's-lena': { title: 'Léna Moreau', status: 'published' } });
      expect(Object.keys(fieldsOf(content, 'interestPoint'))).toStrictEqual(['5', '6']);
    });

    it('reads groups of sessions', async () => {
      const content = await read([{ groupId: null, groupName: 'All', sessions: [inGrid] }]);
      expect(fieldsOf(content, 'session')['1001']).toMatchObject({ interestPointId: '5', hostIds: ['s-lena'] });
    });

    it('joins the files of a folder, so that speakers of a grid have their texts', async () => {
      const files = { 'schedule.json': JSON.stringify(grid), 'speakers.json': JSON.stringify([lena]) };
      expect(sessionize.isFor(sourceOf(files))).toBe(true);
      const content = await readWith(sessionize, files, ZONE);
      expect(fieldsOf(content, 'host')).toMatchObject({
        's-lena': { description: 'Hydrologist\n\nWrites about rivers.' },
      });
      expect(content.incomplete).toStrictEqual([]);
    });

    it('deletes no session because a file has speakers alone', async () => {
      expect((await read([lena])).incomplete).toStrictEqual(['session', 'interestPoint', 'category']);
    });
  });

  it('refuses JSON that is cut off or something else with a sentence', async () => {
    const cut = { 'all.json': JSON.stringify(all, null, 2).slice(0, 200) };
    await expect(readWith(sessionize, cut, ZONE)).rejects.toThrow(/^all\.json is not valid JSON at line \d+, column/);
    await expect(readWith(sessionize, { 'all.json': '' }, ZONE)).rejects.toThrow('all.json is empty');
    await expect(read({ conference: {} })).rejects.toThrow('no sessions and no speakers');
    await expect(read(JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`))).rejects.toThrow('nested deeper');
    expect(sessionize.isFor(sourceOf({ 'data.json': '{"events": []}' }))).toBe(false);
  });

  it('survives any damage to the text and any value in it', async () => {
    await readDamaged(sessionize, { 'all.json': JSON.stringify(all) }, ZONE);
    const keys = Object.keys({ ...talk, ...lena });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), async (odd) => {
        const parts = { ...all, sessions: [{ ...talk, ...odd }], speakers: [{ ...lena, ...odd }], rooms: [odd] };
        await isRead(sessionize, { 'all.json': JSON.stringify(parts) }, ZONE);
      }),
      { numRuns: runs({ test: 100, proof: 3000 }) },
    );
  });
});
