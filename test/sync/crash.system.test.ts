import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { record } from '../proof/figures.ts';
import { goOnFromEveryPoint } from './crash.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { actionsOf, openStage, openSyncedStage, openTheatre, Stage, type Theatre } from './stage.ts';
import { runs } from '../seed.ts';
import { countPoints, killAndGoOn, killAndGoOnElsewhere } from './git-crash.ts';
import { git } from '../state/clones.ts';
import { blinded } from './blinded-stage.ts';
import { openGitStage } from './git-stage.ts';
import { syncUntilKilled } from './killable-sync.ts';

describe.each(['extended', 'documented'] as const)('a sync with a service of the %s profile', (profile) => {
  let theatre: Theatre;
  beforeAll(async () => {
    theatre = await openTheatre({ profile });
  });
  afterAll(async () => {
    await theatre.close();
    expect(theatre.undocumented).toEqual([]);
  });

  /** `npm run proof` really kills it at each of them. */
  it('that ends at any point reaches the same result as an undisturbed one, once it is run again', async () => {
    const { points, different } = await goOnFromEveryPoint({
      theatre,
      prepare: () => Stage.create(theatre, ONE_OF_EACH),
    });
    expect(points).toBeGreaterThan(40);
    const note = `${different} of them different`;
    record({ what: `points at which a first sync ends, ${profile} profile`, tried: points, failed: 0, note });
  }, 300_000);
});

/**
 * Spread over a run, except for its very end (`npm run proof` takes every point, and the random histories any): the
 * number of points depends a little on how long it takes.
 */
const spread = (points: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * points * 0.9) / count));

const KILLS = runs({ test: 2, quick: 4, proof: 2 });

describe('a sync that is killed while its state is on a ref', () => {
  it('continues in the same clone at once: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), KILLS)) expect(await killAndGoOn(at)).toBe(true);
    record({ what: 'kills of a sync with its state in git, continued in the same clone', tried: KILLS, failed: 0 });
  }, 600_000);

  it('is continued by another clone if its machine and disk are gone: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), KILLS)) expect(await killAndGoOnElsewhere(at + 1)).toBe(true);
    record({ what: 'kills of a sync with its state in git, continued in another clone', tried: KILLS, failed: 0 });
  }, 600_000);
});

const EVENT = 'title: T0\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n';
const FILES = {
  'events/opening.yaml': EVENT,
  'places/quay.yaml': 'name: T0\n',
  'articles/news.md': '---\ntitle: T0\nstatus: published\n---\nThe text of T0.\n',
};
const KINDS = ['event', 'place', 'article'] as const;
const FLAGS = ['--allow-replace'];

/** Writes a new title and text into a document. */
function edit(stage: Stage, path: keyof typeof FILES, times: number): void {
  stage.write(path, FILES[path].replaceAll('T0', `T${times}`));
}

const counts = (stage: Stage): readonly number[] => KINDS.map((kind) => stage.contents(kind).length);

/** The first write of a run, POST or PUT, succeeds, and the run is killed before it knows. */
const FIRST_WRITE = 'after P';

const PROFILES = ['documented', 'extended'] as const;
/** Every kind is tried with one profile in `npm test`, and with both in `npm run proof`. */
const PROFILES_TRIED = runs({ test: 1, proof: 2 });
const pathsFor = (profile: (typeof PROFILES)[number]): readonly (keyof typeof FILES)[] =>
  (Object.keys(FILES) as (keyof typeof FILES)[]).filter(
    (_, index) => (index + PROFILES.indexOf(profile)) % 2 < PROFILES_TRIED,
  );

describe.each(PROFILES)('with a service of the %s profile', (profile) => {
  it.each(pathsFor(profile))(
    '%s that is edited and whose sync is killed three times is on the target once, and the last text wins',
    async (path) => {
      const stage = await openSyncedStage({ files: { [path]: FILES[path] }, profile });
      for (const times of [1, 2, 3]) {
        edit(stage, path, times);
        await syncUntilKilled(stage, { on: FIRST_WRITE, flags: FLAGS });
      }
      edit(stage, path, 4);
      expect(await stage.sync(...FLAGS)).toMatchObject({ exitCode: 0, stderr: '' });
      const left = stage.everything().filter(({ kind }) => kind !== 'broadcast');
      expect(left.map(({ fields }) => fields['title'] ?? fields['name'])).toEqual(['T4']);
      expect(actionsOf(await stage.plan())).toEqual([]);
    },
    180_000,
  );

  it('a new document whose first sync is killed three times, with an edit before each, is created once', async () => {
    const stage = await openStage({ files: FILES, profile });
    for (const times of [1, 2, 3]) {
      for (const path of Object.keys(FILES) as (keyof typeof FILES)[]) edit(stage, path, times);
      await syncUntilKilled(stage, { on: FIRST_WRITE, flags: FLAGS });
    }
    expect(await stage.sync(...FLAGS)).toMatchObject({ exitCode: 0 });
    expect(counts(stage)).toEqual([1, 1, 1]);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

describe('with the state on a ref, and a fresh clone for each run', () => {
  it.each(['new documents', 'documents that were synced before'])(
    '%s that are edited before each of three runs that die are on the target once',
    async (which) => {
      const { stage, commit, clone, remote } = await openGitStage(FILES);
      if (which !== 'new documents') await stage.sync();
      for (const times of [1, 2, 3]) {
        for (const path of Object.keys(FILES) as (keyof typeof FILES)[]) edit(stage, path, times);
        commit();
        await syncUntilKilled(clone(), { on: FIRST_WRITE, flags: FLAGS });
        // Its machine is gone, and the test does not wait five minutes for its lock.
        git(remote, 'update-ref', '-d', 'refs/gitcast/lock/live');
      }
      expect(await clone().sync(...FLAGS)).toMatchObject({ exitCode: 0, stderr: '' });
      expect(counts(stage)).toEqual([1, 1, 1]);
      expect(actionsOf(await clone().plan())).toEqual([]);
    },
    180_000,
  );
});

it('a creation that was killed while lists lag is continued without a second one', async () => {
  const { stage, see } = await blinded(600);
  expect(await syncUntilKilled(stage, { on: 'after POST' })).toMatchObject({ died: true });
  stage.edit('events/opening.yaml', 'Opening', 'First night');
  expect(await stage.sync('--no-wait')).toMatchObject({ exitCode: 3 });
  see();
  expect(await stage.sync()).toMatchObject({ exitCode: 0 });
  expect(stage.titles()).toEqual(['First night']);
});
