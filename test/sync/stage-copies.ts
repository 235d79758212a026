/**
 * Stages that are prepared once per test file, of which each test gets a copy: the folder, and what the target stores. A state
 * names the URL of its target, so the services of all copies use one port, one after the other.
 */
import { copyFileSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { openDoor, type Door } from '../../src/service/service-listener.ts';
import { virtualClock } from '../virtual-clock.ts';
import type { Files } from './fixture.ts';
import { copyDatabase, openTheatre, Stage, type ServiceChoices } from './stage.ts';

export interface PreparedStage extends ServiceChoices {
  readonly files?: Files;
}

interface Original<T> {
  readonly stage: Stage;
  readonly database: string;
  readonly door: Door;
  readonly prepared: T;
}

/** Returns a function that opens a copy for the duration of a test, with what `prepare` returned. */
export function copiesOfStage<T>(
  { files = {}, ...choices }: PreparedStage,
  prepare: (stage: Stage) => Promise<T>,
): () => Promise<{ readonly stage: Stage; readonly prepared: T }> {
  let original: Promise<Original<T>> | undefined;
  afterAll(async () => {
    const made = await original;
    made?.stage.dispose();
    await made?.door.close();
  });
  return async () => {
    original ??= makeOriginal(choices, files, prepare);
    const { stage: first, database, door, prepared } = await original;
    const moved = join(mkdtempSync(join(tmpdir(), 'gitcast-copy-')), 'service.db');
    copyFileSync(database, moved);
    const clock = virtualClock(first.theatre.clock.now());
    const theatre = await openTheatre({ ...choices, door, database: moved, clock });
    const stage = new Stage(theatre, {}, first.credentials);
    stage.env = first.env;
    cpSync(first.folder, stage.folder, { recursive: true, preserveTimestamps: true });
    onTestFinished(async () => {
      stage.dispose();
      await theatre.close();
      expect(theatre.undocumented).toEqual([]);
    });
    return { stage, prepared };
  };
}

/** The same for a stage that has been synced once. */
export function copiesOfSyncedStage(options: PreparedStage): () => Promise<Stage> {
  const open = copiesOfStage(options, async (stage) => {
    const { exitCode, stdout, stderr } = await stage.sync();
    expect([exitCode, stderr], stdout).toEqual([0, '']);
  });
  return async () => (await open()).stage;
}

async function makeOriginal<T>(
  choices: ServiceChoices,
  files: Files,
  prepare: (stage: Stage) => Promise<T>,
): Promise<Original<T>> {
  const door = await openDoor({});
  const theatre = await openTheatre({ ...choices, door });
  const stage = await Stage.create(theatre, files);
  const prepared = await prepare(stage);
  const database = join(mkdtempSync(join(tmpdir(), 'gitcast-copied-')), 'service.db');
  copyDatabase(theatre, database);
  expect(theatre.undocumented).toEqual([]);
  await theatre.close();
  return { stage, database, door, prepared };
}
