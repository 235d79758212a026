import { describe, expect, it } from 'vitest';
import { SERVICES, tellStories } from './random.ts';

const RUNS = 200;

describe('random stories of edits, faults and kills', () => {
  it(`agree in the end or stop with a named conflict, and touch nothing of others (${RUNS} of them)`, async () => {
    const runs = Math.ceil(RUNS / SERVICES.length);
    const told = await Promise.all(SERVICES.map((service, index) => tellStories({ service, runs, kills: index < 2 })));
    expect(told.flat()).toEqual([]);
  }, 600_000);
});
