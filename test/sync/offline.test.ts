import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH, someEvents } from './fixture.ts';
import { actionsOf, openStage, openSyncedStage, type Stage } from './stage.ts';

/** Like the runner of a pull request from a fork: no key, and no access to the target. */
async function planOffline(stage: Stage, ...flags: readonly string[]) {
  const { env } = stage;
  stage.env = {};
  stage.configure({ baseUrl: 'http://127.0.0.1:9' });
  stage.forgetRequests();
  try {
    const ran = await stage.plan('--offline', ...flags);
    expect(stage.seen).toEqual([]);
    return { ...ran, offline: (JSON.parse(ran.stdout || '{}') as { offline?: true }).offline };
  } finally {
    stage.env = env;
    stage.configure();
  }
}

describe('an offline plan', () => {
  it.each(['documented', 'extended'] as const)(
    'equals an online one while nobody changes the target: %s',
    async (profile) => {
      const stage = await openSyncedStage({ files: { ...someEvents(4), ...ONE_OF_EACH }, profile });
      expect(actionsOf(await planOffline(stage))).toEqual([]);

      stage.edit('events/opening-night.yaml', 'Two sets', 'Three sets');
      stage.edit('articles/news.md', 'five minutes', 'six minutes');
      stage.edit('broadcast.yaml', 'Three days', 'Four days');
      stage.move('events/event-0.yaml', 'events/friday/event-0.yaml');
      stage.remove('events/event-1.yaml');
      stage.write('places/lawn.yaml', 'name: The lawn\n');
      const [online, offline] = [await stage.plan(), await planOffline(stage)];
      expect(actionsOf(offline)).toEqual(actionsOf(online));
      expect(actionsOf(offline).length).toBeGreaterThan(5);
      expect(offline.summary).toEqual(online.summary);
    },
  );

  it('reports in every format that the target was not asked', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    const { offline, complete, changes } = await planOffline(stage);
    expect({ offline, complete }).toEqual({ offline: true, complete: false });
    expect(changes).toMatchObject([
      { action: 'update', certainty: 'offline', reason: 'changed here since the last sync' },
    ]);

    const markdown = await stage.gitcast('plan', '--offline', '--markdown');
    expect(markdown.stdout).toMatch(
      /^### gitcast plan for `live`, made offline\n\n1 to update, \d unchanged.*\n\n> \[!WARNING\]\n> offline: the target was not read/,
    );
    expect(markdown.stdout).toContain('  - `end_time`: → `2027-06-18T23:30:00+02:00`\n');
    const human = await stage.gitcast('plan', '--offline');
    expect(human.stdout).toMatch(/^! offline: the target was not read, /);
    expect(human.stdout).toContain('    end_time: → 2027-06-18T23:30:00+02:00\n');
    expect(human.stdout).not.toContain('(nothing)');
    stage.edit('events/event-0.yaml', '23:30', '23:00');
    expect((await stage.gitcast('plan', '--offline')).stdout).toContain(
      '✓ live: the files have not changed since the last sync',
    );
  });

  it('knows the embedded service only by its state', async () => {
    const stage = await openStage({ files: someEvents(1) });
    const { exitCode, changes } = await stage.plan('--offline', '--target', 'local');
    expect([exitCode, changes.find(({ address }) => address === 'broadcast')!.id]).toEqual([0, null]);
    expect(() => stage.kept()).toThrow('ENOENT');
  });

  it('checks deletions against the guard like any plan', async () => {
    const stage = await openSyncedStage({ files: someEvents(12) });
    for (let index = 0; index < 11; index++) stage.remove(`events/event-${index}.yaml`);
    const { exitCode, refusals } = await planOffline(stage);
    expect([exitCode, refusals[0]!.allows]).toEqual([1, { allowDeletes: 11 }]);
  });

  it.each(['--ours', '--overwrite-drift', '--trace=trace.jsonl', '--concurrency=4'])(
    'rejects %s, with the reason',
    async (flag) => {
      const stage = await openStage({ files: someEvents(1) });
      expect(await stage.refusal('plan', '--offline', flag)).toContain(
        `error: --offline does not read the target, so ${flag.split('=')[0]!} has no effect`,
      );
    },
  );
});
