import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { boardOf, type Board, type BoardSlot } from '../../src/editing/board.ts';
import { slotOperations } from '../../src/editing/move-slot.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { titleOf } from '../../src/editing/title.ts';
import { eventDays } from '../../src/site/event-days.ts';
import { settings } from '../model/harbour.ts';
import { declaredKinds } from '../site/declared-kinds.ts';
import { event } from '../site/harbour-site.ts';

const declared = await declaredKinds();
const { timezone } = settings;

function read(texts: Readonly<Record<string, string>>) {
  const files = memoryFiles({ 'broadcast.yaml': 'name: Harbour\n', ...texts });
  const content = readContent(files, { prefix: 'content/', kinds: declared.kinds });
  const documents = new Map(content.documents.map((document) => [document.address, document]));
  const { diagnostics: problems } = checkContent(content, settings, declared);
  return { kinds: content.kinds, documents, problems };
}

function board(texts: Readonly<Record<string, string>>): Board {
  const content = read(texts);
  return boardOf({
    ...content,
    timezone,
    titleOf: (address) => {
      const document = content.documents.get(address);
      return document && titleOf(document);
    },
    daysOf: (span) => eventDays(span, timezone),
  });
}

const slot = ({ slots }: Board, address: string): BoardSlot => slots.find((each) => each.address === address)!;

describe('the board', () => {
  it('shows events, sessions and every other kind that declares a programme entry, with errors or without', () => {
    const { slots } = board({
      'events/a.yaml': event('2027-06-18T20:00:00+02:00', '2027-06-18T21:00:00+02:00'),
      'sessions/b.yaml': 'title: B\ntime: { start: 2027-06-18T10:00, end: 2027-06-18T11:00 }\n',
      'walks/c.md': '---\ntitle: C\nfrom: 2027-06-19T10:00\nto: 2027-06-19T12:00\n---\n',
      'events/d.yaml': 'title: D\nstart_time: tomorrow\n',
      'places/quay.yaml': 'name: Quay\n',
    });
    expect(slots.map(({ address, placeKinds }) => [address, placeKinds])).toEqual([
      ['events/a', ['place']],
      ['events/d', ['place']],
      ['sessions/b', ['interestPoint']],
      ['walks/c', []],
    ]);
  });

  it('has local times of the festival, whatever the files have', () => {
    const made = board({
      'events/utc.yaml': event('2027-06-18T18:00:00Z', '2027-06-18T19:00:00.000Z'),
      'sessions/far.yaml':
        'title: Far\ntime: { start: 2027-06-18T10:00, end: 2027-06-18T11:00, timezone: America/New_York }\n',
    });
    expect(slot(made, 'events/utc')).toMatchObject({ start: '2027-06-18T20:00', end: '2027-06-18T21:00' });
    expect(slot(made, 'sessions/far')).toMatchObject({ start: '2027-06-18T16:00', end: '2027-06-18T17:00' });
  });

  it('has a night on the day on which it begins, and an entry over days on each of them', () => {
    const made = board({
      'events/show.yaml': event('2027-06-18T10:00', '2027-06-20T18:00'),
      'events/night.yaml': event('2027-06-19T02:00', '2027-06-19T05:00'),
      'events/long-night.yaml': event('2027-06-18T23:00', '2027-06-19T07:30'),
      'events/season.yaml': event('2027-06-01T10:00', '2027-09-01T18:00'),
    });
    expect(slot(made, 'events/night').days).toEqual(['2027-06-18']);
    expect(slot(made, 'events/long-night').days).toEqual(['2027-06-18']);
    expect(slot(made, 'events/show').days).toEqual(['2027-06-18', '2027-06-19', '2027-06-20']);
    expect(slot(made, 'events/season').days).toEqual(['2027-06-01']);
    expect(made.days).toEqual(['2027-06-01', '2027-06-18', '2027-06-19', '2027-06-20']);
  });

  it('has no times for an entry of which one cannot be read', () => {
    const made = board({ 'events/a.yaml': 'title: A\nstart_time: 2027-06-18T20:00\nend_time: late\n' });
    expect(slot(made, 'events/a')).toMatchObject({ days: [], written: { start: '2027-06-18T20:00', end: 'late' } });
    expect(slot(made, 'events/a')).not.toHaveProperty('start');
  });

  it('has an entry without an end at its start, for an hour', () => {
    const made = board({ 'events/a.yaml': 'title: A\nstart_time: 2027-06-18T20:00\n' });
    const times = { start: '2027-06-18T20:00', end: '2027-06-18T21:00', days: ['2027-06-18'] };
    expect(slot(made, 'events/a')).toMatchObject(times);
  });

  it('says the clashes that validation finds, on both sides, with the title of the other', () => {
    const made = board({
      'places/quay.yaml': 'name: East quay\n',
      'hosts/ada.yaml': 'title: Ada\nstatus: published\n',
      'events/a.yaml':
        'title: First\nstart_time: 2027-06-18T20:00\nend_time: 2027-06-18T22:00\nplace_id: places/quay\n$hosts: [hosts/ada]\n',
      'events/b.yaml':
        'title: Second\nstart_time: 2027-06-18T21:00\nend_time: 2027-06-18T23:00\nplace_id: places/quay\n$hosts: [hosts/ada]\n',
      'events/c.yaml': 'title: Third\nstart_time: 2027-06-19T21:00\nend_time: 2027-06-19T20:00\n',
      'events/d.yaml':
        'title: Fourth\nstart_time: 2027-06-20T20:00\nend_time: 2027-06-20T21:00\nplace_id: places/none\n',
    });
    expect(slot(made, 'events/a').clashes).toEqual([
      'Ada is in another event at this time: Second.',
      'East quay has another event at this time: Second.',
    ]);
    expect(slot(made, 'events/b').clashes).toEqual([
      'Ada is in another event at this time: First.',
      'East quay has another event at this time: First.',
    ]);
    expect(slot(made, 'events/c').clashes).toEqual(['This ends before it starts.']);
    expect(slot(made, 'events/d').clashes).toHaveLength(1);
    expect(slot(made, 'events/d').place).toBe(null);
  });

  it('has places in the order of their authors, colours of categories, and marks', () => {
    const made = board({
      'places/a.yaml': 'name: A\n',
      'places/b.yaml': 'name: B\n$order: 1\n',
      'categories/talk.yaml': 'title: Talk\nstatus: published\ncolor: "#123456"\n',
      'events/a.yaml': `${event('2027-06-18T20:00', '2027-06-18T21:00', 'category: talk\n')}$cancelled: true\n`,
      'sessions/b.yaml':
        'title: B\ncategoryIds: [categories/talk]\ntime: { start: 2027-06-18T10:00, end: 2027-06-18T11:00 }\n',
      'sessions/c.yaml': 'title: C\ncolor: red\ntime: { start: 2027-06-18T10:00, end: 2027-06-18T11:00 }\n',
    });
    expect(made.places.map(({ title }) => title)).toEqual(['B', 'A']);
    expect(slot(made, 'events/a')).toMatchObject({ colour: '#123456', marks: ['cancelled'] });
    expect(slot(made, 'sessions/b')).toMatchObject({ colour: '#123456', marks: ['draft'] });
    expect(slot(made, 'sessions/c')).not.toHaveProperty('colour');
  });
});

