import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Profile } from '../../src/kinds/operation.ts';
import { ROOT } from '../e2e/program.ts';
import { changeEverything } from '../sync/changes.ts';
import { goOnFromEveryPoint, killAtEveryPoint } from '../sync/crash.ts';
import { ONE_OF_EACH } from '../sync/fixture.ts';
import { openTheatre, Stage, type Theatre } from '../sync/stage.ts';
import { record } from './figures.ts';

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
    record({ what: `points of a first sync, ${profile} profile`, tried: points, failed: 0 });
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
    record({ what: `points of a sync that changes things, ${profile} profile`, tried: points, failed: 0 });
  });

  it('a first sync of the whole demo, ended at any point, is finished by the next one', async () => {
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
    const note = `${different} of them different`;
    record({ what: `points of a first sync of the demo, ${profile} profile`, tried: points, failed: 0, note });
  });
}
