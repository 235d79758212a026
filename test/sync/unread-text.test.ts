import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meddle, withoutTexts } from './meddler.ts';
import { openStage, type Stage } from './stage.ts';

const PARAGRAPHS = [
  'Trains stop five minutes from the gate, and the last one leaves an hour after midnight on every day of the festival.',
  'Bicycles are parked on the left bank, below the old bridge, where somebody looks after them until the morning.',
];
const article = (...paragraphs: readonly string[]): string =>
  `---\ntitle: Getting there\nstatus: published\n---\n${paragraphs.join('\n\n')}\n`;

/** The interface documents no request for a single article. */
async function syncedArticle(text: string): Promise<Stage> {
  const stage = await openStage({ profile: 'documented', files: { 'articles/getting-there.md': text } });
  await meddle(stage, withoutTexts);
  expect(await stage.sync('--ours')).toMatchObject({ exitCode: 0 });
  return stage;
}

const forms = async (stage: Stage): Promise<readonly string[]> => [
  (await stage.gitcast('plan')).stdout,
  (await stage.gitcast('plan', '--markdown')).stdout,
];

describe('a text that the target does not show', () => {
  it('is compared with the one of the last sync: a new paragraph is shown as new, and the rest as it was', async () => {
    const stage = await syncedArticle(article(PARAGRAPHS[0]!));
    stage.write('articles/getting-there.md', article(...PARAGRAPHS));
    const [text, markdown] = await forms(stage);
    for (const shown of [text, markdown]) {
      expect(shown).toContain('content (compared with the last sync, because the target does not show it): ');
      expect(shown).not.toMatch(/∅|\(nothing\)/);
    }
    expect(text).toMatch(/\{\+.*Bicycles are parked/);
    expect(markdown).toMatch(/<ins>.*Bicycles are parked/);
    const { changes } = await stage.plan();
    expect(changes).toMatchObject([
      { fields: [{ name: 'content', unread: true, before: null, last_sync: expect.stringContaining('Trains stop') }] },
    ]);
  });

  it('is not called empty if the text of the last sync is unknown', async () => {
    const stage = await syncedArticle(article(PARAGRAPHS[0]!));
    stage.write('articles/getting-there.md', article(...PARAGRAPHS));
    rmSync(join(stage.folder, '.gitcast/state/live.bodies'), { recursive: true });
    for (const shown of await forms(stage)) {
      expect(shown).toMatch(/content: → .*Trains stop.*\(the target does not show the present value\)/);
      expect(shown).not.toMatch(/∅|\(nothing\)/);
    }
  });
});
