import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../src/index.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { openGitStage } from './git-stage.ts';
import type { Ran } from './stage.ts';
import { program } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A `git` in front of the real one that records its command; `started` lists those that a function starts. */
function recordingGit(stage: { env: Environment }) {
  const folder = temporaryFolder();
  const [recording, log] = [join(folder, 'git'), join(folder, 'log')];
  const real = program('git');
  writeFileSync(recording, `#!/bin/sh\nprintf '%s\\n' "$(printf '%s ' "$@")" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(recording, 0o755);
  return async (act: () => Promise<Ran>): Promise<Started> => {
    writeFileSync(log, '');
    stage.env = { ...stage.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
    expect(await act()).toMatchObject({ exitCode: 0, stderr: '' });
    const commands = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => /(?: -c \S+)+ (?:--literal-pathspecs )?(\S+)/.exec(line)?.[1] ?? line);
    const isWrite = (command: string): boolean => ['push', 'unpack-objects'].includes(command);
    return {
      reads: commands.filter((command) => !isWrite(command)).toSorted(),
      pushes: commands.filter((command) => command === 'push').length,
      stores: commands.filter((command) => command === 'unpack-objects').length,
    };
  };
}

interface Started {
  readonly reads: readonly string[];
  readonly pushes: number;
  readonly stores: number;
}

const LOOK = ['config', 'fetch', 'cat-file'];
const BEGIN = [...LOOK, 'status', 'cat-file'];

/** A slow machine adds checkpoints and renewals of the lock: each of them stores once and pushes once. */
describe('the git processes of a command with a shared state', () => {
  it('are few: each question is asked once, and each push stores everything before it in one process', async () => {
    const { stage, commit } = await openGitStage(ONE_OF_EACH);
    const started = recordingGit(stage);
    const first = await started(() => stage.sync());
    // No state of ours is there yet, also none from before the remote, so those of other configurations are looked at.
    expect(first.reads).toEqual([...BEGIN, 'cat-file', 'fetch', 'for-each-ref'].toSorted());
    expect(first.pushes).toBeGreaterThanOrEqual(4);
    expect(first.stores).toBe(first.pushes - 1);

    const nothing = await started(() => stage.sync());
    expect(nothing.reads).toEqual(BEGIN.toSorted());
    expect(nothing.pushes).toBeGreaterThanOrEqual(2);
    expect(nothing.stores).toBe(nothing.pushes - 1);

    stage.write('articles/news.md', `${stage.read('articles/news.md')}\nMore.\n`);
    commit();
    const one = await started(() => stage.sync());
    expect(one.reads).toEqual([...BEGIN, 'status', 'merge-base'].toSorted());
    expect(one.stores).toBe(one.pushes - 1);

    const reviewed = async (documents: readonly string[]): Promise<Started> => {
      for (const name of documents)
        stage.write(name, stage.read(name).replace(/^(title|name): .*$/m, `$1: One of ${documents.length}`));
      commit();
      const { digest } = await stage.plan();
      return started(() => stage.sync('--reviewed', digest!));
    };
    const few = await reviewed(['articles/news.md']);
    const many = await reviewed(['articles/news.md', 'events/opening-night.yaml', 'places/main-stage.yaml']);
    expect(many.reads).toEqual(few.reads);

    const look = { reads: LOOK.toSorted(), pushes: 0, stores: 0 };
    expect(await started(() => stage.plan())).toEqual(look);
    expect(await started(() => stage.gitcast('status'))).toEqual(look);
  });
});
