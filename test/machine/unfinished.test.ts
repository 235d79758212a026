import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { thisProcess } from '../../src/machine/processes.ts';
import { takeBackUnfinished } from '../../src/machine/unfinished.ts';
import { NODE } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('a note of unfinished changes that came with a repository moves nothing', () => {
  const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const folder = join(root, '.gitcast/unfinished/note');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'evil'), 'text');
  const { pid } = spawnSync(NODE, ['--version']);
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ ...thisProcess(), pid }));
  const steps = [{ from: join(elsewhere, 'moved'), to: join(root, 'evil') }];
  for (const note of [steps, { steps }, { inode: 1, steps }]) {
    writeFileSync(join(folder, 'steps.json'), JSON.stringify(note));
    expect(takeBackUnfinished(root)).toBe(0);
    expect([existsSync(join(root, 'evil')), existsSync(join(elsewhere, 'moved'))]).toEqual([true, false]);
  }
});
