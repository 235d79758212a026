import { describe, expect, it } from 'vitest';
import { changeEverything } from './changes.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { meddle, type Passing } from './meddler.ts';
import { runs } from '../seed.ts';
import { copiesOfStage } from './stage-copies.ts';
import { actionsOf, openStage, openSyncedStage } from './stage.ts';

const MUTATING = ['POST', 'PUT', 'PATCH', 'DELETE'];

const FLAGS = { 'a first sync': [], 'a sync that changes, replaces and deletes': ['--allow-replace'] } as const;
type Act = keyof typeof FLAGS;
const ACTS = Object.keys(FLAGS) as Act[];

/**
 * The method decides what follows a lost reply: a creation is looked for on the target, other requests are sent again. So one
 * reply of each is lost alone in `npm test`, and every one in `npm run proof`.
 */
const EACH_ALONE = runs({ test: 1, proof: Infinity });

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** By method: which of its requests lose their reply. */
type Lost = Readonly<Record<string, readonly number[]>>;

describe.each(['extended', 'documented'] as const)('with a service of the %s profile', (profile) => {
  const open = {
    'a first sync': copiesOfStage({ files: ONE_OF_EACH, profile }, async () => {}),
    'a sync that changes, replaces and deletes': copiesOfStage({ files: ONE_OF_EACH, profile }, async (stage) => {
      await stage.sync();
      changeEverything(stage);
    }),
  };

  /** Returns how many requests of each method were sent. */
  async function expectSuccess(
    act: Act,
    lost: Lost,
    ...flags: readonly string[]
  ): Promise<Readonly<Record<string, number>>> {
    const { stage } = await open[act]();
    await stage.arm(
      ...Object.entries(lost).flatMap(([method, all]) =>
        all.map((nth) => ({ do: 'reset-after', method, nth }) as const),
      ),
    );
    const { results, stderr } = await stage.sync(...FLAGS[act], ...flags);
    await stage.arm();
    const sent = MUTATING.map(
      (method) => [method, stage.seen.filter((each) => each.method === method).length] as const,
    );
    const left = results?.filter(({ outcome, action }) => outcome !== 'applied' && action !== 'manual');
    expect([lost, stderr, left]).toEqual([lost, '', []]);
    expect(actionsOf(await stage.plan()).filter((each) => !each.startsWith('manual'))).toEqual([]);
    const ids = Object.values(stage.ids());
    expect(new Set(ids).size).toBe(ids.length);
    const stored = stage.everything().map(({ id }) => id);
    expect(stored.toSorted()).toEqual(ids.toSorted());
    return Object.fromEntries(sent);
  }

  it.each(ACTS)(
    '%s succeeds despite any one reply that is lost after the service has processed the request, and if each is lost once',
    async (act) => {
      const sent = Object.entries(await expectSuccess(act, {})).filter(([, count]) => count > 0);
      expect(sent.reduce((total, [, count]) => total + count, 0)).toBeGreaterThan(2);

      const isRepeated = (method: string): boolean => method !== 'POST';
      const every = sent.map(([method, count]): [string, readonly number[]] => [
        method,
        upTo(count).map((nth) => (isRepeated(method) ? 2 * nth - 1 : nth)),
      ]);
      const again = sent.map(([method, count]) => [method, isRepeated(method) ? 2 * count : count]);
      // One after the other, so that the next request after a lost reply is the same one again.
      const repeated = await expectSuccess(act, Object.fromEntries(every), '--concurrency', '1');
      expect(repeated).toMatchObject(Object.fromEntries(again));

      for (const [method, count] of sent)
        for (const nth of upTo(Math.min(count, EACH_ALONE))) await expectSuccess(act, { [method]: [nth] });
    },
  );
});

describe('a proxy that sends changes twice', () => {
  it.each(['extended', 'documented'] as const)(
    'and passes on the second answer, 412 or 404, makes no change look like that of somebody else (%s)',
    async (profile) => {
      const stage = await openSyncedStage({ files: ONE_OF_EACH, profile });
      const refused: string[] = [];
      const note = (passing: Passing): Passing => {
        if (passing.status >= 400) refused.push(`${passing.method} ${passing.status}`);
        return passing;
      };
      await meddle(stage, note, { twice: ['PUT', 'PATCH', 'DELETE'] });
      changeEverything(stage);
      const { results, stderr } = await stage.sync('--allow-replace');
      const left = results?.filter(({ outcome, action }) => outcome !== 'applied' && action !== 'manual');
      expect([left, stderr]).toEqual([[], '']);
      expect(refused).toEqual(expect.arrayContaining(['PUT 412', 'DELETE 404']));
      expect(actionsOf(await stage.plan()).filter((each) => !each.startsWith('manual'))).toEqual([]);
    },
  );
});

describe('a creation', () => {
  it('whose reply is lost repeatedly by a service without Idempotency-Key is made once', async () => {
    const stage = await openStage({ files: ONE_OF_EACH, variants: ['no-idempotency'] });
    await stage.arm({ do: 'reset-after', method: 'POST' });
    expect((await stage.sync()).exitCode).toBe(0);
    await stage.arm();
    expect(actionsOf(await stage.plan())).toEqual([]);
    expect(stage.contents('event')).toHaveLength(1);
    expect(stage.contents('page')).toHaveLength(2);
  });

  it('that was answered with only its id is not sent again because it cannot be read back', async () => {
    const stage = await openStage({ files: { 'places/quay.yaml': 'name: Quay\n' } });
    let made = 0;
    await meddle(stage, (passing) => {
      if (passing.method === 'POST') made += 1;
      if (passing.method === 'POST') return { ...passing, body: '' };
      // Once created, it can no longer be read by its id or in the list.
      return made > 0 && passing.path.includes('/v1/places')
        ? { ...passing, status: 400, body: '{"error":"not now"}' }
        : passing;
    });
    await stage.sync();
    stage.configure();
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(made).toBe(1);
    expect(stage.contents('place')).toHaveLength(1);
  });

  it('that never reached the service is sent again', async () => {
    const stage = await openStage({ files: { 'places/quay.yaml': 'name: Quay\n' } });
    await stage.arm({ do: 'reset-before', method: 'POST', nth: 1 });
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.only('place').fields['name']).toBe('Quay');
  });
});
