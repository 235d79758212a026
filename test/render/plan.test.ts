import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarText } from '../../src/site/feeds/calendar-text.ts';
import { calendarOf } from '../../templates/assets/js/plan-export.js';
import { dueEntries } from '../../templates/assets/js/remind.js';
import { clashesOf, sharedKeys, walkBetween } from '../../templates/assets/js/plan.js';

const entry = (name: string, s: number, e: number, more: { x?: true; w?: true } = {}) => ({ name, s, e, ...more });

describe('the plan of favourites', () => {
  const names = (entries: readonly ReturnType<typeof entry>[]) =>
    [...clashesOf(entries)].map(([{ name }, others]) => `${name}: ${others.map((other) => other.name).join(' ')}`);

  it('finds every pair of entries that overlap, and none that only touch', () => {
    const entries = [
      entry('a', 0, 60),
      entry('b', 30, 200),
      entry('c', 60, 90),
      entry('d', 90, 100),
      entry('e', 200, 260),
    ];
    expect(names(entries)).toEqual(['a: b', 'b: a c d', 'c: b', 'd: b']);
  });

  it('has no clash with what is cancelled, nor with an exhibition that is open all day', () => {
    const exhibition = entry('all day', 0, 600, { w: true });
    expect(names([exhibition, entry('cancelled', 10, 60, { x: true }), entry('a', 20, 70)])).toEqual([]);
  });

  it('has a clash with every event of a night that lasts until the morning', () => {
    const entries = [entry('night', 0, 540), entry('a', 210, 330), entry('b', 420, 480)];
    expect(names(entries)).toEqual(['night: a b', 'a: night', 'b: night']);
  });

  it.each([
    ['#plan=aaaaaa000001', ['aaaaaa', '000001'], true],
    ['#plan=aaaaaa&x=1', ['aaaaaa'], true],
    ['#plan=aaaaaa?fbclid=abc', ['aaaaaa'], true],
    ['#PLAN=AAAAAA', ['aaaaaa'], true],
    ['#plan=', [], false],
    ['#plan=%%%', [], false],
    ['#plan=aaaaaa0000', ['aaaaaa'], false],
    ['#plan=aaaaaa%20000001', ['aaaaaa'], false],
  ])('reads the shared plan %s, and notices that a link is damaged', (hash, keys, isWhole) => {
    expect(sharedKeys(hash)).toEqual({ keys: new Set(keys), isWhole });
    expect(sharedKeys('#elsewhere')).toBeUndefined();
  });

  it('estimates a walk only between places on the same map with a known scale', () => {
    const quay = { m: 'harbour', x: 0, y: 0 };
    expect(walkBetween(quay, { m: 'harbour', x: 300, y: 400 })).toBe(10);
    expect(walkBetween(quay, { m: 'inside', x: 300, y: 400 })).toBeUndefined();
    expect(walkBetween({}, {})).toBeUndefined();
    expect(walkBetween(quay, undefined)).toBeUndefined();
  });

  it('is saved as a calendar with the chosen events and its own name, whatever characters that has', () => {
    const event = (uid: string) => `BEGIN:VEVENT\r\nUID:${uid}\r\nSTATUS:CANCELLED\r\nEND:VEVENT\r\n`;
    const head = (name: string) => `BEGIN:VCALENDAR\r\nNAME:${name}\r\nX-WR-CALNAME:${name}\r\n`;
    const all = `${head('Harbour')}${event('events.a@x')}${event('events.b@x')}END:VCALENDAR\r\n`;
    expect(calendarOf(all, new Set(['events.b@x']), 'خطتي, 2027; $$& $1 a\\b')).toBe(
      `${head('خطتي\\, 2027\\; $$& $1 a\\\\b')}${event('events.b@x')}END:VCALENDAR\r\n`,
    );
  });

  it('has an alarm with the title of each event in that calendar, 15 minutes before', () => {
    const title = 'A title that is so long, and has so many words, that its line is folded';
    const event = calendarText(['BEGIN:VEVENT', 'UID:a@x', `SUMMARY:${title}`, 'END:VEVENT']);
    const text = calendarOf(`BEGIN:VCALENDAR\r\n${event}END:VCALENDAR\r\n`, new Set(['a@x']), 'My plan');
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const alarm = calendar.getFirstSubcomponent('vevent')!.getFirstSubcomponent('valarm')!;
    const values = ['action', 'trigger', 'description'].map((name) => String(alarm.getFirstPropertyValue(name)));
    expect(values).toEqual(['DISPLAY', '-PT15M', title]);
    expect(text.split('\r\n').filter((line) => line.length > 75)).toEqual([]);
  });
});

describe('reminders', () => {
  const MINUTE = 60_000;
  const concert = { a: 'events/concert', n: ['events/former'], s: 1000 };
  const due = (minute: number, more: { entry?: object; favourites?: string[]; reminded?: string[] } = {}) => {
    const { entry: changes = {}, favourites = ['events/concert'], reminded = [] } = more;
    return dueEntries([{ ...concert, ...changes }], { favourites, reminded, now: minute * MINUTE }).length === 1;
  };

  it('come in the 15 minutes before a favourite starts, also to a visitor who opens the site during them', () => {
    expect([984.9, 985, 999.9, 1000].map((minute) => due(minute))).toEqual([false, true, true, false]);
  });

  it('come for an entry that was chosen under a former name, and not for others or for one that is cancelled', () => {
    expect(due(990, { favourites: ['events/former'] })).toBe(true);
    expect(due(990, { favourites: ['events/other'] })).toBe(false);
    expect(due(990, { entry: { x: true } })).toBe(false);
  });

  it('come once, and again if the entry is moved', () => {
    const reminded = ['events/concert 1000'];
    expect(due(990, { reminded })).toBe(false);
    expect(due(1050, { reminded, entry: { s: 1060 } })).toBe(true);
  });
});
