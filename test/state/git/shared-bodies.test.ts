import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeObjects } from '../../../src/git/new-objects.ts';
import { writeBlob } from '../../git/write-objects.ts';
import { digest } from '../../../src/values/digest.ts';
import { nodeDisk } from '../../../src/state/file/disk.ts';
import type { KnownTip } from '../../../src/state/git/known-tip.ts';
import { LocalRuns } from '../../../src/state/git/local-runs.ts';
import { SharedBodies } from '../../../src/state/git/shared-bodies.ts';
import { NO_COMMIT, type StateCommit } from '../../../src/state/git/state-commit.ts';
import { git } from '../clones.ts';
import { sharedRepository } from '../shared-repository.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const repository = sharedRepository();

/** A commit on the ref whose tree has these texts under these names. */
async function commitWith(texts: Readonly<Record<string, string>>): Promise<StateCommit> {
  const blobs = Object.entries(texts).map(
    async ([name, text]) => [`bodies/${name}`, await writeBlob(repository.git(), text)] as const,
  );
  return { ...NO_COMMIT, id: 'tip', blobs: new Map(await Promise.all(blobs)) };
}

function bodiesWith(tip: StateCommit) {
  const local = new LocalRuns({ disk: nodeDisk, folder: temporaryFolder(), target: 'live', isOurs: async () => true });
  const known = { read: async () => tip } as KnownTip;
  return { local, bodies: new SharedBodies({ git: repository.git(), local, tip: known }) };
}

describe('shared stored texts', () => {
  it("are read from this machine, otherwise from the state's ref", async () => {
    const { local, bodies } = bodiesWith(await commitWith({ [digest('there')]: 'there' }));
    const here = await local.bodies.keep('here');
    expect(await bodies.read(here)).toBe('here');
    expect(await bodies.read(digest('there'))).toBe('there');
    expect(await bodies.read(digest('nowhere'))).toBeUndefined();
  });

  it('count as missing if a blob has a different text, or is missing', async () => {
    const tip = await commitWith({ [digest('one')]: 'another' });
    const missing = new Map([...tip.blobs, [`bodies/${digest('gone')}`, 'f'.repeat(40)]]);
    const { bodies } = bodiesWith({ ...tip, blobs: missing });
    expect(await bodies.read(digest('one'))).toBeUndefined();
    expect(await bodies.read(digest('gone'))).toBeUndefined();
  });

  it('become blobs if the commit lacks them and this machine has them, byte by byte', async () => {
    const on = await commitWith({ [digest('there')]: 'there' });
    const { local, bodies } = bodiesWith(on);
    const names = [
      await local.bodies.keep('été\r\n'),
      await local.bodies.keep('two\n'),
      await local.bodies.keep('there'),
    ];
    const broken = await local.bodies.keep('broken');
    writeFileSync(join(local.bodiesFolder, broken), 'half');
    const blobs = await bodies.blobs(new Set([...names, broken, digest('nowhere')]), on, 'sha1');
    await storeObjects(repository.git(), [...blobs.values()]);
    expect([...blobs.keys()]).toEqual(names.slice(0, 2));
    expect(git(repository.folder(), 'cat-file', 'blob', blobs.get(names[0]!)!.id)).toBe('été');
    expect(git(repository.folder(), 'cat-file', '-s', blobs.get(names[0]!)!.id)).toBe('7');
    expect(git(repository.folder(), 'cat-file', 'blob', blobs.get(names[1]!)!.id)).toBe('two');
    expect(await bodies.blobs(new Set([digest('there')]), on, 'sha1')).toEqual(new Map());
  });
});
