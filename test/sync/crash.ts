/**
 * Kills a sync at every point, one after the other, each time on a fresh stage, and compares the result of the next run
 * with that of an undisturbed one.
 */
import { expect } from 'vitest';
import { copyAtEveryPoint, syncUntilKilled } from './killable-sync.ts';
import { actionsOf, type Stage, type Theatre } from './stage.ts';

export interface Drama {
  readonly theatre: Theatre;
  /** Prepares the stage for the sync that is killed. */
  readonly prepare: (theatre: Theatre) => Promise<Stage>;
  readonly flags?: readonly string[];
  readonly parallel?: number;
}

/** Returns the number of points. */
export async function killAtEveryPoint(drama: Drama): Promise<number> {
  const { theatre, prepare, parallel = 4 } = drama;
  const undisturbed = await onStage(await prepare(theatre), async (stage) => {
    const { exitCode, said } = await syncUntilKilled(stage, { at: Infinity, ...drama });
    expect(exitCode, said).toBe(0);
    await settleDown(stage, drama, 'an undisturbed run');
    return inventory(stage);
  });
  let next = 1;
  let survived = Infinity;
  const takeSome = async (): Promise<void> => {
    while (next < survived) {
      const at = next++;
      await onStage(await prepare(theatre), async (stage) => {
        const { died, exitCode, said } = await syncUntilKilled(stage, { at, ...drama });
        if (!died) {
          expect(exitCode, said).toBe(0);
          survived = Math.min(survived, at);
        }
        await settleDown(stage, drama, `killed at point ${at}`);
        expect(inventory(stage), `killed at point ${at}`).toEqual(undisturbed);
      });
    }
  };
  await Promise.all(Array.from({ length: parallel }, takeSome));
  return survived - 1;
}

/**
 * The same for a sync of much content, for which a kill at every point would take hours: it is paused at every point,
 * and the next run starts from a copy of the stage.
 */
export async function goOnFromEveryPoint(drama: Drama): Promise<{ points: number; different: number }> {
  const { theatre, prepare, parallel = 4 } = drama;
  return onStage(await prepare(theatre), async (original) => {
    const { exitCode, said, copies } = await copyAtEveryPoint(original, drama.flags);
    expect(exitCode, said).toBe(0);
    await settleDown(original, drama, 'an undisturbed run');
    const undisturbed = inventory(original);
    // The point after one call is most often the point before the next.
    const different = [...Map.groupBy(copies, ({ digest }) => digest).values()].map(([first]) => first!);
    let next = 0;
    const takeSome = async (): Promise<void> => {
      while (next < different.length) {
        const copy = different[next++]!;
        const when = `stopped at point ${copies.indexOf(copy) + 1}, ${copy.name}`;
        await onStage(await copy.open(), async (stage) => {
          await settleDown(stage, drama, when);
          expect(inventory(stage), when).toEqual(undisturbed);
          expect(stage.theatre.undocumented).toEqual([]);
          await stage.theatre.close();
        });
      }
    };
    await Promise.all(Array.from({ length: parallel }, takeSome));
    for (const copy of copies) copy.remove();
    return { points: copies.length, different: different.length };
  });
}

/** Runs it again: everything is created, every id is known, and the next plan is empty. */
async function settleDown(stage: Stage, { flags = [] }: Drama, when: string): Promise<void> {
  const second = await stage.sync(...flags);
  const left = second.results?.filter(({ outcome }) => outcome !== 'applied');
  expect([second.exitCode, second.stderr, left], when).toEqual([0, '', []]);
  const third = await stage.plan();
  expect([actionsOf(third), third.complete], when).toEqual([[], true]);
  const ids = Object.values(stage.ids());
  expect(new Set(ids).size, when).toBe(ids.length);
  expect(new Set(ids), when).toEqual(new Set(stage.managed().map(({ id }) => id)));
}

/** All objects on the target, with names in place of ids, because those differ from run to run. */
function inventory(stage: Stage): readonly string[] {
  const names = new Map(Object.entries(stage.ids()).map(([address, id]) => [id, address]));
  return stage
    .everything()
    .map(({ id, kind, fields }) => `${kind} ${names.get(id) ?? 'unknown'} ${JSON.stringify(fields)}`)
    .map((line) => line.replaceAll(/[0-9a-f]{24}/g, (id) => names.get(id) ?? 'somebody'))
    .sort();
}

async function onStage<T>(stage: Stage, act: (stage: Stage) => Promise<T>): Promise<T> {
  try {
    return await act(stage);
  } finally {
    stage.dispose();
  }
}
