import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitWorkTree, memoryWorkTree } from '../../src/git/work-tree.ts';
import { folderWith } from '../cli/in-memory.ts';
import { gitRepository } from './repository.ts';

describe('uncommitted files in a folder', () => {
  it('exclude files that are as they were committed', async () => {
    const { folder } = gitRepository({ 'content/a.yaml': 'a', 'content/Été & co.yaml': 'b' });
    const isUncommitted = await gitWorkTree(join(folder, 'content'), process.env).uncommitted();
    expect(['a.yaml', 'Été & co.yaml'].map(isUncommitted)).toEqual([false, false]);
  });

  it('include changed, staged and new files with any name', async () => {
    const { folder } = gitRepository({ 'content/a.yaml': 'a', 'content/b.yaml': 'b', 'a.yaml': 'above' });
    writeFileSync(join(folder, 'content/a.yaml'), 'changed');
    writeFileSync(join(folder, 'content/b.yaml'), 'staged');
    execFileSync('git', ['-C', folder, 'add', 'content/b.yaml']);
    mkdirSync(join(folder, 'content/new'));
    writeFileSync(join(folder, 'content/new/Été & "co".yaml'), 'new');
    const isUncommitted = await gitWorkTree(join(folder, 'content'), process.env).uncommitted();
    expect(['a.yaml', 'b.yaml', 'new/Été & "co".yaml', 'c.yaml'].map(isUncommitted)).toEqual([true, true, true, false]);
    const fromAbove = await gitWorkTree(folder, process.env).uncommitted();
    expect(['a.yaml', 'content/a.yaml'].map(fromAbove)).toEqual([false, true]);
  });

  it('include ignored files, which are in no commit', async () => {
    const { folder } = gitRepository({ '.gitignore': 'content/drafts/\n', 'content/a.yaml': 'a' });
    mkdirSync(join(folder, 'content/drafts'));
    writeFileSync(join(folder, 'content/drafts/x.yaml'), 'x');
    const isUncommitted = await gitWorkTree(join(folder, 'content'), process.env).uncommitted();
    expect(['a.yaml', 'drafts/x.yaml'].map(isUncommitted)).toEqual([false, true]);
    const inside = await gitWorkTree(join(folder, 'content/drafts'), process.env).uncommitted();
    expect(inside('x.yaml')).toBe(true);
  });

  it('do not exist outside a repository, or in a missing folder', async () => {
    const folder = folderWith({ 'a.yaml': 'a' });
    expect((await gitWorkTree(folder, process.env).uncommitted())('a.yaml')).toBe(false);
    expect((await gitWorkTree(join(folder, 'nowhere'), process.env).uncommitted())('a.yaml')).toBe(false);
  });

  it('are set by the test for the in-memory version', async () => {
    const isUncommitted = await memoryWorkTree(['a.yaml', 'new/']).uncommitted();
    expect(['a.yaml', 'new/b.yaml', 'c.yaml'].map(isUncommitted)).toEqual([true, true, false]);
  });
});
