import { describe, expect, it } from 'vitest';
import { changeEverything } from './changes.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { meddle } from './meddler.ts';
import { actionsOf, openStage, openTheatre, Stage, type Theatre } from './stage.ts';

const MUTATING = ['POST', 'PUT', 'PATCH', 'DELETE'];

interface Act {
  readonly prepare: (theatre: Theatre) => Promise<Stage>;
  readonly flags: readonly string[];
}

const ACTS: Readonly<Record<string, Act>> = {
  'a first sync': { prepare: (theatre) => Stage.create(theatre, ONE_OF_EACH), flags: [] },
  'a sync that changes, replaces and deletes': {
    prepare: async (theatre) => {
      const stage = await Stage.create(theatre, ONE_OF_EACH);
      await stage.sync();
      changeEverything(stage);
      return stage;
    },
    flags: ['--allow-replace'],
  },
};

describe.each(['extended', 'documented'] as const)('with a service of the %s profile', (profile) => {
  it.each(Object.entries(ACTS))(
    '%s succeeds despite any one reply that is lost after the service has processed the request',
    async (_, { prepare, flags }) => {
      const theatre = await openTheatre({ profile });
      try {
        const counts = await countCalls(theatre, prepare, flags);
        expect(counts.reduce((total, { count }) => total + count, 0)).toBeGreaterThan(2);
        for (const { method, count } of counts) {
          for (let nth = 1; nth <= count; nth++) {
            const stage = await prepare(theatre);
            theatre.service.faults!.arm([{ do: 'reset-after', method, nth }]);
            const ran = await stage.sync(...flags);
            theatre.service.faults!.arm([]);
            const left = ran.results?.filter(({ outcome }) => outcome !== 'applied');
            const when = `${method} number ${nth}`;
            expect([when, ran.stderr, left?.filter(({ action }) => action !== 'manual')]).toEqual([when, '', []]);
            expect(actionsOf(await stage.plan()).filter((each) => !each.startsWith('manual'))).toEqual([]);
            const ids = Object.values(stage.ids());
            expect(new Set(ids).size).toBe(ids.length);
            expect(
              stage
                .everything()
                .map(({ id }) => id)
                .sort(),
            ).toEqual(ids.toSorted());
            stage.dispose();
          }
        }
      } finally {
        await theatre.close();
        expect(theatre.undocumented).toEqual([]);
      }
    },
    120_000,
  );
});

async function countCalls(theatre: Theatre, prepare: Act['prepare'], flags: readonly string[]) {
  const stage = await prepare(theatre);
  stage.forgetRequests();
  await stage.sync(...flags);
  const counts = MUTATING.map((method) => ({
    method,
    count: stage.seen.filter((request) => request.method === method).length,
  }));
  stage.dispose();
  return counts;
}

describe('a proxy that sends changes twice', () => {
  it.each(['extended', 'documented'] as const)(
    'and passes on the second answer, 412 or 404, makes no change look like that of somebody else (%s)',
    async (profile) => {
      const stage = await openStage({ files: ONE_OF_EACH, profile });
      await stage.sync();
      const refused: string[] = [];
      const doubling = await meddle(
        stage.theatre.url,
        (passing) => {
          if (passing.status >= 400) refused.push(`${passing.method} ${passing.status}`);
          return passing;
        },
        undefined,
        { twice: ['PUT', 'PATCH', 'DELETE'] },
      );
      stage.configure({ baseUrl: doubling });
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
    const baseUrl = await meddle(stage.theatre.url, (passing) => {
      if (passing.method === 'POST') made += 1;
      if (passing.method === 'POST') return { ...passing, body: '' };
      // Once created, it can no longer be read by its id or in the list.
      return made > 0 && passing.path.includes('/v1/places')
        ? { ...passing, status: 400, body: '{"error":"not now"}' }
        : passing;
    });
    stage.configure({ baseUrl });
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

  it('that the service rejects leaves nothing behind that could be mistaken for ours later', async () => {
    const stage = await openStage({ files: { 'places/quay.yaml': 'name: Quay\n' } });
    const refusing = await meddle(stage.theatre.url, (passing) =>
      passing.method === 'POST' ? { ...passing, status: 400, body: '{"error":"no"}' } : passing,
    );
    stage.configure({ baseUrl: refusing });
    expect((await stage.sync()).summary.failed).toBe(1);
    expect(stage.kept()['state/live.journal']).toBeUndefined();
  });
});