describe('a move on the board', () => {
  interface Wish {
    readonly start?: string;
    readonly end?: string;
    readonly place?: string | null;
  }
  /** The values that it sets, by their paths. */
  const moved = (text: string, wish: Wish, file = 'events/a.yaml'): Readonly<Record<string, unknown>> => {
    const texts = { 'places/quay.yaml': 'name: Quay\n', [file]: text };
    const address = file.replace(/\.[a-z]+$/, '');
    const was = slot(board(texts), address).written;
    const operations = slotOperations(read(texts).documents.get(address)!, { ...wish, was }, timezone);
    return Object.fromEntries(
      operations.map((each) => [each.path.join('.'), each.do === 'set' ? each.value : each.do]),
    );
  };

  it.each([
    ['with an offset', '2027-06-18T20:00:00+02:00', '2027-06-19T09:30:00+02:00'],
    ['without a colon in it', '2027-06-18T20:00:00+0200', '2027-06-19T09:30:00+0200'],
    ['with another offset', '2027-06-18T19:00:00+01:00', '2027-06-19T08:30:00+01:00'],
    ['in UTC', '2027-06-18T18:00:00Z', '2027-06-19T07:30:00Z'],
    ['in UTC, by a program', '2027-06-18T18:00:00.000Z', '2027-06-19T07:30:00.000Z'],
    ['in local time', '2027-06-18T20:00', '2027-06-19T09:30'],
    ['with a space', '2027-06-18 20:00:00', '2027-06-19 09:30:00'],
  ])('keeps the notation of a time %s', (_, written, expected) => {
    const end = '2027-06-18T23:00:00+02:00';
    expect(moved(event(written, end), { start: '2027-06-19T09:30' })).toEqual({
      start_time: expected,
      end_time: '2027-06-19T12:30:00+02:00',
    });
  });

  it.each([
    [
      'an offset of the time zone follows the clocks',
      '2027-10-30T20:00+02:00',
      '2027-10-31T20:00',
      '2027-10-31T20:00+01:00',
    ],
    ['any other offset stays', '2027-10-30T18:00+00:00', '2027-10-31T20:00', '2027-10-31T19:00+00:00'],
    ['UTC stays', '2027-10-30T18:00Z', '2027-10-31T20:00', '2027-10-31T19:00Z'],
    ['local time stays', '2027-10-30T20:00', '2027-10-31T20:00', '2027-10-31T20:00'],
    [
      'of a local time that exists twice, the first is written with its offset',
      '2027-10-30T20:00',
      '2027-10-31T02:30',
      '2027-10-31T02:30+02:00',
    ],
  ])('across a change of clocks, %s', (_, written, start, expected) => {
    expect(moved(event(written, '2027-10-30T20:30+02:00'), { start })['start_time']).toBe(expected);
  });

  it('keeps the length of a night in which clocks change', () => {
    const night = event('2027-10-23T23:00:00+02:00', '2027-10-24T04:00:00+02:00');
    expect(moved(night, { start: '2027-10-30T23:00' })).toEqual({
      start_time: '2027-10-30T23:00:00+02:00',
      end_time: '2027-10-31T03:00:00+01:00',
    });
  });

  it('is refused to a time that does not exist, with the next one', () => {
    const text = event('2027-03-27T20:00', '2027-03-27T21:00');
    expect(() => moved(text, { start: '2027-03-28T02:30' })).toThrow(
      '2027-03-28 02:30 does not exist in Europe/Paris, because the clocks skip it',
    );
    expect(() => moved(text, { start: 'late' })).toThrow('“late” is not a time');
  });

  it('writes a time in the zone that is named beside it', () => {
    const text = 'title: Far\ntime: { start: 2027-06-18T10:00, end: 2027-06-18T11:00, timezone: America/New_York }\n';
    expect(moved(text, { start: '2027-06-18T18:00' }, 'sessions/far.yaml')).toEqual({
      'time.start': '2027-06-18T12:00',
      'time.end': '2027-06-18T13:00',
    });
  });

  it('changes only what differs', () => {
    const text = event('2027-06-18T20:00', '2027-06-18T21:00', 'place_id: places/quay\n');
    expect(moved(text, { start: '2027-06-18T20:00', end: '2027-06-18T21:00', place: 'places/quay' })).toEqual({});
    expect(moved(text, { end: '2027-06-18T22:00' })).toEqual({ end_time: '2027-06-18T22:00' });
    expect(moved(text, { start: '2027-06-18T19:00', end: '2027-06-18T21:00' })).toEqual({
      start_time: '2027-06-18T19:00',
    });
    expect(moved(text, { place: 'places/hall' })).toEqual({ place_id: 'places/hall' });
    expect(moved(text, { place: null })).toEqual({ place_id: 'remove' });
  });

  it('gives an entry without a time an hour', () => {
    expect(moved('title: New\n', { start: '2027-06-18T20:00' })).toEqual({
      start_time: '2027-06-18T20:00',
      end_time: '2027-06-18T21:00',
    });
  });

  it('writes no end that an entry does not have, unless it is asked for', () => {
    const text = 'title: Open\nstart_time: 2027-06-18T20:00\n';
    expect(moved(text, { start: '2027-06-18T21:00' })).toEqual({ start_time: '2027-06-18T21:00' });
    expect(moved(text, { end: '2027-06-18T22:00' })).toEqual({ end_time: '2027-06-18T22:00' });
  });

  it('moves a kind that is only declared, and is refused where its declaration has no place', () => {
    const text = '---\ntitle: Dawn\nfrom: 2027-06-19T05:00:00+02:00\nto: 2027-06-19T07:00:00+02:00\n---\n';
    expect(moved(text, { start: '2027-06-20T05:00' }, 'walks/dawn.md')).toEqual({
      from: '2027-06-20T05:00:00+02:00',
      to: '2027-06-20T07:00:00+02:00',
    });
    expect(() => moved(text, { place: 'places/quay' }, 'walks/dawn.md')).toThrow('walks/dawn cannot have a place');
  });
});
