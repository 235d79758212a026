import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { meddle } from './meddler.ts';
import { copiesOfSyncedStage } from './stage-copies.ts';
import { openStage, openSyncedStage, type Stage } from './stage.ts';

const syncedStage = copiesOfSyncedStage({ files: someEvents(2) });

/** In sync with the target, with one more event to send. */
async function readyStage(): Promise<Stage> {
  const stage = await syncedStage();
  stage.edit('events/event-0.yaml', '23:00', '23:30');
  return stage;
}

/** A sentence with the problem and the next step, exit code 1, and an unchanged state. */
async function expectSentence(stage: Stage, what: RegExp, toDo: RegExp): Promise<void> {
  const state = stage.stateText();
  for (const command of [['plan'], ['sync', '--yes']]) {
    const { exitCode, stdout, stderr } = await stage.gitcast(...command);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(what);
    expect(stderr).toMatch(toDo);
    expect(stderr).not.toMatch(/internal error|\n {4}at /);
    expect(stderr).not.toContain(stage.credentials.key);
  }
  expect(stage.stateText()).toBe(state);
  expect(Object.keys(stage.kept()).filter((name) => /lock|journal|tmp/.test(name))).toEqual([]);
}

/** What goes wrong, how, and what is printed: the problem and the next step. */
const PROBLEMS: readonly (readonly [string, (stage: Stage) => unknown, RegExp, RegExp])[] = [
  [
    'a wrong key',
    (stage) => void (stage.env = { GITCAST_KEY: 'gck_wrong' }),
    /401: the key is missing or invalid/,
    /check the variable that holds this target's key/,
  ],
  ['no key at all', (stage) => void (stage.env = {}), /GITCAST_KEY is missing or empty/, /set GITCAST_KEY/],
  [
    'the key of another broadcast',
    async (stage) => {
      const { credentials } = await openStage({ theatre: stage.theatre });
      stage.env = { GITCAST_KEY: credentials.key };
    },
    /has no access to broadcast [0-9a-f]{24}/,
    /check the target's `userId` and `broadcastId`/,
  ],
  [
    'a host that does not respond',
    (stage) => stage.configure({ baseUrl: 'http://127.0.0.1:9' }),
    /cannot reach http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)/,
    /check the target's `baseUrl`/,
  ],
];

describe('sync explains the problem in a sentence, and leaves the state alone, with', () => {
  it.each(PROBLEMS)('%s', async (_, bringAbout, what, toDo) => {
    const stage = await readyStage();
    await bringAbout(stage);
    await expectSentence(stage, what, toDo);
  });

  it('files with errors, which it names before the problem of a target', async () => {
    const stage = await readyStage();
    stage.edit('events/event-1.yaml', '23:00', 'midnight');
    for (const env of [stage.env, { GITCAST_KEY: 'gck_wrong' }, {}]) {
      stage.env = env;
      await expectSentence(stage, /event-1\.yaml.*the content has 1 error/s, /fix them first/);
    }
  });

  it('empty responses: nothing counts as read, nothing is created or deleted', async () => {
    const stage = await readyStage();
    await meddle(stage, (passing) => ({ ...passing, body: '' }));
    const state = stage.stateText();
    const { exitCode, stdout } = await stage.gitcast('sync', '--yes');
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(/events could not be read \(the answer to GET \/events is not a list/);
    expect([stage.contents('event').length, stage.stateText()]).toEqual([2, state]);
  });
});

describe('a clock', () => {
  it.each([-1, 1])('that is %i hours off does not matter', async (hours) => {
    const stage = await openSyncedStage({ files: someEvents(2), ahead: hours * 3_600_000, rateLimit: 6000 });
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    stage.remove('events/event-1.yaml');
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.only('event').fields['end_time']).toContain('23:30');
    expect((await stage.plan()).changes).toEqual([]);
  });
});
