import { describe, expect, it } from 'vitest';
import type { Variant } from '../../src/service/variants.ts';
import { tellStories } from './random.ts';
import { openTheatre, type ServiceChoices } from './stage.ts';

/** Services that differ in what a client could lean on. */
const SERVICES: readonly ServiceChoices[] = [
  {},
  { profile: 'documented' },
  { variants: ['no-idempotency', 'no-etags'] },
  { variants: ['normalising', 'newest-first', 'other-timestamps'] },
  { variants: ['empty-bodies', 'no-idempotency', 'small-pages'] },
  { profile: 'documented', variants: ['no-idempotency', 'no-total', 'status-200'] },
  { variants: ['no-etags', 'no-total', 'plain-errors'] satisfies Variant[] },
  { profile: 'documented', variants: ['empty-bodies', 'no-etags', 'normalising'] },
];

const RUNS = Number(process.env['GITCAST_STORIES'] ?? 200);

describe('random stories of edits, faults and kills', () => {
  it(`agree in the end or stop with a named conflict, and touch nothing of others (${RUNS} of them)`, async () => {
    const theatres = await Promise.all(SERVICES.map((choices) => openTheatre(choices)));
    try {
      const runs = Math.ceil(RUNS / SERVICES.length);
      const told = theatres.map((theatre, index) =>
        tellStories({ theatre, runs, seed: 20_270_618 + index, kills: index < 2 || RUNS > 200 }),
      );
      await Promise.all(told);
      for (const { undocumented } of theatres) expect(undocumented).toEqual([]);
    } finally {
      await Promise.all(theatres.map(({ close }) => close()));
    }
  }, 3_000_000);
});
