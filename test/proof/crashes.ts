import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Profile } from '../../src/kinds/profile.ts';
import { ROOT } from '../e2e/program.ts';
import { changeEverything } from '../sync/changes.ts';
import { goOnFromEveryPoint, killAtEveryPoint } from '../sync/crash.ts';
import { ONE_OF_EACH } from '../sync/fixture.ts';
import { openTheatre, Stage, type Theatre } from '../sync/stage.ts';

export function itSurvives(profile: Profile): void {
  let theatre: Theatre;
  beforeAll(async () => {
    theatre = await openTheatre({ profile });
  });
  afterAll(async () => {
    await theatre.close();
    expect(theatre.undocumented).toEqual([]);
  });

  it('a first sync of one document of each kind, killed at any point, ends as an undisturbed one', async () => {
    const points = await killAtEveryPoint({ theatre, prepare: () => Stage.create(theatre, ONE_OF_EACH) });
    expect(points).toBeGreaterThan(40);
  });

  it('a sync that changes, replaces, moves and deletes, killed at any point, ends as an undisturbed one', async () => {
    const points = await killAtEveryPoint({
      theatre,
      flags: ['--allow-replace'],
      prepare: async () => {
        const stage = await Stage.create(theatre, ONE_OF_EACH);
        await stage.sync();
        changeEverything(stage);
        return stage;
      },
    });
    expect(points).toBeGreaterThan(30);
    process.stdout.write(`${profile}: ${points} points of a sync that changes things\n`);
  });

  it('a first sync of the whole demo, ended at any point, is finished by the next one', async () => {
    const started = Date.now();
    const { points, different } = await goOnFromEveryPoint({
      theatre,
      prepare: async () => {
        // A broadcast with another name than the file's would be a conflict, as with any object that is taken over.
        const stage = await Stage.create(theatre, {}, { name: 'Étale · Port-Elme 2027' });
        cpSync(join(ROOT, 'content'), join(stage.folder, 'content'), { recursive: true });
        return stage;
      },
    });
    expect(points).toBeGreaterThan(100);
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    process.stdout.write(
      `${profile}: ${points} points of the demo, ${different} of them different, in ${minutes} minutes\n`,
    );
  });
}
