import { describe, expect, it } from 'vitest';
import { VARIANTS, type Variant } from '../service/variants.ts';
import type { Profile } from '../../src/kinds/operation.ts';
import { runs } from '../seed.ts';
import { ONE_OF_EACH, type Files } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

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

/** Each sync lists everything that it has to do, so it also shows that nothing was left over by the one before. */
async function expectSync(stage: Stage, { flags = [], exitCode, does }: Expected): Promise<void> {
  const { results, ...ran } = await stage.sync(...flags);
  if (exitCode === 0) expect(results?.filter(({ outcome }) => outcome !== 'applied')).toEqual([]);
  const done = results?.map(({ action, address }) => `${action} ${address}`);
  expect([ran.exitCode, done?.toSorted(), ran.stderr], does.join()).toEqual([exitCode, does.toSorted(), '']);
}

interface Expected {
  readonly flags?: readonly string[];
  readonly exitCode: number;
  /** As `action address`. */
  readonly does: readonly string[];
}

async function expectScenariosToEndWell(stage: Stage): Promise<void> {
  const synced = await stage.sync();
  expect([synced.exitCode, synced.results?.filter(({ outcome }) => outcome !== 'applied')]).toEqual([0, []]);
  await expectInStep(stage);
  const before = stage.everything().length;

  stage.theatre.clock.pass(LAG);
  stage.forgetState();
  const adopted = await stage.sync();
  const notAdopted = adopted.results?.filter(({ action }) => action !== 'adopt').map(({ address }) => address);
  // Nobody knows any more whether the target has the secret, so it is sent again where the target can change webhooks.
  expect(notAdopted, 'adopting').toEqual(stage.theatre.profile === 'extended' ? ['webhooks/crew'] : []);
  expect(stage.everything()).toHaveLength(before);

  const { id } = stage.only('event');
  await stage.call('PUT', `/events/${id}`, { title: 'Grand opening' });
  stage.theatre.clock.pass(LAG);
  stage.edit('places/main-stage.yaml', 'category: stage', 'category: tent');
  const [change, drift] = ['update places/main-stage', 'drift events/opening-night'];
  await expectSync(stage, { exitCode: 3, does: [change, drift] });
  expect(stage.named('place', 'Main stage').fields['category']).toBe('tent');
  expect(stage.only('event').fields['title']).toBe('Grand opening');
  await expectSync(stage, { flags: ['--overwrite-drift'], exitCode: 0, does: ['update events/opening-night'] });
  expect(stage.only('event').fields['title']).toBe('Opening night');

  stage.remove('events/opening-night.yaml');
  await expectSync(stage, { exitCode: 0, does: ['delete events/opening-night'] });
  expect(stage.contents('event')).toEqual([]);

  stage.write('events/opening-night.yaml', FILES['events/opening-night.yaml']!);
  stage.edit('broadcast.yaml', 'Three days', 'Four days');
  await stage.arm({ do: 'reset-after', method: 'POST' }, { do: 'reset-after', method: 'PATCH', nth: 1 });
  // The event is found on the target, because no reply reports that it was created.
  await expectSync(stage, { exitCode: 0, does: ['adopt events/opening-night', 'update broadcast'] });
  await stage.arm();
  expect(stage.contents('event')).toHaveLength(1);
  await expectInStep(stage);
}

/** Longer than lists lag. */
const LAG = 1100;

const PROFILES: readonly Profile[] = ['extended', 'documented'];

/** Every choice is tried with one profile in `npm test`, and with both in `npm run proof`. */
const PROFILES_TRIED = runs({ test: 1, proof: 2 });
/** A service that drops what it is sent is never equal to the files: test/sync/stored-differently has that one. */
const isEqual = (variant: Variant): boolean => variant !== 'no-descriptions';
const variantsFor = (profile: Profile): readonly Variant[] =>
  (Object.keys(VARIANTS) as Variant[])
    .filter(isEqual)
    .filter((_, index) => (index + PROFILES.indexOf(profile)) % 2 < PROFILES_TRIED);

describe.each(PROFILES)('with the %s profile', (profile) => {
  it.each(variantsFor(profile))(
    'a first sync, an adoption, a change, drift, a deletion and a lost reply succeed with a service that chose %s',
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
