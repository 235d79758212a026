import { chownSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gitIn } from '../../src/git/git.ts';
import { gitWorkTree } from '../../src/git/work-tree.ts';
import { folderWith } from '../cli/in-memory.ts';
import { openStage, type Stage } from '../sync/stage.ts';
import { someEvents } from '../sync/fixture.ts';
import { gitRepository } from './repository.ts';

beforeEach(() => {
  // A machine's global configuration may trust every folder.
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
});
afterEach(() => void vi.unstubAllEnvs());

const NOBODY = 65_534;

/** As root the repository really gets a different owner; otherwise git is configured to assume one. */
function giveAway(folder: string): void {
  if (process.getuid?.() !== 0) {
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    return;
  }
  vi.stubEnv('SUDO_UID', undefined);
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(folder, path), NOBODY, NOBODY);
  }
}

async function stageWithGitState(): Promise<Stage> {
  const stage = await openStage({ files: someEvents(1) });
  const repository = gitRepository();
  renameSync(join(repository.folder, '.git'), join(stage.folder, '.git'));
  const config = join(stage.folder, 'gitcast.config.yaml');
  writeFileSync(config, `state: git\n${readFileSync(config, 'utf8')}`);
  return stage;
}

describe('a repository owned by another user', () => {
  it("is reported with git's own message and the safe.directory command, never as no repository", async () => {
    const { folder } = gitRepository();
    giveAway(folder);
    const git = gitIn(folder, process.env);
    const suggestion = `if you trust its files, run \`git config --global --add safe.directory ${folder}\``;
    expect(await git.attempt(['status'])).toMatchObject({ ok: false, isOutside: false, suggestion });
    await expect(git.run(['status'])).rejects.toMatchObject({
      message: `git status failed: detected dubious ownership in repository at '${folder}'`,
      suggestion,
    });
    await expect(gitWorkTree(folder, process.env).uncommitted()).rejects.toMatchObject({
      suggestion: expect.stringContaining(suggestion),
    });
  });

  it('is reported by doctor, and by a sync that keeps its state in git', async () => {
    const stage = await stageWithGitState();
    giveAway(stage.folder);
    const { stderr } = await stage.gitcast('sync', '--yes');
    const command = `git config --global --add safe.directory ${stage.folder}`;
    expect(stderr).toContain('detected dubious ownership');
    expect(stderr).toContain(command);
    expect(stderr).not.toMatch(/not inside a git repository|git init/);
    const { checks } = JSON.parse((await stage.gitcast('doctor', '--json')).stdout) as {
      checks: readonly { name: string; ok: boolean; message: string; fix: string }[];
    };
    expect(checks.find(({ name }) => name === 'git')).toMatchObject({
      ok: false,
      message: `detected dubious ownership in repository at '${stage.folder}'`,
      fix: expect.stringContaining(command),
    });
    expect(checks.find(({ name }) => name === 'state')).toMatchObject({
      ok: false,
      fix: expect.stringContaining(command),
    });
  });
});

describe('a folder with a .git that git cannot use', () => {
  const unusable: Readonly<Record<string, () => string>> = {
    'a worktree whose repository is gone': () => {
      const main = gitRepository();
      const folder = join(folderWith(), 'tree');
      main.git('worktree', 'add', '-q', folder);
      rmSync(join(main.folder, '.git'), { recursive: true });
      return folder;
    },
    'a .git without its files': () => {
      const { folder } = gitRepository();
      rmSync(join(folder, '.git/HEAD'));
      mkdirSync(join(folder, 'below'));
      return join(folder, 'below');
    },
    'a .git file that names nothing': () => folderWith({ '.git': 'nonsense\n' }),
    'settings that cannot be read': () => {
      const { folder } = gitRepository();
      writeFileSync(join(folder, '.git/config'), '[core\n');
      return folder;
    },
  };

  it.each(Object.entries(unusable))('is not called "not inside a git repository": %s', async (_, make) => {
    const git = gitIn(make(), process.env);
    const { ok, isOutside, reason } = await git.attempt(['rev-parse', '--git-dir']);
    expect([ok, isOutside]).toEqual([false, false]);
    expect(reason).toMatch(/\.git/);
    await expect(git.run(['status'])).rejects.not.toThrow('is not inside a git repository');
    await expect(git.run(['status'])).rejects.toThrow('git status failed');
  });
});
