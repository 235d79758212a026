import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { copiesOfSyncedStage } from './stage-copies.ts';
import { actionsOf, type PlanRun, type Stage } from './stage.ts';

/** Free-form values, in which a file and a colleague may use any shape. */
const withMetadata = (metadata: string): string => `name: Harbour festival\nmetadata: ${metadata}\n`;

const SYNCED = '{ colour: red, other: { deep: 1 }, list: [{ a: 1 }], none: null }';
const open = copiesOfSyncedStage({ files: { 'broadcast.yaml': withMetadata(SYNCED) } });

const ask = (stage: Stage, metadata: string): void => stage.write('broadcast.yaml', withMetadata(metadata));
const there = (stage: Stage): JsonObject => stage.only('broadcast').fields['metadata'] as JsonObject;
const typed = (stage: Stage, changes: JsonObject) =>
  stage.call('PATCH', '', { metadata: { ...there(stage), ...changes } });

const rowsOf = ({ changes }: PlanRun): readonly (readonly [string, string, Json, Json])[] =>
  changes.flatMap(({ action, fields }) =>
    fields.map(({ name, before, after }) => [action, name, before, after] as const),
  );

const LIGHTS = '{ colour: { light: red, dark: maroon }, other: { deep: 1 }, list: [{ a: 1 }], none: null }';

describe('a value that becomes a group of fields', () => {
  it("is pushed over the value of the last sync, and not over a colleague's", async () => {
    const stage = await open();
    ask(stage, LIGHTS);
    const group = { light: 'red', dark: 'maroon' };
    expect(rowsOf(await stage.plan())).toEqual([['update', 'metadata.colour', 'red', group]]);

    await typed(stage, { colour: 'blue, by a colleague' });
    expect(rowsOf(await stage.plan())).toEqual([['conflict', 'metadata.colour', 'blue, by a colleague', group]]);
    expect((await stage.sync()).exitCode).toBe(3);
    expect(there(stage)).toMatchObject({ colour: 'blue, by a colleague' });

    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(there(stage)).toMatchObject({ colour: group, other: { deep: 1 }, list: [{ a: 1 }] });
    expect(actionsOf(await stage.plan())).toEqual([]);
    await typed(stage, { colour: { ...group, dark: 'black' } });
    expect(rowsOf(await stage.plan())).toEqual([['drift', 'metadata.colour.dark', 'black', 'maroon']]);
  });

  it('is a conflict if a colleague made a different group of it, or removed it', async () => {
    const stage = await open();
    ask(stage, LIGHTS);
    await typed(stage, { colour: { light: 'red', warm: 'orange' } });
    const here = { light: 'red', dark: 'maroon' };
    const theirs = { light: 'red', warm: 'orange' };
    expect(rowsOf(await stage.plan())).toEqual([['conflict', 'metadata.colour', theirs, here]]);
    const { colour: _, ...others } = there(stage);
    await stage.call('PATCH', '', { metadata: others });
    expect(rowsOf(await stage.plan())).toEqual([['conflict', 'metadata.colour', null, here]]);
  });

  it('needs nothing if the colleague made the same of it', async () => {
    const stage = await open();
    ask(stage, LIGHTS);
    await typed(stage, { colour: { light: 'red', dark: 'maroon' } });
    expect((await stage.sync()).exitCode).toBe(0);
    expect(actionsOf(await stage.plan())).toEqual([]);
    await typed(stage, { colour: { light: 'pink', dark: 'maroon' } });
    expect(rowsOf(await stage.plan())).toEqual([['drift', 'metadata.colour.light', 'pink', 'red']]);
  });

  it("is pulled as the colleague's value, and leaves nothing to plan", async () => {
    const stage = await open();
    ask(stage, LIGHTS);
    await typed(stage, { colour: 'blue, by a colleague' });
    const before = stage.read('broadcast.yaml');
    expect((await stage.gitcast('pull')).stdout).toContain('metadata.colour');
    expect(stage.read('broadcast.yaml')).toBe(before);
    expect((await stage.gitcast('pull', '--theirs')).exitCode).toBe(0);
    expect(stage.read('broadcast.yaml')).toContain('colour: "blue, by a colleague"');
    expect(stage.read('broadcast.yaml')).not.toContain('maroon');
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

describe('a group of fields that becomes a single value', () => {
  it.each(['[1]', '{}', 'text', 'null'])('is an ordinary edit if it becomes %s', async (value) => {
    const stage = await open();
    ask(stage, SYNCED.replace('{ deep: 1 }', value));
    expect(actionsOf(await stage.plan())).toEqual(['update broadcast']);
    expect((await stage.sync()).exitCode).toBe(0);
    expect(there(stage)['other'] ?? null).toEqual({ '[1]': [1], '{}': {}, text: 'text', null: null }[value]);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

describe('a group of fields that was removed', () => {
  it.each(['red', '[1]', '{ other: 1 }'])(
    'makes room for %s, although the target keeps an empty group',
    async (value) => {
      const stage = await open();
      ask(stage, SYNCED.replace(' other: { deep: 1 },', ''));
      expect((await stage.sync()).exitCode).toBe(0);
      ask(stage, SYNCED.replace('{ deep: 1 }', value));
      expect(actionsOf(await stage.plan())).toEqual(['update broadcast']);
      expect((await stage.sync()).exitCode).toBe(0);
      expect(actionsOf(await stage.plan())).toEqual([]);
    },
  );

  it('is a conflict if a colleague typed something into it since', async () => {
    const stage = await open();
    ask(stage, SYNCED.replace(' other: { deep: 1 },', ''));
    expect((await stage.sync()).exitCode).toBe(0);
    await typed(stage, { other: { wide: { a: 1 } } });
    ask(stage, SYNCED.replace('{ deep: 1 }', 'red'));
    expect(rowsOf(await stage.plan())).toEqual([['conflict', 'metadata.other', { wide: { a: 1 } }, 'red']]);
  });
});

describe('a single value of a colleague where the file has a group of fields', () => {
  const typedText = async (): Promise<Stage> => {
    const stage = await open();
    await typed(stage, { other: 'by a colleague' });
    return stage;
  };

  it('is drift, shown at its place, until --overwrite-drift or a pull', async () => {
    const stage = await typedText();
    expect(rowsOf(await stage.plan())).toEqual([['drift', 'metadata.other', 'by a colleague', { deep: 1 }]]);
    await stage.sync();
    expect(there(stage)['other']).toBe('by a colleague');
    expect((await stage.sync('--overwrite-drift')).exitCode).toBe(0);
    expect(there(stage)['other']).toEqual({ deep: 1 });
    await typed(stage, { other: 'again' });
    expect((await stage.gitcast('pull')).exitCode).toBe(0);
    expect(stage.read('broadcast.yaml')).toContain('other: again');
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is not overwritten by a group that the file never had before, or after the state is lost', async () => {
    const stage = await open();
    await typed(stage, { fresh: 'by a colleague' });
    ask(stage, SYNCED.replace('none: null', 'fresh: { a: 1 }'));
    const expected = ['conflict', 'metadata.fresh', 'by a colleague', { a: 1 }];
    expect(rowsOf(await stage.plan())).toEqual([expected]);
    stage.forgetState();
    for (const _ of ['at first', 'again']) {
      expect(rowsOf(await stage.plan())).toEqual([expected]);
      expect((await stage.sync()).exitCode).toBe(3);
      expect(there(stage)['fresh']).toBe('by a colleague');
    }
  });
});
