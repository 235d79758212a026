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
import type { BaseEntry } from '../../../src/model/base.ts';
import { writtenLine } from '../../../src/state/journal-line.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import {
  NO_COMMIT,
  readStateCommit,
  makeCheckpoint,
  makeState,
  type MadeCommit,
  type StateCommit,
} from '../../../src/state/git/state-commit.ts';
import { withTree } from '../../../src/state/git/noted-tree.ts';
import { encodeState } from '../../../src/state/state-file.ts';
import { git } from '../clones.ts';
import { IDENTITY } from '../identity.ts';
import { sharedRepository } from '../shared-repository.ts';
import { entry, intent, written } from '../store-contract.ts';

const repository = sharedRepository();
const author = { name: 'Ana', email: 'ana@example.org' };
const NOTE: RunNote = {
  version: 1,
  id: '0123abcd',
  command: 'sync',
  identity: IDENTITY,
  by: 'ana',
  startedAt: '2027-05-04T10:00:00.000Z',
  finished: true,
  changes: [],
};
const UNDER_WAY: RunNote = { ...NOTE, finished: false };
const NOTHING: StateCommit = { ...NO_COMMIT, base: { entries: new Map(), deleted: new Map() } };

const writing = (note: RunNote, bodies: Readonly<Record<string, string>> = {}) => ({
  maker: objectMaker(repository.git(), { format: 'sha1', isSigning: false }, author),
  target: 'production',
  identity: IDENTITY,
  note,
  bodies: new Map(Object.entries(bodies)),
  planned: [],
});
const blob = (text: string): Promise<string> => writeBlob(repository.git(), text);
const read = (id: string | undefined): Promise<StateCommit> =>
  readStateCommit(repository.git(), id!, 'production').then((found) => found!);
const stored = async (making: Promise<MadeCommit>): Promise<StateCommit> => {
  const { commit, objects } = await making;
  await storeObjects(repository.git(), objects);
  return commit;
};
const base = (entries: Readonly<Record<string, BaseEntry>>) => ({
  entries: new Map(Object.entries(entries)),
  deleted: new Map<string, number>(),
});

const checkpoint = (
  on: StateCommit,
  { lines, planned }: Pick<StateCommit, 'lines' | 'planned'>,
  making: ReturnType<typeof writing>,
): Promise<MadeCommit> => makeCheckpoint(on, lines, { ...making, planned });

const begun = (on: StateCommit = NOTHING, note: RunNote = UNDER_WAY): Promise<StateCommit> =>
  stored(checkpoint(on, { lines: [], planned: [] }, writing(note)));
const finished = (on: StateCommit = NOTHING, note: RunNote = NOTE): Promise<StateCommit> =>
  stored(makeState(on, { base: base({}), unfinished: [] }, writing(note)));
const parentsOf = ({ id }: StateCommit): readonly string[] =>
  git(repository.folder(), 'log', '-1', '--format=%P', id!).split(' ').filter(Boolean);

/** A commit with these files, as somebody else may have made it. */
async function foreign(files: Readonly<Record<string, string>>): Promise<string> {
  const entries = Object.entries(files).map(async ([name, text]) => ({
    type: 'blob' as const,
    name,
    id: await blob(text),
  }));
  const tree = await writeTree(repository.git(), await Promise.all(entries));
  return writeCommit(repository.git(), { tree, parents: [], message: withTree('foreign\n', tree), author });
}
const STATE = encodeState({ target: 'production', identity: IDENTITY }, { entries: new Map() });

