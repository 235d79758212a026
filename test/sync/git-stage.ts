/** Stages whose repositories are clones of one remote, and which share a target: people and runners of one festival. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { git } from '../state/clones.ts';
import type { Files } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

export interface GitStage {
  readonly stage: Stage;
  readonly remote: string;
  /** Commits everything, pushes it, and returns the commit. */
  readonly commit: (message?: string) => string;
  /** A runner's clone: a stage that works in another folder with the same target. */
  readonly clone: (...flags: readonly string[]) => Runner;
}

/** The parts of a stage that a runner needs. */
export type Runner = Stage;

export async function openGitStage(files: Files): Promise<GitStage> {
  const stage = await openStage({ files });
  const remote = mkdtempSync(join(tmpdir(), 'gitcast-remote-'));
  const others: string[] = [];
  onTestFinished(() => {
    for (const folder of [remote, ...others]) rmSync(folder, { recursive: true, force: true });
  });
  git(remote, 'init', '--bare', '-q', '.');
  git(stage.folder, 'init', '-q');
  git(stage.folder, 'remote', 'add', 'origin', `file://${remote}`);
  const config = join(stage.folder, 'gitcast.config.yaml');
  writeFileSync(config, `state: git\n${readFileSync(config, 'utf8')}`);
  writeFileSync(join(stage.folder, '.gitignore'), '.gitcast/\n');
  const commit = (message = 'content'): string => {
    git(stage.folder, 'add', '-A');
    git(stage.folder, 'commit', '-q', '--allow-empty', '-m', message);
    git(stage.folder, 'push', '-q', '--force', 'origin', 'HEAD:main');
    return git(stage.folder, 'rev-parse', 'HEAD');
  };
  commit();
  return {
    stage,
    remote,
    commit,
    clone: (...flags) => {
      const folder = mkdtempSync(join(tmpdir(), 'gitcast-runner-'));
      others.push(folder);
      git(folder, 'clone', '-q', '-b', 'main', ...flags, `file://${remote}`, '.');
      return Object.assign(Object.create(stage) as Stage, { folder });
    },
  };
}
