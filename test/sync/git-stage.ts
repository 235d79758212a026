/** Stages whose repositories are clones of one remote, and which share a target: people and runners of one festival. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { copyOf, setRemote } from '../git/copies.ts';
import { git, initRemote } from '../state/clones.ts';
import type { Files } from './fixture.ts';
import { openStage, type Stage, type Theatre } from './stage.ts';

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

export async function openGitStage(files: Files, theatre?: Theatre): Promise<GitStage> {
  const stage = await openStage({ files, ...(theatre && { theatre }) });
  const remote = mkdtempSync(join(tmpdir(), 'gitcast-remote-'));
  const others: string[] = [];
  onTestFinished(() => {
    for (const folder of [remote, ...others]) rmSync(folder, { recursive: true, force: true });
  });
  copyOf('an empty remote', remote, initRemote);
  const repository = join(stage.folder, '.git');
  copyOf('an empty repository', repository, (made) => {
    git(made, 'init', '-q', '--template=', '.');
    git(made, 'remote', 'add', 'origin', 'file://REMOTE');
    for (const name of readdirSync(join(made, '.git'))) renameSync(join(made, '.git', name), join(made, name));
    rmSync(join(made, '.git'), { recursive: true });
  });
  setRemote(join(repository, 'config'), 'REMOTE', remote);
  const config = join(stage.folder, 'gitcast.config.yaml');
  writeFileSync(config, `state: git\n${readFileSync(config, 'utf8')}`);
  writeFileSync(join(stage.folder, '.gitignore'), '.gitcast/\n');
  const commit = (message = 'content'): string => {
    git(stage.folder, 'add', '-A');
    git(stage.folder, 'commit', '-q', '--allow-empty', '-m', message);
    git(stage.folder, 'push', '-q', '--force', 'origin', 'HEAD:main');
    return headIn(repository);
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

function headIn(repository: string): string {
  const head = readFileSync(join(repository, 'HEAD'), 'utf8').trim();
  return head.startsWith('ref: ') ? readFileSync(join(repository, head.slice(5)), 'utf8').trim() : head;
}
