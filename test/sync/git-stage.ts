/** Stages whose repositories are clones of one remote, and which share a target: people and runners of one festival. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setRemote } from '../git/copies.ts';
import { inTurn } from '../git/in-turn.ts';
import { copyEmptyRepositories, pushHead } from '../git/repository-with-remote.ts';
import { git } from '../state/clones.ts';
import type { Files } from './fixture.ts';
import { copiesOfStage, type PreparedStage } from './stage-copies.ts';
import { openStage, type Stage, type Theatre } from './stage.ts';
import { temporaryFolder } from '../temporary-folder.ts';

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
  const remote = temporaryFolder();
  initialise(stage, remote);
  return gitStageOf(stage, remote);
}

/**
 * Returns a function that opens a copy of a stage that is prepared once per test file, by a first sync unless `prepare` does
 * something else. What it returns is part of each copy.
 */
export function copiesOfGitStage(options: PreparedStage): () => Promise<GitStage>;
export function copiesOfGitStage<T extends object>(
  options: PreparedStage,
  prepare: (opened: GitStage) => Promise<T>,
): () => Promise<GitStage & T>;
export function copiesOfGitStage(
  options: PreparedStage,
  prepare = async ({ stage }: GitStage): Promise<object> => stage.sync(),
): () => Promise<GitStage> {
  const open = copiesOfStage(options, async (stage) => {
    const remote = mkdtempSync(join(tmpdir(), 'gitcast-remote-'));
    initialise(stage, remote);
    return { original: remote, more: await prepare(gitStageOf(stage, remote)) };
  });
  return async () => {
    const { stage, prepared } = await open();
    const { original, more } = prepared;
    const remote = temporaryFolder();
    cpSync(original, remote, { recursive: true });
    setRemote(join(stage.folder, '.git/config'), original, remote);
    return { ...more, ...gitStageOf(stage, remote) };
  };
}

/** Makes the repositories, and a first commit. */
function initialise(stage: Stage, remote: string): void {
  copyEmptyRepositories(stage.folder, remote);
  const config = join(stage.folder, 'gitcast.config.yaml');
  writeFileSync(config, `state: git\n${readFileSync(config, 'utf8')}`);
  writeFileSync(join(stage.folder, '.gitignore'), '.gitcast/\n');
  gitStageOf(stage, remote).commit();
}

function gitStageOf(stage: Stage, remote: string): GitStage {
  const repository = join(stage.folder, '.git');
  return {
    stage,
    remote,
    commit: (message = 'content') => {
      git(stage.folder, ...inTurn(['add', '-A'], ['commit', '-q', '--allow-empty', '-m', message]));
      return pushHead(repository, remote);
    },
    clone: (...flags) => {
      const folder = temporaryFolder();
      git(folder, 'clone', '-q', '-b', 'main', ...flags, `file://${remote}`, '.');
      return Object.assign(Object.create(stage) as Stage, { folder });
    },
  };
}
