import { describe, expect, it } from 'vitest';
import { VARIANTS, type Variant } from '../../src/service/variants.ts';
import type { Profile } from '../../src/kinds/profile.ts';
import { runs } from '../seed.ts';
import { ONE_OF_EACH, type Files } from './fixture.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';

const FILES: Files = {
  ...ONE_OF_EACH,
  // Services that trim what they store must not see a difference in it.
  'places/quiet-garden.yaml': 'name: "  Quiet garden "\n',
};

/** The second plan must be empty: the test of every scenario. */
async function expectInStep(stage: Stage): Promise<void> {
  const { changes, complete, stderr } = await stage.plan();
  expect([changes?.map(({ action, address, fields }) => ({ action, address, fields })), complete, stderr]).toEqual([
    [],
    true,
    '',
  ]);
}

async function expectScenariosToEndWell(stage: Stage): Promise<void> {
  const synced = await stage.sync();
  expect([synced.exitCode, synced.results?.filter(({ outcome }) => outcome !== 'applied')]).toEqual([0, []]);
  await expectInStep(stage);
  const before = stage.everything().length;

  stage.edit('events/opening-night.yaml', 'Two sets', 'Three sets');
  expect((await stage.sync()).exitCode, 'a change').toBe(0);
  expect(stage.only('event').fields['description']).toBe('Three sets, one river.');
  await expectInStep(stage);

  stage.theatre.clock.pass(LAG);
  stage.forgetState();
  const adopted = await stage.sync();
  expect(new Set(adopted.results?.map(({ action }) => action)), 'adopting').toEqual(new Set(['adopt']));
  expect(stage.everything()).toHaveLength(before);
  await expectInStep(stage);

  const { id } = stage.only('event');
  await stage.call('PUT', `/events/${id}`, { title: 'Grand opening' });
  stage.theatre.clock.pass(LAG);
  expect(actionsOf(await stage.plan()), 'drift').toEqual(['drift events/opening-night']);
  expect((await stage.sync()).exitCode).toBe(3);
  expect(stage.only('event').fields['title']).toBe('Grand opening');
  expect((await stage.sync('--overwrite-drift')).exitCode).toBe(0);
  expect(stage.only('event').fields['title']).toBe('Opening night');
  await expectInStep(stage);

  stage.remove('events/opening-night.yaml');
  expect((await stage.sync()).exitCode, 'a deletion').toBe(0);
  expect(stage.contents('event')).toEqual([]);
  await expectInStep(stage);

  stage.write('events/opening-night.yaml', FILES['events/opening-night.yaml']!);
  stage.edit('broadcast.yaml', 'Three days', 'Four days');
  await stage.arm({ do: 'reset-after', method: 'POST' }, { do: 'reset-after', method: 'PATCH', nth: 1 });
  const lost = await stage.sync();
  await stage.arm();
  expect([lost.exitCode, lost.results?.filter(({ outcome }) => outcome !== 'applied')], 'a lost reply').toEqual([
    0,
    [],
  ]);
  expect(stage.contents('event')).toHaveLength(1);
  await expectInStep(stage);
}

/** Longer than lists lag. */
const LAG = 1100;

const PROFILES: readonly Profile[] = ['extended', 'documented'];

/** Every choice is tried with one profile in `npm test`, and with both in `npm run proof`. */
const PROFILES_TRIED = runs({ test: 1, proof: 2 });
const variantsFor = (profile: Profile): readonly Variant[] =>
  (Object.keys(VARIANTS) as Variant[]).filter((_, index) => (index + PROFILES.indexOf(profile)) % 2 < PROFILES_TRIED);

describe.each(PROFILES)('with the %s profile', (profile) => {
  it.each(variantsFor(profile))(
    'a first sync, a change, an adoption, drift, a deletion and a lost reply succeed with a service that chose %s',
    async (variant) => {
      const stage = await openStage({ files: FILES, profile, variants: [variant], rateLimit: 6000 });
      // Such an id on Surface A cannot be that of the same article on Surface B, and the configuration says so.
      if (variant === 'uuid-ids') stage.configure({ target: '    articles: { sharedIds: false }\n' });
      await expectScenariosToEndWell(stage);
    },
  );

  it('they succeed with a service that guarantees nothing: no keys, no ETags, no bodies, no totals, lists that lag', async () => {
    const variants = ['no-idempotency', 'no-etags', 'empty-bodies', 'no-total', 'status-200', 'normalising'] as const;
    const stage = await openStage({ files: FILES, profile, variants: [...variants, 'lagging-lists'] });
    stage.configure({ settle: 30 });
    await expectScenariosToEndWell(stage);
  });
});
