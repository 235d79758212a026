import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk, type Disk } from '../../../src/state/file/disk.ts';
import { localRuns, type LocalRun, type LocalRuns } from '../../../src/state/git/local-runs.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import { written } from '../store-contract.ts';
import { IDENTITY } from '../identity.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const note = (id: string): RunNote => ({
  version: 1,
  id,
  command: 'sync',
  identity: IDENTITY,
  by: 'ana',
  startedAt: '2027-05-04T10:00:00.000Z',
  finished: false,
  changes: [],
});

function runsIn(folder: string, { disk = nodeDisk, isOurs = async (_: LocalRun) => true } = {}): LocalRuns {
  return localRuns({ disk, folder, target: 'production', isOurs });
}

describe('the runs that a machine remembers', () => {
  it('are found by their notes, in the order of their ids, with their lines and their starting point', async () => {
    const list: Disk['list'] = async (folder) => (await nodeDisk.list(folder)).toSorted().toReversed();
    const runs = runsIn(temporaryFolder(), { disk: { ...nodeDisk, list } });
    await runs.begin(note('4567cdef'), undefined);
    await runs.begin(note('0123abcd'), 'c0ffee');
    await runs.journal('0123abcd').append(written('events/a'));
    await runs.journal('89abcdef').append(written('events/b'));
    expect(await runs.list()).toStrictEqual([
      { note: note('0123abcd'), base: 'c0ffee', lines: [written('events/a')] },
      { note: note('4567cdef'), base: undefined, lines: [] },
    ]);
  });

  it('are empty if there is no folder yet, which is created with the first', async () => {
    const folder = join(temporaryFolder(), 'not', 'yet');
    const runs = runsIn(folder);
    expect(await runs.list()).toEqual([]);
    await runs.prepare();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are those of this target and this broadcast', async () => {
    const folder = temporaryFolder();
    const runs = runsIn(folder, { isOurs: async (run) => run.note.id !== '4567cdef' });
    for (const id of ['0123abcd', '4567cdef']) await runs.begin(note(id), undefined);
    const text = readFileSync(join(folder, 'production.0123abcd.run'), 'utf8');
    for (const name of [
      'staging.89abcdef.run',
      'production.89abcdef0.run',
      'production.89abcdef.runs',
      'productionX89abcdef.run',
    ])
      writeFileSync(join(folder, name), text);
    expect((await runs.list()).map((run) => run.note.id)).toEqual(['0123abcd']);
  });

  it('are refused if a note is damaged: its journal may record what was sent', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'production.ffffffff.run'), 'nonsense');
    await expect(runsIn(folder).list()).rejects.toThrow(
      /^the run note in .*ffffffff\.run cannot be used: it is not JSON/,
    );
  });

  it('have their files next to each other', async () => {
    const folder = temporaryFolder();
    const runs = runsIn(folder);
    expect(runs.lockPath).toBe(join(folder, 'production.lock'));
    expect(runs.bodiesFolder).toBe(join(folder, 'production.bodies'));
    await runs.begin(note('0123abcd'), 'c0ffee');
    await runs.journal('0123abcd').append(written('events/a'));
    const name = await runs.bodies.keep('a text');
    expect(readdirSync(folder).sort()).toEqual([
      'production.0123abcd.journal',
      'production.0123abcd.run',
      'production.bodies',
    ]);
    expect(readdirSync(runs.bodiesFolder)).toEqual([name]);
  });

  it('are forgotten with their journals first, and with what killed processes left', async () => {
    const folder = temporaryFolder();
    const removed: string[] = [];
    const remove: Disk['remove'] = (path) => {
      removed.push(path.slice(folder.length + 1));
      return nodeDisk.remove(path);
    };
    const runs = runsIn(folder, { disk: { ...nodeDisk, remove } });
    for (const id of ['0123abcd', '4567cdef']) {
      await runs.begin(note(id), undefined);
      await runs.journal(id).append(written('events/a'));
    }
    for (const name of ['production.0123abcd.run.1.tmp', 'staging.0123abcd.run.1.tmp', 'production.lock'])
      writeFileSync(join(folder, name), '');
    await runs.forget();
    expect(removed).toEqual([
      'production.0123abcd.journal',
      'production.4567cdef.journal',
      'production.0123abcd.run',
      'production.4567cdef.run',
      'production.0123abcd.run.1.tmp',
    ]);
    expect(readdirSync(folder).sort()).toEqual(['production.lock', 'staging.0123abcd.run.1.tmp']);
  });
});
