import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { ONE_OF_EACH, someEvents } from './fixture.ts';
import { copiesOfSyncedStage } from './stage-copies.ts';
import { actionsOf, openStage, openSyncedStage, type Stage } from './stage.ts';

const withEvents = {
  documented: copiesOfSyncedStage({ files: someEvents(2), profile: 'documented' }),
  extended: copiesOfSyncedStage({ files: someEvents(2) }),
};
const withOneOfEach = copiesOfSyncedStage({ files: ONE_OF_EACH });

const typeInto = (stage: Stage, title: string, fields: JsonObject) => stage.typeInto('event', title, fields);

const listed = async (stage: Stage): Promise<readonly string[]> => {
  const { unmanaged_fields: found } = JSON.parse((await stage.gitcast('status', '--json')).stdout) as {
    unmanaged_fields: readonly { address: string; fields: readonly string[] }[];
  };
  return found.flatMap(({ address, fields }) => fields.map((field) => `${address} ${field}`));
};

const seenOf = (stage: Stage, address: string) =>
  (JSON.parse(stage.stateText()) as { entries: Record<string, { seen?: object }> }).entries[address]!.seen;

describe.each(['documented', 'extended'] as const)('a field that no file has (%s profile)', (profile) => {
  it('is listed by status once somebody has changed it on the target, and never pushed', async () => {
    const stage = await withEvents[profile]();
    expect(await listed(stage)).toEqual([]);
    await typeInto(stage, 'Event 1', { description: 'Typed in the web editor' });
    expect(await listed(stage)).toEqual(['events/event-1 description']);
    expect(actionsOf(await stage.plan())).toEqual([]);
    const { exitCode, stdout } = await stage.gitcast('status');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /\n {2}unmanaged fields +1 changed on the target: events\/event-1 \(description\)\n +gitcast pull --all-fields /,
    );
    expect(stdout).not.toContain('Typed in');
  });

  it('is named by pull, which does not report that the files have everything, and pulled with --all-fields', async () => {
    const stage = await withEvents[profile]();
    await typeInto(stage, 'Event 1', { description: 'Typed in the web editor', category: 'concert' });
    const pulled = await stage.gitcast('pull');
    expect([pulled.exitCode, pulled.stdout.split('\n')]).toEqual([
      0,
      [
        '○ 2 fields that no file has were changed on the target: events/event-1 (category, description)',
        '  gitcast pull --all-fields pulls them into the files',
        '',
        '✓ Nothing to pull into the fields that the files have.',
        '',
      ],
    ]);
    const before = stage.read('events/event-1.yaml');
    const all = await stage.gitcast('pull', '--all-fields');
    expect([all.exitCode, all.stdout]).toEqual([0, expect.stringContaining('✓ 1 file changed\n')]);
    expect(stage.read('events/event-1.yaml')).toBe(
      `${before}category: concert\ndescription: Typed in the web editor\n`,
    );
    expect([actionsOf(await stage.plan()), await listed(stage)]).toEqual([[], []]);
    expect((await stage.gitcast('pull', '--all-fields')).stdout).toContain('the files have what the target has');
    await typeInto(stage, 'Event 1', { description: 'Typed again' });
    expect(actionsOf(await stage.plan())).toEqual(['drift events/event-1']);
  });
});

