import { describe, expect, it } from 'vitest';
import { calendarOf } from '../../templates/assets/js/plan-export.js';
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
    const event = (uid: string) => `BEGIN:VEVENT\r\nUID:${uid}\r\nEND:VEVENT\r\n`;
    const head = (name: string) => `BEGIN:VCALENDAR\r\nNAME:${name}\r\nX-WR-CALNAME:${name}\r\n`;
    const all = `${head('Harbour')}${event('events.a@x')}${event('events.b@x')}END:VCALENDAR\r\n`;
    expect(calendarOf(all, new Set(['events.b@x']), 'خطتي, 2027; $$& $1 a\\b')).toBe(
      `${head('خطتي\\, 2027\\; $$& $1 a\\\\b')}${event('events.b@x')}END:VCALENDAR\r\n`,
    );
  });
});