describe('a checkpoint', () => {
  it('is read as written: the state so far, the lines, the plan, the texts and the note', async () => {
    const body = await blob('a text');
    const made = await stored(
      checkpoint(
        { ...NOTHING, base: base({ 'events/z': entry }) },
        { lines: [written('events/a')], planned: [intent('events/b')] },
        writing(UNDER_WAY, { digest: 'a text' }),
      ),
    );
    expect(await read(made.id)).toEqual(made);
    expect(made).toMatchObject({
      identity: IDENTITY,
      base: base({ 'events/z': entry }),
      lines: [written('events/a')],
      planned: [intent('events/b')],
      note: UNDER_WAY,
    });
    expect([...made.blobs.keys()].sort()).toEqual([
      'bodies/digest',
      'journal/000001',
      'planned',
      'run.json',
      'state.json',
    ]);
    expect(made.blobs.get('bodies/digest')).toBe(body);
  });

  it('adds its lines as a further part, and leaves everything else', async () => {
    const first = await stored(
      checkpoint(
        NOTHING,
        { lines: [written('events/a')], planned: [intent('events/c')] },
        writing(UNDER_WAY, { digest: 'a text' }),
      ),
    );
    const second = await stored(
      checkpoint(
        first,
        { lines: [intent('events/b'), written('events/b')], planned: first.planned },
        writing(UNDER_WAY),
      ),
    );
    expect(second.lines).toEqual([written('events/a'), intent('events/b'), written('events/b')]);
    expect(await read(second.id)).toEqual(second);
    const added = [...second.blobs.keys()].filter((path) => !first.blobs.has(path));
    expect(added).toEqual(['journal/000002']);
    for (const path of ['state.json', 'journal/000001', 'bodies/digest'])
      expect(second.blobs.get(path)).toBe(first.blobs.get(path));
  });

  it('adds no part and no plan if there is nothing to add', async () => {
    expect([...(await begun()).blobs.keys()].sort()).toEqual(['run.json', 'state.json']);
  });
});

describe('the saved state of a run', () => {
  it('replaces what was journalled, and keeps the texts that its entries name', async () => {
    const [kept, added] = await Promise.all(['kept', 'added'].map(blob));
    const before = await stored(
      checkpoint(
        NOTHING,
        { lines: [written('events/a')], planned: [intent('events/b')] },
        writing(UNDER_WAY, { kept: 'kept', dropped: 'dropped' }),
      ),
    );
    const entries = {
      'events/a': { ...entry, body: 'kept' },
      'events/b': { ...entry, id: '2', body: 'added' },
      'events/c': { ...entry, id: '3' },
    };
    const made = await stored(
      makeState(before, { base: base(entries), unfinished: [] }, writing(NOTE, { added: 'added', unused: 'unused' })),
    );
    expect(await read(made.id)).toEqual(made);
    expect(made).toMatchObject({ base: base(entries), lines: [], planned: [], identity: IDENTITY });
    expect([...made.blobs.keys()].sort()).toEqual(['bodies/added', 'bodies/kept', 'run.json', 'state.json']);
    expect([made.blobs.get('bodies/kept'), made.blobs.get('bodies/added')]).toEqual([kept, added]);
  });

  it('has what is unfinished as its journal, and the plan of another run', async () => {
    const made = await stored(
      makeState(
        NOTHING,
        { base: base({}), unfinished: [intent('events/a')] },
        { ...writing(NOTE), planned: [intent('events/b')] },
      ),
    );
    expect(await read(made.id)).toEqual(made);
    expect(made).toMatchObject({ lines: [intent('events/a')], planned: [intent('events/b')] });
    expect([...made.blobs.keys()].sort()).toEqual(['journal/000001', 'planned', 'run.json', 'state.json']);
  });
});

describe("the commits on a state's ref", () => {
  it('have a first-parent history with one commit for each finished run, and lose no other', async () => {
    const first = await finished();
    const one = await begun(first);
    const further = await begun(one);
    const last = await finished(further);
    expect(parentsOf(first)).toEqual([]);
    expect(parentsOf(one)).toEqual([first.id]);
    expect(parentsOf(further)).toEqual([one.id]);
    expect(parentsOf(last)).toEqual([first.id, further.id]);
    expect(parentsOf(await finished(last))).toEqual([last.id]);
    expect(one.note).toEqual({ ...UNDER_WAY, after: first.id });
    expect(further.note).toEqual({ ...UNDER_WAY, after: first.id });
    expect(last.note).toEqual(NOTE);
  });

  it('start with the first run, whether it has finished or not', async () => {
    const first = await begun();
    expect(parentsOf(first)).toEqual([]);
    expect(first.note).toEqual(UNDER_WAY);
    expect(parentsOf(await finished(first))).toEqual([first.id]);
  });

  it('are by the author of the run, and describe it', async () => {
    const { id } = await finished(NOTHING, { ...NOTE, changes: [{ action: 'create', address: 'events/a', id: '1' }] });
    expect(git(repository.folder(), 'log', '-1', '--format=%an %ae %s', id!)).toBe(
      'Ana ana@example.org sync production: 1 created',
    );
  });
});

