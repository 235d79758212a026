import { describe, expect, it } from 'vitest';
import { slotView } from '../../src/site/pages/slots.ts';
import { scopeOf } from '../../src/site/scope.ts';
import { inShort } from '../model/harbour.ts';
import { event, siteOf } from './harbour-site.ts';

const concert = (keys: string) => ({ 'events/a.yaml': event('2027-06-18T20:00Z', '2027-06-18T21:00Z', keys) });
const STREAM = '$stream: https://live.example/a\n';
const RECORDING = '$recording: https://media.example/a\n';

describe('what is known of an entry around its time', () => {
  const shown = (keys: string, now = '2027-06-18T20:00:00Z') => {
    const site = siteOf(concert(keys), { now });
    const { mark, live = [] } = slotView(site.programme[0]!, scopeOf(site, { locale: 'en', page: '/' }));
    return [mark?.text, ...live.map(({ text, url }) => [text, url].join(' ').trim())].filter(Boolean);
  };

  it.each([
    ['', []],
    ['$full: true\n', ['Full']],
    [`$full: true\n${STREAM}`, ['Full', 'Live stream https://live.example/a']],
    [`$full: true\n${STREAM}${RECORDING}`, ['Recording https://media.example/a']],
    [`$full: true\n${STREAM}$cancelled: true\n`, ['Cancelled']],
  ])('with %j is %j', (keys, expected) => expect(shown(keys)).toEqual(expected));

  it('is no stream or missing place when it is over, and no recording before it starts', () => {
    const keys = `$full: true\n${STREAM}`;
    expect(shown(keys, '2027-06-18T21:00:00Z')).toEqual([]);
    expect(shown(keys + RECORDING, '2027-06-18T21:00:00Z')).toEqual(['Recording https://media.example/a']);
    expect(shown(keys + RECORDING, '2027-06-18T19:59:00Z')).toEqual(['Full', 'Live stream https://live.example/a']);
  });

  it.each([
    ['$stream: http://live.example/a\n', ['bad-url 4:10']],
    ['$recording: live.example/a\n', ['bad-url 4:13']],
    ['$full: very\n', ['wrong-type 4:8']],
  ])('is checked: %j', (keys, expected) => expect(inShort(concert(keys))).toEqual(expected));
});
