import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository } from './git/repository.ts';
import { useOwnGit } from './own-git.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'gitcast-own-git-'));

describe('git in tests', () => {
  it('leaves the repository alone whose hook starts them', () => {
    const contributor = gitRepository();
    const shared = join(contributor.folder, '.git');
    const before = [contributor.git('rev-parse', 'HEAD'), readFileSync(join(shared, 'config'), 'utf8')];
    // What git sets for a hook of a linked worktree, and for one that receives a push.
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      GIT_DIR: shared,
      GIT_INDEX_FILE: join(shared, 'index'),
      GIT_WORK_TREE: contributor.folder,
      GIT_COMMON_DIR: shared,
      GIT_OBJECT_DIRECTORY: join(shared, 'objects'),
      GIT_QUARANTINE_PATH: join(shared, 'objects/incoming'),
      GIT_PREFIX: '',
    };
    useOwnGit(env, join(newFolder(), 'gitconfig'));
    const folder = newFolder();
    for (const words of [
      ['init', '--quiet', '--bare', 'bare'],
      ['init', '--quiet'],
      ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--allow-empty', '-m', 'of a test'],
    ])
      execFileSync('git', words, { cwd: folder, env });
    expect([contributor.git('rev-parse', 'HEAD'), readFileSync(join(shared, 'config'), 'utf8')]).toEqual(before);
    expect(execFileSync('git', ['log', '--format=%s'], { cwd: folder, env, encoding: 'utf8' })).toBe('of a test\n');
  });

  it('has no settings of the user, the variables or the machine', () => {
    const home = newFolder();
    writeFileSync(join(home, '.gitconfig'), '[commit]\n\tgpgSign = true\n[color]\n\tui = always\n');
    mkdirSync(join(home, '.config/git'), { recursive: true });
    writeFileSync(join(home, '.config/git/ignore'), '*.txt\n');
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: undefined,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.hooksPath',
      GIT_CONFIG_VALUE_0: '/tmp',
      GIT_CONFIG_PARAMETERS: "'diff.external=false'",
      GIT_AUTHOR_NAME: 'Somebody',
    };
    const file = join(newFolder(), 'gitconfig');
    useOwnGit(env, file);
    const folder = newFolder();
    const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder, env, encoding: 'utf8' });
    const origins = git('config', '--list', '--show-origin').trim().split('\n');
    expect(new Set(origins.map((line) => line.split('\t')[0]))).toEqual(new Set([`file:${file}`]));
    git('init', '--quiet');
    writeFileSync(join(folder, 'a.txt'), '');
    expect(git('status', '--porcelain')).toBe('?? a.txt\n');
  });

  it('is set up for every test of a run', () => {
    const kept = ['GIT_ATTR_NOSYSTEM', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM', 'GIT_EXEC_PATH'];
    expect(Object.keys(process.env).filter((name) => name.startsWith('GIT_') && !kept.includes(name))).toEqual([]);
    expect(readFileSync(process.env['GIT_CONFIG_GLOBAL']!, 'utf8')).toContain('[maintenance]');
  });
});
