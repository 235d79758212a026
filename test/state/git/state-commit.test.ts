import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  newBlob,
  newCommit,
  newTree,
  objectMaker,
  readObjects,
  storeObjects,
  type TreeEntry,
} from '../../../src/git/objects.ts';
import { writeBlob, writeCommit, writeTree } from '../../git/write-objects.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import {
  makeCommit,
  NO_COMMIT,
  readStateCommit,
  type Difference,
  type StateCommit,
  withTree,
} from '../../../src/state/git/state-commit.ts';
import { git } from '../clones.ts';
import { sharedRepository } from '../shared-repository.ts';
import { exampleNote } from '../example-run.ts';

const repository = sharedRepository();
const author = { name: 'Ana', email: 'ana@example.org' };
const NOTE = exampleNote();
const UNDER_WAY: RunNote = { ...NOTE, finished: false };

const read = (id: string): Promise<StateCommit> => readStateCommit(repository.git(), id, 'production');
const written = (texts: Readonly<Record<string, string>>): Difference => ({ written: new Map(Object.entries(texts)) });

async function made(on: StateCommit = NO_COMMIT, change: Difference = written({}), note = NOTE) {
  const maker = objectMaker(repository.git(), { format: 'sha1', isSigning: false }, author);
  const { commit, objects } = await makeCommit(on, change, { maker, target: 'production', note });
  await storeObjects(repository.git(), objects);
  return { ...commit, objects };
}
const begun = (on?: StateCommit) => made(on, written({}), UNDER_WAY);
const parentsOf = ({ id }: StateCommit): readonly string[] =>
  git(repository.folder(), 'log', '-1', '--format=%P', id!).split(' ').filter(Boolean);

/** A commit with these files, as somebody else may have made it. */
async function foreign(files: Readonly<Record<string, string>>): Promise<string> {
  const entries = Object.entries(files).map(async ([name, text]) => ({
    type: 'blob' as const,
    name,
    id: await writeBlob(repository.git(), text),
  }));
  const tree = await writeTree(repository.git(), await Promise.all(entries));
  return writeCommit(repository.git(), { tree, parents: [], message: withTree('foreign\n', tree), author });
}

const FILES = {
  'production.json': '{}',
  'production.bodies/digest': 'a text',
  'production.0123abcd.000001.journal': 'lines\n',
  'production.deleted/copy.json': '{}',
};

describe("a commit on the state's ref", () => {
  it('is read as it was made: its files, and the note of its run', async () => {
    const { objects: _, texts: __, ...commit } = await made(NO_COMMIT, written(FILES));
    const { texts, ...stored } = await read(commit.id);
    expect(stored).toEqual({ ...commit, blobs: expect.anything() });
    expect(Object.fromEntries(stored.blobs)).toEqual(Object.fromEntries(commit.blobs));
    expect([...commit.blobs.keys()].sort()).toEqual([...Object.keys(FILES), 'run.json'].sort());
    expect(commit.note).toEqual(NOTE);
    expect(texts.get(commit.blobs.get('production.json')!)).toBe('{}');
  });

  it('changes what it says, and leaves everything else', async () => {
    const before = await made(NO_COMMIT, written(FILES));
    const [json, body] = ['production.json', 'production.bodies/digest'];
    const removed = new Map([[body, before.blobs.get(body)!]]);
    const after = await made(before, { written: new Map([[json, '{"a":1}']]), removed });
    const changed = [...before.blobs].filter(([path, blob]) => after.blobs.get(path) !== blob).map(([path]) => path);
    expect(changed.sort()).toEqual([body, json]);
    expect(after.blobs.has(body)).toBe(false);
  });

  it('does not remove a file that has changed since it was read', async () => {
    const [left, read] = [await made(NO_COMMIT, written({ a: 'new' })), await made(NO_COMMIT, written({ a: 'old' }))];
    const after = await made(left, { written: new Map(), removed: new Map([['a', read.blobs.get('a')!]]) });
    expect(after.blobs.get('a')).toBe(left.blobs.get('a'));
  });

  it('stores nothing again that the one before it has', async () => {
    const before = await made(NO_COMMIT, written(FILES));
    const { objects, blobs } = await made(before, written(FILES));
    expect(blobs).toEqual(before.blobs);
    expect(objects.map(({ type }) => type)).not.toContain('blob');
  });

  it('has a first-parent history with one commit for each finished run, and loses no other', async () => {
    const first = await made();
    const one = await begun(first);
    const further = await begun(one);
    const last = await made(further);
    expect(parentsOf(first)).toEqual([]);
    expect(parentsOf(one)).toEqual([first.id]);
    expect(parentsOf(further)).toEqual([one.id]);
    expect(parentsOf(last)).toEqual([first.id, further.id]);
    expect(parentsOf(await made(last))).toEqual([last.id]);
    expect(one.note).toEqual({ ...UNDER_WAY, after: first.id });
    expect(further.note).toEqual({ ...UNDER_WAY, after: first.id });
    expect(last.note).toEqual(NOTE);
  });

  it('starts with the first run, whether it has finished or not', async () => {
    const first = await begun();
    expect(parentsOf(first)).toEqual([]);
    expect(first.note).toEqual(UNDER_WAY);
    expect(parentsOf(await made(first))).toEqual([first.id]);
  });

  it('is by the author of the run, and describes it', async () => {
    const note: RunNote = { ...NOTE, changes: [{ action: 'create', address: 'events/a', id: '1' }] };
    const { id } = await made(NO_COMMIT, written({}), note);
    expect(git(repository.folder(), 'log', '-1', '--format=%an %ae %s', id)).toBe(
      'Ana ana@example.org sync production: 1 created',
    );
  });
});

