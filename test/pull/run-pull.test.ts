import { describe, expect, it } from 'vitest';
import { memoryWorkTree } from '../../src/git/work-tree.ts';
import type { Pulled } from '../../src/pull/pull-plan.ts';
import { runPull } from '../../src/pull/run-pull.ts';
import { createFileStore } from '../../src/state/file/file-store.ts';
import { IDENTITY } from '../state/identity.ts';
import { thisProcess } from '../../src/state/file/lock.ts';
import { folderWith } from '../cli/in-memory.ts';
import { World } from '../plan/world.ts';
import { EVENT, FILES, PLACE } from './fixtures.ts';
import { memoryFolder } from './memory-folder.ts';
import { alone, MemoryRepository } from './memory-pull.ts';

const EVENT_FILE = 'events/opening-night.yaml';

interface Circumstances {
  readonly onDisk?: Readonly<Record<string, string>>;
  readonly uncommitted?: readonly string[];
  readonly force?: boolean;
}

/** Event and place were edited on the target; the files on disk may have changed since they were read. */
async function pulled({ onDisk = {}, uncommitted = [], force = false }: Circumstances) {
  const world = new World();
  world.sync(FILES, { choices: { ours: true } });
  world.edit(world.only('event').id, { title: 'Another night' });
  world.edit(world.only('place').id, { name: 'Great stage' });
  const repository = new MemoryRepository(world, FILES);
  const files = new Map<string, string>(Object.entries({ ...FILES, ...onDisk }));
  const store = createFileStore({ folder: folderWith(), target: 'test', identity: IDENTITY });
  const lock = await store.lock(thisProcess());
  const result: Pulled = await runPull({
    input: repository.input(),
    plan: repository.plan(),
    environment: alone(FILES),
    prefix: '',
    folder: memoryFolder(files),
    workTree: memoryWorkTree(uncommitted),
    store,
    lock,
    theirs: false,
    force,
  });
  await lock.release();
  const { base } = await store.load();
  return { ...result, files, known: [...base.entries.keys()] };
}

describe('a running pull', () => {
  it('writes the files first, then the state', async () => {
    const { files, known, edits } = await pulled({});
    expect(edits.map(({ file }) => file)).toEqual([EVENT_FILE, 'places/main-stage.yaml']);
    expect(files.get(EVENT_FILE)).toBe(EVENT.replace('Opening night', 'Another night'));
    expect(known).toEqual(['events/opening-night', 'places/main-stage']);
  });

  it('leaves a file alone that was saved in the meantime, and does not record it as pulled', async () => {
    const saved = `${EVENT}# just saved\n`;
    const { files, known, skipped } = await pulled({ onDisk: { [EVENT_FILE]: saved } });
    expect(skipped).toMatchObject([{ file: EVENT_FILE }]);
    expect(files.get(EVENT_FILE)).toBe(saved);
    expect(known).toEqual(['places/main-stage']);
  });

  it('checks for uncommitted changes only if that matters', async () => {
    const uncommitted = ['places/'];
    expect((await pulled({ uncommitted })).files.get('places/main-stage.yaml')).toBe(PLACE);
    expect((await pulled({ uncommitted, force: true })).files.get('places/main-stage.yaml')).not.toBe(PLACE);
  });
});
