/** Objects written one by one, by git itself. */
import type { Git } from '../../src/git/git.ts';
import { asAuthor, type NewCommit, type TreeEntry } from '../../src/git/objects.ts';

export const writeBlob = ({ run }: Git, text: string): Promise<string> =>
  run(['hash-object', '-w', '--stdin'], { input: text });

export async function writeTree({ run }: Git, entries: readonly TreeEntry[]): Promise<string> {
  const lines = entries.map(
    ({ type, id, name }) => `${type === 'tree' ? '040000' : '100644'} ${type} ${id}\t${name}\0`,
  );
  return run(['mktree', '-z'], { input: lines.join('') });
}

export async function writeCommit({ run }: Git, { tree, parents, message, author }: NewCommit): Promise<string> {
  const from = parents.flatMap((each) => ['-p', each]);
  return run(['commit-tree', tree, ...from, '-F', '-'], { input: message, env: asAuthor(author) });
}
