/** Many commits with these files, one on top of the other, on a ref of a repository, as runs leave them. */
import { execFileSync } from 'node:child_process';
import { newBlob, newTree, type TreeEntry } from '../../src/git/objects.ts';
import { withTree } from '../../src/state/git/noted-tree.ts';
import { git } from './clones.ts';

type Files = Readonly<Record<string, string>>;

/**
 * Returns their ids, oldest first. Each commit has only its own files, and is a minute younger than the previous one.
 */
export function importCommits(folder: string, ref: string, commits: readonly Files[]): readonly string[] {
  const stream = commits.map((files, index) => {
    const at = Date.parse('2027-06-18T12:00:00Z') / 1000 + index * 60;
    const written = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`);
    const head = `commit ${ref}\nmark :${index + 1}\ncommitter Ana <ana@example.org> ${at} +0000\n${data(withTree('a run\n', treeOf(files)))}`;
    return `${head}${index === 0 ? '' : `from :${index}\n`}deleteall\n${written.join('')}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: folder, input: stream.join('') });
  return git(folder, 'rev-list', '--reverse', ref).split('\n');
}

function treeOf(files: Files): string {
  const byFolder = Map.groupBy(Object.entries(files), ([path]) => path.slice(0, Math.max(0, path.indexOf('/'))));
  const blobsIn = (folder: string): readonly TreeEntry[] =>
    (byFolder.get(folder) ?? []).map(([path, text]) => ({
      type: 'blob',
      name: path.slice(path.indexOf('/') + 1),
      id: newBlob('sha1', text).id,
    }));
  const folders = [...byFolder.keys()].filter((folder) => folder !== '');
  const below = folders.map((name): TreeEntry => ({ type: 'tree', name, id: newTree('sha1', blobsIn(name)).id }));
  return newTree('sha1', [...blobsIn(''), ...below]).id;
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
