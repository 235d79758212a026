import { beforeAll, describe, expect, it } from 'vitest';
import { gitIn, type Git } from '../../src/git/git.ts';
import {
  entriesOf,
  lookUp,
  newBlob,
  newCommit,
  newTree,
  storeObjects,
  type ObjectFormat,
} from '../../src/git/objects.ts';
import { git as run } from '../state/clones.ts';
import { writeBlob, writeTree } from './write-objects.ts';
import { folderOfFile } from '../temporary-folder.ts';

const author = { name: 'Ana', email: 'ana@example.org' };

describe.each(['sha1', 'sha256'] as const)('objects made here, in a %s repository', (format: ObjectFormat) => {
  const folder = folderOfFile();
  let git: Git;
  beforeAll(() => {
    run(folder, 'init', '-q', `--object-format=${format}`);
    git = gitIn(folder, process.env);
  });

  it('are stored by one command, whatever their size, under the ids that git gives them', async () => {
    const sizes = [0, 1, 15, 16, 17, 2047, 2048, 2049, 262_143, 262_144, 3_000_000];
    const blobs = sizes.map((size) => newBlob(format, 'été\r\n'.repeat(size).slice(0, size)));
    await storeObjects(git, [...blobs, ...blobs]);
    const input = blobs.map(({ id }) => `${id}\n`).join('');
    const found = await git.run(['cat-file', '--batch-check'], { input });
    expect(found.split('\n')).toEqual(blobs.map(({ id, bytes }) => `${id} blob ${bytes.length}`));
    await git.run(['fsck', '--strict', '--no-dangling']);
  });

  it('are trees that git would have written, in the order that it requires', async () => {
    const blob = newBlob(format, 'a text');
    const empty = newTree(format, []);
    await storeObjects(git, [blob, empty]);
    expect(await writeBlob(git, 'a text')).toBe(blob.id);
    expect(await writeTree(git, [])).toBe(empty.id);
    const entries = ['journal', 'journal.', 'journal0', 'é', 'a', 'Z'].map((name, index) => ({
      name,
      type: index === 0 ? ('tree' as const) : ('blob' as const),
      id: index === 0 ? empty.id : blob.id,
    }));
    const tree = newTree(format, entries);
    expect(await writeTree(git, entries)).toBe(tree.id);
    const [stored] = await lookUp(git, [tree.id]);
    expect(entriesOf(stored!).map(({ name }) => name)).toEqual(['Z', 'a', 'journal.', 'journal', 'journal0', 'é']);
    expect(entriesOf(stored!)).toEqual(expect.arrayContaining(entries));
  });

  it('are commits that git reads, with the time of this machine', async () => {
    const tree = newTree(format, []);
    const first = newCommit(format, { tree: tree.id, parents: [], message: 'first\n', author });
    const [one, two] = ['one', 'two'].map((message) =>
      newCommit(format, { tree: tree.id, parents: [first.id], message: `${message}\n`, author }),
    );
    const parents = [one!.id, two!.id];
    const last = newCommit(format, { tree: tree.id, parents, message: 'été\n\nBody\n', author });
    await storeObjects(git, [tree, first, one!, two!, last]);
    expect(await git.run(['log', '-1', '--format=%P|%an|%ae|%cn|%ce|%s|%b', last.id])).toBe(
      `${parents.join(' ')}|Ana|ana@example.org|Ana|ana@example.org|été|Body\n`,
    );
    const at = await git.run(['log', '-1', '--format=%aI', last.id]);
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(3_600_000);
    const offset = new Date(at.slice(0, 19)).getTime() - Date.parse(at);
    expect(offset).toBe(0);
    await git.run(['fsck', '--strict', '--no-dangling']);
  });

  it.each([
    [' "Ana <the> Actor", ', 'Ana the Actor'],
    ['<>\n', 'unknown'],
    ["O'Neil Jr.", "O'Neil Jr"],
  ])('are by authors as git spells them: %j', async (name, spelled) => {
    const tree = newTree(format, []);
    const message = 'a commit\n';
    const commit = newCommit(format, { tree: tree.id, parents: [], message, author: { name, email: 'a@b.example' } });
    await storeObjects(git, [tree, commit]);
    expect(await git.run(['log', '-1', '--format=%an <%ae>', commit.id])).toBe(`${spelled} <a@b.example>`);
    await git.run(['fsck', '--strict', '--no-dangling']);
  });
});
