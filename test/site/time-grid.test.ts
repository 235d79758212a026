import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridCss } from '../../src/render/theme/grid-css.ts';
import { composeAllDays } from '../../src/site/pages/programme-frame.ts';
import { cellsOf, GRID, lanesOf, MOST_ROWS } from '../../src/site/pages/programme-grid.ts';
import type { GridPage } from '../../src/site/pages/view.ts';
import { scopeOf } from '../../src/site/scope.ts';
import { event, siteOf } from './harbour-site.ts';

const MINUTE = 60_000;

describe('the time grid', () => {
  it('puts entries that overlap side by side, and no two in one place', () => {
    const span = fc.record({ start: fc.integer({ min: 0, max: 1500 }), length: fc.integer({ min: 0, max: 3000 }) });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
        const slots = spans
          .map(({ start, length }) => ({ start: start * MINUTE, end: (start + length) * MINUTE }))
          .sort((a, b) => a.start - b.start);
        const cells = cellsOf(slots, 0);
        for (const [index, a] of cells.entries()) {
          expect(a.row + a.rows).toBeLessThanOrEqual(MOST_ROWS);
          for (const b of cells.slice(index + 1))
            expect(a.lane !== b.lane || a.row + a.rows <= b.row || b.row + b.rows <= a.row).toBe(true);
        }
        expect(lanesOf(cells)).toBeLessThanOrEqual(Math.max(1, slots.length));
      }),
    );
  });

  it('leaves one column to a place where a quarter of an hour is followed by the next entry at once', () => {
    const spans = [
      { start: 0, end: 15 * MINUTE },
      { start: 15 * MINUTE, end: 60 * MINUTE },
    ];
    expect(lanesOf(cellsOf(spans, 0))).toBe(1);
  });

  it('has places as columns, the night below the evening, and what continues above the grid', () => {
    const site = siteOf({
      'places/b.yaml': 'name: B\n',
      'places/a.yaml': 'name: A\n',
      'events/show.yaml': event('2027-06-17T10:00:00+02:00', '2027-06-19T22:00:00+02:00', 'place_id: places/a\n'),
      'events/one.yaml': event('2027-06-18T20:30:00+02:00', '2027-06-18T22:00:00+02:00', 'place_id: places/b\n'),
      'events/two.yaml': event('2027-06-18T21:00:00+02:00', '2027-06-18T22:00:00+02:00', 'place_id: places/b\n'),
      'events/night.yaml': event('2027-06-19T01:00:00+02:00', '2027-06-19T02:00:00+02:00', 'place_id: places/a\n'),
    });
    const { days } = composeAllDays(GRID, site.programme, scopeOf(site, { locale: 'en', page: '/program/grid/' }))
      .body as GridPage;
    const friday = days.find(({ key }) => key === 'd2027-06-18')!;
    expect(friday.continuing.map(({ address, since }) => [address, since?.text])).toEqual([
      ['events/show', 'since Thu 17'],
    ]);
    expect(friday.hours.map(({ text }) => text)).toEqual(['20:00', '21:00', '22:00', '23:00', '00:00', '01:00']);
    const cells = friday.columns.map(({ title, column, lanes, cells: inside }) => [
      title.text,
      column,
      lanes,
      inside.map((cell) => [cell.slot.address, cell.row, cell.rows, cell.column]),
    ]);
    expect(cells).toEqual([
      ['A', 0, 1, [['events/night', 60, 12, 0]]],
      [
        'B',
        1,
        2,
        [
          ['events/one', 6, 18, 1],
          ['events/two', 12, 12, 2],
        ],
      ],
    ]);
    expect(friday.width).toBe(3);
  });

  it('has a class for each row and column in a style sheet that does not depend on the content', () => {
    const css = gridCss();
    for (const rule of ['.t-0{grid-row-start:2}', '.s-12{grid-row-end:span 12}', '.k-3{grid-column-start:5}'])
      expect(css).toContain(rule);
    expect(css).toContain(`.t-${MOST_ROWS - 1}{`);
  });
});
