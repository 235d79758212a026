import { describe, expect, it } from 'vitest';
import { blinded } from './blinded-stage.ts';
import { syncUntilKilled } from './killable-sync.ts';

describe('a run that was killed after its first write, while lists lag', () => {
  it('is continued without a second creation', async () => {
    const { stage, see } = await blinded(600);
    expect(await syncUntilKilled(stage, { on: 'after POST' })).toMatchObject({ died: true });
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    expect(await stage.sync('--no-wait')).toMatchObject({ exitCode: 3 });
    see();
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.contents('event')).toMatchObject([{ fields: { title: 'First night' } }]);
  });
});
