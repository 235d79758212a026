import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { someEvents } from '../../sync/fixture.ts';
import { openStage, type Stage } from '../../sync/stage.ts';
import { runEditor } from './running-editor.ts';

const titles = (stage: Stage): readonly unknown[] =>
  stage
    .contents('event')
    .map(({ fields }) => fields['title'])
    .sort();

const rename = (stage: Stage, title: string): void => {
  const file = join(stage.folder, 'content/events/event-0.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*/m, `title: ${title}`));
};

/** Longer than a save waits before it is pushed. */
const A_WHILE = 1_000;

async function openEdited(): Promise<{
  readonly stage: Stage;
  readonly ask: Awaited<ReturnType<typeof runEditor>>['ask'];
}> {
  const stage = await openStage({ files: someEvents(2) });
  expect((await stage.sync()).exitCode).toBe(0);
  const { ask } = await runEditor(stage.folder, { approve: true }, { env: { ...process.env, ...stage.env } });
  return { stage, ask };
}

it('saves are pushed to a remote target by themselves, until a page is in edit mode', async () => {
  const { stage, ask } = await openEdited();
  rename(stage, 'First');
  await expect.poll(() => titles(stage), { timeout: 10_000 }).toContain('First');
  await ask('undo-state');
  rename(stage, 'Second');
  await wait(A_WHILE);
  expect(titles(stage)).toContain('First');
  expect(titles(stage)).not.toContain('Second');
});

it('what waits is shown as a plan in words, and exactly that plan is sent', async () => {
  const { stage, ask } = await openEdited();
  const asked = { do: 'set', path: ['title'], value: 'First', was: 'Event 0' };
  expect((await ask('change', { address: 'events/event-0', operations: [asked] })).type).toBe('saved');
  const plan = await ask('plan');
  expect(plan).toMatchObject({
    type: 'plan',
    refusals: [],
    changes: [
      { action: 'update', address: 'events/event-0', title: 'First', words: ['title: “First” instead of “Event 0”'] },
    ],
  });
  expect(JSON.stringify(plan)).not.toContain(String(stage.env['GITCAST_KEY']));
  rename(stage, 'Third');
  await expect.poll(async () => (await ask('plan')).digest, { timeout: 10_000 }).not.toBe(plan.digest);
  expect(await ask('send', { digest: plan.digest })).toMatchObject({
    type: 'refused',
    reason: expect.stringContaining('nothing was sent'),
  });
  expect(titles(stage)).toEqual(['Event 0', 'Event 1']);
  const { digest } = await ask('plan');
  expect(await ask('send', { digest })).toEqual({ type: 'sent', sent: 1, notices: [] });
  expect(titles(stage)).toEqual(['Event 1', 'Third']);
  expect((await ask('plan')).changes).toEqual([]);
});

it('a deletion is sent if the plan showed it', async () => {
  const { stage, ask } = await openEdited();
  await ask('undo-state');
  stage.remove('events/event-1.yaml');
  await expect.poll(async () => (await ask('plan')).changes.length, { timeout: 10_000 }).toBe(1);
  const { changes, digest } = await ask('plan');
  expect(changes).toMatchObject([{ action: 'delete', title: 'Event 1' }]);
  expect(await ask('send', { digest })).toMatchObject({ type: 'sent', sent: 1 });
  expect(titles(stage)).toEqual(['Event 0']);
});

it('nothing waits if dev syncs nothing', async () => {
  const stage = await openStage({ files: someEvents(1) });
  const { ask } = await runEditor(stage.folder, { sync: false }, { env: { ...process.env, ...stage.env } });
  expect(await ask('plan')).toMatchObject({ type: 'refused', reason: expect.stringContaining('Nothing waits') });
});