describe('a field that a file has since the last sync', () => {
  const describeInFile = (stage: Stage, event: string): void =>
    stage.write(`events/${event}.yaml`, `${stage.read(`events/${event}.yaml`)}description: From the file\n`);
  const described = (stage: Stage, title: string) => stage.named('event', title).fields['description'];

  it('is not pushed over what a colleague typed there: a conflict, until --ours or a pull settles it', async () => {
    const stage = await withEvents.extended();
    for (const title of ['Event 0', 'Event 1']) await typeInto(stage, title, { description: 'Typed in the editor' });
    for (const event of ['event-0', 'event-1']) describeInFile(stage, event);
    expect(actionsOf(await stage.plan())).toEqual(['conflict events/event-0', 'conflict events/event-1']);
    // A sync of something else does not make it ours.
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    expect((await stage.sync()).exitCode).toBe(3);
    expect(actionsOf(await stage.plan())).toEqual(['conflict events/event-0', 'conflict events/event-1']);
    expect(described(stage, 'Event 1')).toBe('Typed in the editor');

    expect((await stage.gitcast('pull', 'events/event-0', '--theirs')).exitCode).toBe(0);
    expect(stage.read('events/event-0.yaml')).toContain('description: Typed in the editor\n');
    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect([described(stage, 'Event 0'), described(stage, 'Event 1')]).toEqual([
      'Typed in the editor',
      'From the file',
    ]);
  });

  it('is not pushed over what an adopted object had', async () => {
    const stage = await openStage({ files: someEvents(2), profile: 'extended' });
    const theirs = { title: 'Event 1', start_time: '2027-06-18T18:30:00Z', end_time: '2027-06-18T21:00:00Z' };
    await stage.call('POST', '/events', { ...theirs, description: 'Typed in the editor' });
    expect((await stage.sync()).exitCode).toBe(0);
    describeInFile(stage, 'event-1');
    expect(actionsOf(await stage.plan())).toEqual(['conflict events/event-1']);
  });

  it('is pushed where the target has nothing, and over what the service itself put there', async () => {
    const files = {
      'articles/first.md': article('First', 'published'),
      'articles/later.md': article('Later', 'draft'),
    };
    const stage = await openSyncedStage({ files: { ...someEvents(2), ...files }, profile: 'extended' });
    stage.edit('articles/later.md', 'status: draft', 'status: published');
    await stage.sync();
    expect(await listed(stage)).toEqual([]);
    for (const name of ['first', 'later'])
      stage.edit(`articles/${name}.md`, 'title:', 'published_at: 2027-05-02T09:00:00Z\ntitle:');
    describeInFile(stage, 'event-1');
    expect(actionsOf(await stage.plan())).toEqual([
      'update articles/first',
      'update articles/later',
      'update events/event-1',
    ]);
    expect((await stage.sync()).exitCode).toBe(0);
  });
});

const article = (title: string, status: string): string => `---\ntitle: ${title}\nstatus: ${status}\n---\n\nText.\n`;

describe('a change in a field that no file has', () => {
  it('may be the removal of a value: there is nothing to write, and it is settled', async () => {
    const stage = await openStage({ files: someEvents(1) });
    const theirs = { title: 'Event 0', start_time: '2027-06-18T18:30:00Z', end_time: '2027-06-18T21:00:00Z' };
    const { id } = await stage.call('POST', '/events', { ...theirs, description: 'There before' });
    await stage.sync('--ours');
    expect(await listed(stage)).toEqual([]);
    await stage.call('PUT', `/events/${id as string}`, { description: null });
    expect(await listed(stage)).toEqual(['events/event-0 description']);
    const before = stage.read('events/event-0.yaml');
    expect((await stage.gitcast('pull', '--all-fields')).exitCode).toBe(0);
    expect([stage.read('events/event-0.yaml'), await listed(stage)]).toEqual([before, []]);
  });

  it('inside an object that the file has in part is pulled without touching that part', async () => {
    const stage = await withOneOfEach();
    const theme = { backgroundColor: '#fffaf2', accentColor: '#0b3c49' };
    await stage.call('PATCH', '', { theme: { ...theme, surfaceOpacity: 0.5 } });
    expect(await listed(stage)).toEqual(['broadcast theme']);
    // Another part of it that the file starts to manage does not hide it.
    stage.edit('broadcast.yaml', 'accentColor:', 'strokeWidth: 2, accentColor:');
    expect((await stage.sync()).exitCode).toBe(0);
    expect(await listed(stage)).toEqual(['broadcast theme']);
    expect((await stage.gitcast('pull', '--all-fields')).exitCode).toBe(0);
    expect(stage.read('broadcast.yaml')).toMatch(/theme:.*"#fffaf2".*surfaceOpacity: 0.5/);
    expect([actionsOf(await stage.plan()), await listed(stage)]).toEqual([[], []]);
  });
});

describe('the seen values of fields that no file has', () => {
  it('are stored as digests of what exists, and cause no write of the state if nothing changed', async () => {
    const stage = await withOneOfEach();
    expect(seenOf(stage, 'events/opening-night')).toEqual({});
    expect(JSON.stringify(seenOf(stage, 'webhooks/crew'))).toBe('{}');
    await stage.call('PUT', `/events/${stage.only('event').id}`, { category: 'concert' });
    const state = stage.stateText();
    await stage.sync();
    expect(stage.stateText()).toBe(state);
  });
});
