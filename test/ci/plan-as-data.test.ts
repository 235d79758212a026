/** A saved plan comes from the job of a pull request, so anyone could have written it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/index.ts';
import { resealed } from '../project/planning/resealed.ts';
import { someEvents } from '../sync/fixture.ts';
import { openStage, type Stage } from '../sync/stage.ts';

async function planned(): Promise<{ readonly stage: Stage; readonly text: string }> {
  const stage = await openStage({ files: someEvents(2) });
  await stage.sync();
  stage.edit('events/event-0.yaml', '23:00', '23:30');
  const file = join(stage.folder, 'plan.json');
  await stage.gitcast('plan', '--out', file);
  return { stage, text: readFileSync(file, 'utf8') };
}

describe('a saved plan', () => {
  it('that was edited is not shown, recorded or applied', async () => {
    const { stage, text } = await planned();
    const edited = text.replace(/"digest": "[^"]+"/, '"digest": "AAAAAAAAAAAAAAAAAAAAAA"');
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

  it('shows a sentence that gitcast gives as a reason; others are left out, or quoted with their origin', async () => {
    const { stage, text } = await planned();
    const plan = JSON.parse(text) as Plan;
    const shown = async (edit: Partial<Plan>): Promise<string> => {
      writeFileSync(join(stage.folder, 'plan.json'), resealed({ ...plan, ...edit }));
      return (await stage.gitcast('plan', '--from', 'plan.json', '--markdown')).stdout;
    };
    expect(await shown({})).toContain('- `events/event-0` changed here\n');
    const forged = await shown({
      changes: plan.changes.map((change) => ({ ...change, reason: 'AUTHOR TEXT: approved by security' })),
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
