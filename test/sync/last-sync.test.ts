import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiesOfSyncedStage } from './stage-copies.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';
import { meddle, withoutTexts } from './meddler.ts';

const article = (title: string, ...paragraphs: readonly string[]): string =>
  `---\ntitle: ${title}\nstatus: published\n---\n\n${paragraphs.join('\n\n')}\n`;

const NEWS = 'articles/news.md';
const files = { 'broadcast.yaml': 'name: Harbour festival\n', [NEWS]: article('News', 'Doors at six.', 'Free entry.') };
const open = {
  documented: copiesOfSyncedStage({ files, profile: 'documented' }),
  extended: copiesOfSyncedStage({ files }),
};

const typed = (stage: Stage, content: string) =>
  stage.call('PUT', `/articles/${stage.only('article').id}`, { content });
const conflictOf = async (stage: Stage): Promise<string> => (await stage.gitcast('plan')).stdout;

describe('the text of the last sync', () => {
  it.each(['documented', 'extended'] as const)(
    'is not shown if the state was lost and the text was never sent (%s profile)',
    async (profile) => {
      const stage = await open[profile]();
      stage.forgetState();
      const mine = article('News', 'Doors at seven.', 'Free entry.');
      stage.write(NEWS, mine);
      for (const _ of ['adopts the article', 'changes nothing']) expect((await stage.sync()).exitCode).toBe(3);
      const shown = await conflictOf(stage);
      expect(shown).toMatch(/there .*Doors at six/);
      expect(shown).toMatch(/here .*Doors at seven/);
      expect(shown).not.toContain('last sync');
      // A merge with the file as its own ancestor would replace it.
      expect((await stage.gitcast('pull')).stdout).toContain('which a merge needs, was not stored');
      expect(stage.read(NEWS)).toBe(mine);
    },
  );

  it('stays the one that was sent while a sync of other fields leaves the text in conflict', async () => {
    const stage = await open.extended();
    await typed(stage, 'Doors at five.\n\nFree entry.\n');
    stage.write(NEWS, article('Newer', 'Doors at six.', 'Free entry for all.'));
    expect((await stage.sync()).exitCode).toBe(3);
    expect(stage.only('article').fields['title']).toBe('Newer');
    expect(await conflictOf(stage)).toMatch(/last sync .*Doors at six\..*Free entry\.⏎/);
    expect((await stage.gitcast('pull')).exitCode).toBe(0);
    expect(stage.read(NEWS)).toBe(article('Newer', 'Doors at five.', 'Free entry for all.'));
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.only('article').fields['content']).toContain('Doors at five.\n\nFree entry for all.');
  });

  it('is known again once the text was compared or sent', async () => {
    const stage = await open.extended();
    stage.forgetState();
    await stage.sync();
    await typed(stage, 'Doors at five.');
    stage.write(NEWS, article('News', 'Doors at seven.', 'Free entry.'));
    expect(await conflictOf(stage)).toMatch(/last sync .*Doors at six/);
    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(actionsOf(await stage.plan())).toEqual([]);
    await typed(stage, 'Doors at eight.');
    stage.write(NEWS, article('News', 'Doors at nine.', 'Free entry.'));
    expect(await conflictOf(stage)).toMatch(/last sync .*Doors at seven/);
  });
});

const PARAGRAPHS = [
  'Trains stop five minutes from the gate, and the last one leaves an hour after midnight on every day of the festival.',
  'Bicycles are parked on the left bank, below the old bridge, where somebody looks after them until the morning.',
];
const gettingThere = (...paragraphs: readonly string[]): string =>
  `---\ntitle: Getting there\nstatus: published\n---\n${paragraphs.join('\n\n')}\n`;

/** The interface documents no request for a single gettingThere. */
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
    const stage = await syncedArticle(gettingThere(PARAGRAPHS[0]!));
    stage.write('articles/getting-there.md', gettingThere(...PARAGRAPHS));
    const [text, markdown] = await forms(stage);
    for (const shown of [text, markdown]) {
      expect(shown).toMatch(/content`? \(compared with the last sync, because the target does not show it\): /);
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
    const stage = await syncedArticle(gettingThere(PARAGRAPHS[0]!));
    stage.write('articles/getting-there.md', gettingThere(...PARAGRAPHS));
    rmSync(join(stage.folder, '.gitcast/state/live.bodies'), { recursive: true });
    for (const shown of await forms(stage)) {
      expect(shown).toMatch(/content`? \(the target does not show the present value\): →[^]*Trains stop/);
      expect(shown).not.toMatch(/∅|\(nothing\)/);
    }
  });
});
