import { describe, expect, it } from 'vitest';
import { readJournal, writtenLine, type JournalLine } from '../../src/state/journal-line.ts';
import { exampleIntent } from './example-run.ts';

const entry = { kind: 'event', id: '1', leaves: {} } as const;
const LINES: readonly JournalLine[] = [
  exampleIntent({ leaves: { title: 'été' } }),
  { type: 'written', address: 'events/a', entry, settles: ['k'] },
  { type: 'moved', address: 'events/b', from: 'events/a', entry, settles: [] },
  { type: 'deleted', address: 'events/b', id: '1', at: 7, settles: [] },
  { type: 'forgotten', address: 'events/c', settles: [] },
  { type: 'dropped', address: 'events/d', settles: [] },
];

describe('the lines of a journal', () => {
  it.each(LINES)('are read as written: $type', (line) => {
    expect(readJournal(writtenLine(line))).toStrictEqual({
      lines: [line],
      wholeBytes: Buffer.byteLength(writtenLine(line)),
    });
  });

  it('are empty in an empty journal', () => {
    expect(readJournal('')).toEqual({ lines: [], wholeBytes: 0 });
  });

  it('end before what a process was writing when it died, in bytes', () => {
    const whole = LINES.map(writtenLine).join('');
    expect(readJournal(`${whole}{"type":"wri`)).toEqual({ lines: LINES, wholeBytes: Buffer.byteLength(whole) });
  });

  it.each([
    ['no JSON', '{'],
    ['not an object', '[]'],
    ['nothing', 'null'],
    ['an object without an address', '{"type":"forgotten"}'],
    ['an object whose address is not a text', '{"type":"forgotten","address":1}'],
    ['an object without a type', '{"address":"events/a"}'],
    ['an object of an unknown type', '{"type":"painted","address":"events/a"}'],
    ['an object whose type is not a text', '{"type":["written"],"address":"events/a"}'],
    ['an object whose type is empty', '{"type":"","address":"events/a"}'],
    ['an empty line', ''],
    ['an object with an address outside its folder', '{"type":"forgotten","address":"../../events/a"}'],
    ['an object with an address of every object', '{"type":"forgotten","address":"__proto__"}'],
    [
      'an object whose address belongs to another kind',
      '{"type":"written","address":"places/a","entry":{"kind":"event","id":"1","leaves":{}}}',
    ],
  ])('are damaged if a complete line is %s', (_, text) => {
    const first = writtenLine(LINES[0]!);
    const whole = `${first}${text}\n${first}`;
    expect(readJournal(whole)).toEqual({
      lines: [LINES[0]],
      wholeBytes: Buffer.byteLength(whole),
      damagedAt: 2,
      why: expect.any(String),
    });
  });

  it.each([
    ['{"type":"forgotten","address":"events/a","address":"events/b"}', 'it has the key `address` twice'],
    ['\ufeff{"type":"forgotten","address":"events/a"}', 'it starts with a byte order mark'],
    ['{"type":"forgotten","address":"../a"}', '`address` is “../a”, expected the address of a document'],
  ])('are refused with the cause: %j', (text, why) => {
    expect(readJournal(`${text}\n`)).toMatchObject({ damagedAt: 1, why: expect.stringContaining(why) });
  });
});
