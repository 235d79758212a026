import { describe, expect, it } from 'vitest';
import { eventText, someEvents } from './fixture.ts';
import { meddle, type Passing } from './meddler.ts';
import { actionsOf, openStage, openSyncedStage, type Stage } from './stage.ts';

describe('a key that is revoked in the middle of a run', () => {
  /** Responds with 401 from the n-th write on. */
  const revoking = (after: number) => {
    let writes = 0;
    const refused = (passing: Passing): boolean => writes >= after || (passing.method !== 'GET' && ++writes >= after);
    return (passing: Passing): Passing =>
      refused(passing) ? { ...passing, status: 401, headers: {}, body: '{"error":"revoked"}' } : passing;
  };

  it('is reported once, with the next step and the number of changes left', async () => {
    const stage = await openStage({ files: someEvents(60) });
    await meddle(stage, revoking(10));
    const { stdout, stderr } = await stage.gitcast('sync', '--yes', '--concurrency', '4');
    const said = `${stdout}${stderr}`;
    expect(said.match(/was refused with 401/g)).toHaveLength(1);
    expect(said).toMatch(/check the variable that holds this target's key/);
    expect(said).toMatch(/\d+ changes not made because of it; the next gitcast sync makes them/);
    expect(said.match(/skipped|failed/g)).toBeNull();
  });

  it('leaves nothing that the next run would duplicate', async () => {
    const stage = await openStage({ files: someEvents(30) });
    await meddle(stage, revoking(10));
    await stage.sync('--concurrency', '4');
    stage.configure();
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(30);
    expect((await stage.plan()).changes).toEqual([]);
  });
});

describe('a service that responds with 200 and an error', () => {
  const ERROR = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"error":"maintenance"}' };
  const isBroadcast = ({ path }: Passing): boolean => /\/broadcasts\/\w+$/.test(path);

  it('has not updated the broadcast: the change fails, and the next run makes it', async () => {
    const stage = await openSyncedStage({ files: someEvents(1) });
    stage.write('broadcast.yaml', 'name: River festival\n');
    await refuse(stage, (passing) => passing.method === 'PATCH' && isBroadcast(passing));
    const { exitCode, results } = await stage.sync();
    expect(exitCode).toBe(3);
    expect(results).toMatchObject([
      { address: 'broadcast', outcome: 'failed', error: expect.stringContaining('200 and an error: maintenance') },
    ]);
    stage.configure();
    expect(actionsOf(await stage.plan())).toEqual(['update broadcast']);
  });

  /** The PATCH does not reach the service, as if a gateway had responded. */
  const refuse = (stage: Stage, isRefused: (passing: Passing) => boolean): Promise<Stage> =>
    meddle(stage, (passing) => (isRefused(passing) ? { ...passing, ...ERROR } : passing), {
      ask: (text) => text.replace('River festival', 'Harbour festival'),
    });
});

describe('a service whose ids are numbers', () => {
  it('is synced like any other: nothing counts as lost, and the second plan is empty', async () => {
    const [numbers, ids] = [new Map<string, number>(), new Map<number, string>()];
    const numberOf = (id: string): number => {
      const number = numbers.get(id) ?? numbers.size + 1;
      numbers.set(id, number);
      ids.set(number, id);
      return number;
    };
    const stage = await openStage({ files: someEvents(3) });
    const numbered = (text: string): string =>
      text.replaceAll(/"((?:place_)?id)":"(\w{24})"/g, (_, name: string, id: string) => `"${name}":${numberOf(id)}`);
    const idOf = (number: string): string => ids.get(Number(number))!;
    const withNumbers = ({ headers: { location: _, ...headers }, ...passing }: Passing): Passing => ({
      ...passing,
      headers,
      body: passing.path.includes('/users/') ? passing.body : numbered(passing.body),
    });
    await meddle(stage, withNumbers, {
      ask: (text) =>
        text
          .replace(/^(\/v1\/(?:events|places)\/)(\d+)/, (_, start: string, number: string) => start + idOf(number))
          .replace(/"place_id":"(\d+)"/, (_, number: string) => `"place_id":"${idOf(number)}"`),
    });
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { failed: 0 }, retries: 0 });
    expect(stage.contents('event')).toHaveLength(3);
    expect(Object.values(stage.ids()).filter((id) => /^\d{1,2}$/.test(id))).toHaveLength(4);
    expect((await stage.plan()).changes).toEqual([]);
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
  });
});

describe('an object with a key that programs may misread', () => {
  const withEscapedKey =
    (title: string) =>
    (passing: Passing): Passing =>
      passing.path.startsWith('/v1/events')
        ? {
            ...passing,
            headers: { 'content-type': 'application/json' },
            body: passing.body.replaceAll(`"title":"${title}"`, `"title":"${title}","extra":{"\\n":1}`),
          }
        : passing;

  it('is not created again if its file is new, and is not pulled', async () => {
    const stage = await openSyncedStage({ files: someEvents(1) });
    stage.forgetState();
    stage.write('events/another.yaml', eventText('Another'));
    await meddle(stage, withEscapedKey('Event 0'));
    expect(actionsOf(await stage.plan())).not.toContain('create events/event-0');
    await stage.sync();
    expect(stage.titles().toSorted()).toEqual(['Another', 'Event 0']);
    stage.remove('events/event-0.yaml');
    await stage.gitcast('pull');
    expect(() => stage.read('events/event-0.yaml')).toThrow('ENOENT');
  });
});
