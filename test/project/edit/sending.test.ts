import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { someEvents } from '../../sync/fixture.ts';
import { openStage, openSyncedStage, type Stage } from '../../sync/stage.ts';
import { askAt, runEditor, type RunningEditor } from './running-editor.ts';
import { freePort } from '../../listen.ts';

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

const edit = { do: 'set', path: ['title'], value: 'First', was: 'Event 0' };
const CHANGE = { address: 'events/event-0', operations: [edit] };

const restart = (stage: Stage): Promise<RunningEditor> =>
  runEditor(stage.folder, { approve: true }, { env: { ...process.env, ...stage.env } });

async function openEdited(): Promise<RunningEditor & { readonly stage: Stage }> {
  const stage = await openSyncedStage({ files: someEvents(2) });
  return { stage, ...(await restart(stage)) };
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
  expect((await ask('change', CHANGE)).type).toBe('saved');
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

it('an edit that waits is not sent by a restart, until it was sent in another way', async () => {
  const { stage, ask, close } = await openEdited();
  expect((await ask('change', CHANGE)).type).toBe('saved');
  await close();
  const again = await restart(stage);
  rename(stage, 'Second');
  await wait(A_WHILE);
  expect(titles(stage)).toEqual(['Event 0', 'Event 1']);
  expect(await again.ask('waiting')).toEqual({ target: 'live' });
  await again.close();
  expect((await stage.sync()).exitCode).toBe(0);
  await restart(stage);
  rename(stage, 'Third');
  await expect.poll(() => titles(stage), { timeout: 10_000 }).toContain('Third');
});

it('an edit waits that is made while the terminal asks whether saves may be pushed', async () => {
  const stage = await openSyncedStage({ files: someEvents(1) });
  const port = await freePort();
  const confirm = async (): Promise<boolean> => {
    expect((await (await askAt(`http://127.0.0.1:${port}/`))('change', CHANGE)).type).toBe('saved');
    return true;
  };
  await runEditor(stage.folder, { port }, { env: { ...process.env, ...stage.env }, confirm });
  await wait(A_WHILE);
  expect(titles(stage)).toEqual(['Event 0']);
});

it('a target that refuses is a sentence in the page, and what waits is kept', async () => {
  const stage = await openSyncedStage({ files: someEvents(1) });
  const withdrawn = { ...process.env, ...stage.env, GITCAST_KEY: 'a-key-that-was-withdrawn' };
  const { ask } = await runEditor(stage.folder, { approve: true }, { env: withdrawn });
  expect((await ask('change', CHANGE)).type).toBe('saved');
  expect(await ask('plan')).toMatchObject({ type: 'refused', reason: expect.stringContaining('401') });
  expect(await ask('waiting')).toEqual({ target: 'live' });
});

it('nothing waits if dev syncs nothing', async () => {
  const stage = await openStage({ files: someEvents(1) });
  const { ask } = await runEditor(stage.folder, { sync: false }, { env: { ...process.env, ...stage.env } });
  expect(await ask('plan')).toMatchObject({ type: 'refused', reason: expect.stringContaining('Nothing waits') });
});
