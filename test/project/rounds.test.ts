import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/apply/run.ts';
import type { Prepared } from '../../src/project/planning/planning.ts';
import type { RunEvent } from '../../src/project/events.ts';
import { applyInRounds } from '../../src/project/sync/rounds.ts';
import type { Change, Plan } from '../../src/plan/plan.ts';
import { planOf } from '../cli/plan-of.ts';
import { virtualClock } from '../virtual-clock.ts';

const change = (address: string, more: Partial<Change> = {}): Change => ({
  address,
  kind: 'event',
  action: 'create',
  certainty: 'verified',
  fields: [],
  after: { title: address },
  pointers: [],
  secrets: [],
  reason: '',
  dependsOn: [],
  agreed: {},
  sets: ['title'],
  drops: [],
  ...more,
});

const openPlan = (changes: readonly Change[], until: number): Plan =>
  planOf(changes, { open: changes.map(({ address, kind }) => ({ address, kind, key: address, until })) });

/** A run whose first round leaves the addresses in `open` open until `until`; the clock moves only when it sleeps. */
async function run({
  plan,
  until,
  open,
  next,
  wait = true,
  abortAfter = Infinity,
}: {
  readonly plan: Plan;
  readonly until: number;
  readonly open: readonly string[];
  readonly next: (now: number) => Plan;
  readonly wait?: boolean;
  readonly abortAfter?: number;
}) {
  const clock = virtualClock(0);
  const looks: number[] = [];
  const applied: string[][] = [];
  const events: RunEvent[] = [];
  const stop = new AbortController();
  const prepared = (made: Plan): Prepared => ({ plan: made }) as Prepared;
  const { results } = await applyInRounds(plan, prepared(plan), {
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
    apply: async ({ changes }) => {
      applied.push(changes.map(({ action, address }) => `${action} ${address}`));
      return {
        results: changes.map(({ address, action }): Result => {
          const isOpen = applied.length === 1 && open.includes(address);
          return { address, action, ...(isOpen ? { outcome: 'open', error: 'lost', until } : { outcome: 'applied' }) };
        }),
      };
    },
    again: {
      wait,
      now: clock.now,
      sleep: async (milliseconds) => {
        await clock.sleep(milliseconds);
        if (clock.now() >= abortAfter) throw new Error('aborted');
      },
      prepare: async () => {
        looks.push(clock.now());
        return prepared(next(clock.now()));
      },
    },
  });
  return { results, looks, applied, events };
}

describe('a run in rounds', () => {
  const plan = planOf([change('events/a'), change('events/b'), change('events/c', { dependsOn: ['events/a'] })]);

  it('has one round if nothing is open', async () => {
    const { applied, looks } = await run({ plan, until: 0, open: [], next: () => plan });
    expect([applied.length, looks]).toEqual([1, []]);
  });

  it('waits once for everything that is open, at most for the settle time, and plans only that and its dependants again', async () => {
    const again = planOf([change('events/a'), change('events/c')]);
    const next = (now: number): Plan => (now < 60_000 ? openPlan(again.changes, 60_000) : again);
    const { applied, looks, results, events } = await run({ plan, until: 60_000, open: ['events/a'], next });
    expect(applied[1]).toEqual(['create events/a', 'create events/c']);
    expect(looks.at(-1)).toBe(60_000);
    expect(looks.length).toBeLessThan(8);
    expect(results.every(({ outcome }) => outcome === 'applied')).toBe(true);
    expect(events).toEqual([{ type: 'settling', changes: 1, until: 60_000 }]);
  });

  it('continues as soon as a list shows it', async () => {
    const next = (now: number): Plan =>
      now < 4000 ? openPlan([change('events/a')], 60_000) : planOf([change('events/a', { action: 'adopt' })]);
    const { looks, applied } = await run({ plan, until: 60_000, open: ['events/a'], next });
    expect(looks.at(-1)).toBeLessThan(10_000);
    expect(applied[1]).toEqual(['adopt events/a']);
  });

  it('does not wait with --no-wait, nor after Ctrl-C: the change stays open and names the time to run again', async () => {
    for (const how of [{ wait: false }, { abortAfter: 3000 }]) {
      const next = (): Plan => openPlan([change('events/a')], 60_000);
      const { results, applied } = await run({ plan, until: 60_000, open: ['events/a'], next, ...how });
      expect(applied).toHaveLength(1);
      expect(results[0]).toMatchObject({
        outcome: 'open',
        error: 'lost: run gitcast sync again after 1970-01-01T00:01:00Z',
      });
    }
  });

  it('makes no change that the plan did not show: a file that was edited in the meantime is left for the next run', async () => {
    const edited = change('events/a', { after: { title: 'Another title' } });
    const { applied, results } = await run({ plan, until: 0, open: ['events/a'], next: () => planOf([edited]) });
    expect(applied[1]).toEqual([]);
    expect(results.find(({ address }) => address === 'events/a')).toMatchObject({
      outcome: 'open',
      error: expect.stringContaining('run gitcast sync again'),
    });
  });

  it('deletes nothing that the plan did not show, and the old object of a replacement that it did', async () => {
    const replace = planOf([change('articles/a', { action: 'replace', id: 'old' })]);
    const next = (): Plan =>
      planOf([
        change('articles/a', { action: 'adopt' }),
        change('articles/a', { action: 'delete', id: 'old' }),
        change('articles/a', { action: 'delete', id: 'other' }),
      ]);
    const { applied, results } = await run({ plan: replace, until: 0, open: ['articles/a'], next });
    expect(applied[1]).toEqual(['adopt articles/a', 'delete articles/a']);
    expect(results.filter(({ outcome }) => outcome === 'open')).toHaveLength(1);
  });
});
