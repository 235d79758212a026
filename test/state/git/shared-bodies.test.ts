import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBlob } from '../../git/write-objects.ts';
import { digest } from '../../../src/values/digest.ts';
import { nodeDisk } from '../../../src/state/file/disk.ts';
import { localRuns } from '../../../src/state/git/local-runs.ts';
import { committedBody, NO_COMMIT, uncommittedBodies, type StateCommit } from '../../../src/state/git/state-commit.ts';
import { git } from '../clones.ts';
import { sharedRepository } from '../shared-repository.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const repository = sharedRepository();

/** A commit on the ref whose tree has these texts under these names. */
async function commitWith(texts: Readonly<Record<string, string>>): Promise<StateCommit> {
  const blobs = Object.entries(texts).map(
    async ([name, text]) => [`bodies/${name}`, await writeBlob(repository.git(), text)] as const,
  );
  return { ...NO_COMMIT, id: 'tip', blobs: new Map(await Promise.all(blobs)) };
}

function bodiesWith(tip: StateCommit) {
  const local = localRuns({ disk: nodeDisk, folder: temporaryFolder(), target: 'live', isOurs: async () => true });
  const read = async (name: string) => (await local.bodies.read(name)) ?? committedBody(repository.git(), name, tip);
  const texts = (names: ReadonlySet<string>) => uncommittedBodies(local.bodies, names, tip);
  return { local, bodies: { read, texts } };
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

  it('are added if the commit lacks them and this machine has them, byte by byte', async () => {
    const on = await commitWith({ [digest('there')]: 'there' });
    const { local, bodies } = bodiesWith(on);
    const names = [
      await local.bodies.keep('été\r\n'),
      await local.bodies.keep('two\n'),
      await local.bodies.keep('there'),
    ];
    const broken = await local.bodies.keep('broken');
    writeFileSync(join(local.bodiesFolder, broken), 'half');
    const texts = await bodies.texts(new Set([...names, broken, digest('nowhere')]));
    expect([...texts.keys()]).toEqual(names.slice(0, 2));
    const blob = await writeBlob(repository.git(), texts.get(names[0]!)!);
    expect(git(repository.folder(), 'cat-file', 'blob', blob)).toBe('été');
    expect(git(repository.folder(), 'cat-file', '-s', blob)).toBe('7');
    expect(texts.get(names[1]!)).toBe('two\n');
    expect(await bodies.texts(new Set([digest('there')]))).toEqual(new Map());
  });
});