describe('a commit that cannot be read', () => {
  it('because it has no note of its run is reported with how to rebuild the state', async () => {
    await expect(read(await foreign({ 'production.json': '{}' }))).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('has other files than the run that it names has written'),
      suggestion: expect.stringContaining('gitcast state rebuild'),
    });
  });

  it('is one whose note is damaged or of another version, because the note names the commits that were sent', async () => {
    const id = await foreign({ 'run.json': '{"version": 9}' });
    await expect(read(id)).rejects.toThrow(/^the run note of .* cannot be used: `version` is 9, expected 1$/);
  });

  it('because it is missing is reported', async () => {
    await expect(read('f'.repeat(40))).rejects.toMatchObject({
      name: 'UserError',
      message: 'the commit ffffffffff of the state is missing in this repository',
    });
  });
});

describe('a commit that somebody edited', () => {
  const messageOf = ({ id }: StateCommit): string => git(repository.folder(), 'log', '-1', '--format=%B', id!);

  /** A commit with other files, as `git commit --amend` makes it; nothing is stored yet. */
  function amended(
    files: ReadonlyMap<string, string>,
    { message, parents = [] }: { readonly message: string; readonly parents?: readonly string[] },
  ) {
    const byFolder = Map.groupBy(files, ([path]) => path.slice(0, Math.max(0, path.indexOf('/'))));
    const blobsIn = (folder: string): TreeEntry[] =>
      (byFolder.get(folder) ?? []).map(([path, id]) => ({ type: 'blob', name: basename(path), id }));
    const folders = [...byFolder.keys()].filter((folder) => folder !== '');
    const trees = folders.map((name) => ({ name, tree: newTree('sha1', blobsIn(name)) }));
    const below = trees.map(({ name, tree }): TreeEntry => ({ type: 'tree', name, id: tree.id }));
    const top = newTree('sha1', [...blobsIn(''), ...below]);
    const commit = newCommit('sha1', { tree: top.id, parents, message, author });
    return { id: commit.id, objects: [...trees.map(({ tree }) => tree), top, commit] };
  }

  it('is refused, whichever of its files it was', async () => {
    const commit = await made(NO_COMMIT, written(FILES));
    const message = messageOf(commit);
    const texts = await readObjects(repository.git(), [...commit.blobs.values()]);
    const edits = [...commit.blobs].flatMap(([path, id]) => {
      const edited = newBlob('sha1', `X${texts.get(id)!.toString()}`);
      const others = [...commit.blobs].filter(([each]) => each !== path);
      return [
        { files: new Map([...others, [path, edited.id]]), added: [edited] },
        { files: new Map(others), added: [] },
        { files: new Map([...commit.blobs, [`${path}-2`, id]]), added: [] },
      ];
    });
    const same = amended(commit.blobs, { message });
    const commits = edits.map(({ files }) => amended(files, { message }));
    await storeObjects(
      repository.git(),
      [same, ...commits].flatMap(({ objects }) => objects).concat(edits.flatMap(({ added }) => added)),
    );
    expect((await read(same.id)).note).toEqual(NOTE);
    for (const { id } of commits) {
      await expect(read(id)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringContaining('has other files than the run that it names has written'),
        suggestion: expect.stringContaining('gitcast state rebuild'),
      });
    }
    expect(edits).toHaveLength(15);
  });

  it('is refused without our message too', async () => {
    const commit = await made(NO_COMMIT, written(FILES));
    const byHand = amended(commit.blobs, { message: 'by hand\n', parents: [commit.id] });
    await storeObjects(repository.git(), byHand.objects);
    await expect(read(byHand.id)).rejects.toMatchObject({ name: 'UserError' });
  });
});