describe('a commit that cannot be read', () => {
  it.each([
    ['has no state', {}, /^the commit [0-9a-f]{10} on the state's ref has no state\.json$/],
    [
      'has a plan that is not a journal',
      { planned: 'nonsense\n' },
      /^planned of [0-9a-f]{10} on the state's ref is damaged at line 1: /,
    ],
    [
      'has the state of a different target',
      { 'state.json': STATE.replace('production', 'staging') },
      /state\.json of [0-9a-f]{10} on the state's ref cannot be used: it is the state of a different target/,
    ],
  ] as const)('because it %s is reported with how to rebuild it', async (name, files, message) => {
    const id = await foreign(name === 'has no state' ? files : { 'state.json': STATE, ...files });
    await expect(read(id)).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(message),
      suggestion: expect.stringContaining('gitcast state rebuild'),
    });
  });

  it('because of a part of its journal is reported with that part', async () => {
    const made = await begun();
    const journal = await writeTree(repository.git(), [
      { type: 'blob', name: '000001', id: await blob(writtenLine(written('events/a'))) },
      { type: 'blob', name: '000002', id: await blob(`${writtenLine(written('events/b'))}{}\n`) },
    ]);
    const state = made.blobs.get('state.json')!;
    const tree = await writeTree(repository.git(), [
      { type: 'blob', name: 'state.json', id: state },
      { type: 'tree', name: 'journal', id: journal },
    ]);
    const id = await writeCommit(repository.git(), { tree, parents: [], message: withTree('damaged\n', tree), author });
    await expect(read(id)).rejects.toThrow(/^journal\/000002 of .* is damaged at line 2: `type` is missing$/);
  });

  it('is one whose note is damaged or of another version, because the note names the commits that were sent', async () => {
    const id = await foreign({ 'state.json': STATE, 'run.json': '{"version": 9}' });
    await expect(read(id)).rejects.toThrow(/^the run note of .* cannot be used: `version` is 9, expected 1$/);
    expect((await read(await foreign({ 'state.json': STATE }))).note).toBeUndefined();
  });

  it('is not one whose plan has lines of another type, which are ignored', async () => {
    const planned = [intent('events/a'), written('events/b')].map(writtenLine).join('');
    expect((await read(await foreign({ 'state.json': STATE, planned }))).planned).toEqual([intent('events/a')]);
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
  const made = (): Promise<StateCommit> =>
    stored(
      checkpoint(
        { ...NOTHING, base: base({ 'events/z': entry }) },
        { lines: [written('events/a')], planned: [intent('events/b')] },
        writing(UNDER_WAY, { digest: 'a text' }),
      ),
    );

  it('is refused, whichever of its files it was', async () => {
    const commit = await made();
    const message = messageOf(commit);
    const texts = await readObjects(repository.git(), [...commit.blobs.values()]);
    const edits = [...commit.blobs].flatMap(([path, id]) => {
      const edited = newBlob(
        'sha1',
        texts
          .get(id)!
          .toString()
          .replace(/[0-9a-z]/, 'X'),
      );
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
    expect(await read(same.id)).toMatchObject({ lines: [written('events/a')] });
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
    const commit = await made();
    const files = new Map([...commit.blobs].filter(([path]) => path !== 'planned'));
    const byHand = amended(files, { message: 'by hand\n', parents: [commit.id!] });
    await storeObjects(repository.git(), byHand.objects);
    await expect(read(byHand.id)).rejects.toMatchObject({ name: 'UserError' });
  });
});
