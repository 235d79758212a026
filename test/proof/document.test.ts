import { expect, it } from 'vitest';
import { documentOf } from './document.ts';
import { PARTS } from './parts.ts';

const RUN = { date: '2027-06-18 12:00 UTC', commit: 'abc', seed: 7, machine: '2 cores', isQuick: true, seconds: 130 };

it('the page of the proof shows what ran, what failed and what could not run, and nothing else', () => {
  const [part] = PARTS;
  const rows = [{ what: 'kills', tried: 1200, failed: 1, note: '3 lost' }];
  const result = { part: part!, rows, failures: ['a <b> test'], notRun: ['on PostgreSQL: no server'], seconds: 9 };
  const text = documentOf({ ...RUN, results: [result] });
  expect(text).toContain('| kills | 1,200 | 1 | 3 lost |');
  expect(text).toContain('| failed | 1 |');
  expect(text).toContain('GITCAST_SEED=7 npm run proof -- --quick');
  expect(text).toContain('Not run:\n\n- on PostgreSQL: no server\n');
  expect(text).toContain('Failed:\n\n- a \\<b\\> test\n');
  expect(text).toContain('| duration | 2 min 10 s |');
  expect(text.match(/^## .*$/gm)).toEqual([`## ${part!.title}`]);
});
