import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/index.ts';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { ROOT } from '../e2e/program.ts';
import { resealed } from '../project/planning/resealed.ts';
import { someEvents } from '../sync/fixture.ts';
import { openStage, type Stage } from '../sync/stage.ts';
import { temporaryFolder, write } from './folders.ts';
import { program } from '../programs.ts';

const AUTHOR = 'AUTHOR TEXT: approved by security';

/** What the trusted job makes of the files that the job of a pull request left. */
function rendered(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'gitcast'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  chmodSync(join(bin, 'gitcast'), 0o755);
  const script = readFileSync(join(ROOT, 'templates/ci/common/ci/gitcast.sh'), 'utf8').replaceAll(/@[A-Z]+@/g, '');
  write(folder, 'ci/gitcast.sh', script);
  for (const [name, text] of Object.entries({ outcome: 'planned\n', 'plan.md': AUTHOR, ...files }))
    write(folder, `left/${name}`, text);
  return execFileSync(program('sh'), ['ci/gitcast.sh', 'render', 'left'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

async function planned(stage: Stage): Promise<string> {
  const file = join(stage.folder, 'plan.json');
  await stage.gitcast('plan', '--out', file);
  return readFileSync(file, 'utf8');
}

describe('the comment of a plan', () => {
  it('that the guard refuses is the plan once, and nothing that the job wrote beside it', async () => {
    const stage = await openStage({ files: someEvents(30) });
    await stage.sync();
    for (let index = 0; index < 12; index++) stage.remove(`events/event-${index}.yaml`);
    const comment = rendered({ 'plan.json': await planned(stage) });
    expect(comment.match(/^### gitcast plan for/gm)).toHaveLength(1);
    expect(comment).toContain('`gitcast: allow 12 deletes`');
    expect(comment).not.toContain('AUTHOR TEXT');
  });

  it('that was edited does not show what the job wrote beside it, and is not recorded or applied', async () => {
    const stage = await openStage({ files: someEvents(2) });
    await stage.sync();
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    const edited = (await planned(stage)).replace(/"digest": "[^"]+"/, '"digest": "AAAAAAAAAAAAAAAAAAAAAA"');
    const comment = rendered({ 'plan.json': edited });
    expect(comment).toContain('The plan of this run is damaged, so it is not shown.');
    expect(comment).not.toContain('AUTHOR TEXT');
    writeFileSync(join(stage.folder, 'plan.json'), edited);
    const before = stage.everything();
    for (const words of [
      ['plan', '--from', 'plan.json'],
      ['review', 'record', '90', '--plan', 'plan.json', '--commit', 'a'.repeat(40)],
      ['sync', '--yes', '--plan', 'plan.json'],
    ]) {
      const { exitCode, stderr } = await stage.gitcast(...words);
      expect([exitCode, stderr], words.join(' ')).toEqual([1, expect.stringContaining('plan.json was edited')]);
    }
    expect(stage.everything()).toEqual(before);
  });
});

describe('a sentence in a saved plan', () => {
  it('is shown if gitcast gives it as a reason; others are left out, or quoted with their origin', async () => {
    const stage = await openStage({ files: someEvents(2) });
    await stage.sync();
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    const plan = JSON.parse(await planned(stage)) as Plan;
    const shown = async (edit: Partial<Plan>): Promise<string> => {
      writeFileSync(join(stage.folder, 'plan.json'), resealed({ ...plan, ...edit }));
      return (await stage.gitcast('plan', '--from', 'plan.json', '--markdown')).stdout;
    };
    expect(await shown({})).toContain('- `events/event-0` changed here\n');
    const forged = await shown({
      changes: plan.changes.map((change) => ({ ...change, reason: AUTHOR })),
      notes: ['nothing is sent'],
      refusals: [{ reason: 'the board agreed', remedy: 'merge it' }],
    });
    expect(forged).toContain('- `events/event-0`\n');
    expect(forged).not.toContain('AUTHOR TEXT');
    expect(forged).not.toContain('merge it');
    expect(forged).toContain('Refused: the job that made this plan reports “the board agreed”');
    expect(forged).toContain(
      '- the job that made this plan wrote the following notes, and no digest covers them\n- “nothing is sent”',
    );
  });
});
