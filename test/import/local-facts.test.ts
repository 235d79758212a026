import { parse, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { ImportingRepository } from './imported.ts';

const event = (facts: JsonObject) => ({
  kind: 'event' as const,
  id: 'opening@harbour.example',
  fields: {
    title: 'Opening',
    start_time: '2027-06-18T20:30:00+02:00',
    end_time: '2027-06-18T23:00:00+02:00',
    ...facts,
  },
});

const FILE = 'events/opening.yaml';

describe('facts that a source knows and a service does not', () => {
  const begun = async (facts: JsonObject) => {
    const repository = new ImportingRepository();
    const importing = (next: JsonObject) => repository.import([event(next)], ['event']);
    const file = (): JsonObject => parse(repository.files.get(FILE)!) as JsonObject;
    await importing(facts);
    return { importing, file, edit: (fields: JsonObject) => repository.files.set(FILE, stringify(fields)) };
  };

  it('arrive as local keys, change and disappear as fields do', async () => {
    const { importing, file } = await begun({ $stream: 'https://live.example/a' });
    expect(file()).toMatchObject({ title: 'Opening', $stream: 'https://live.example/a' });
    await importing({ $stream: 'https://live.example/b', $cancelled: true });
    expect(file()).toMatchObject({ $stream: 'https://live.example/b', $cancelled: true });
    await importing({});
    expect(Object.keys(file())).toStrictEqual(['title', 'start_time', 'end_time']);
  });

  it('stay as they were corrected in the file, and conflict if both sides changed them', async () => {
    const { importing, file, edit } = await begun({ $stream: 'https://live.example/a' });
    edit({ ...file(), $stream: 'https://own.example/', $full: true });
    expect((await importing({ $stream: 'https://live.example/a' })).edits).toStrictEqual([]);
    expect(file()).toMatchObject({ $stream: 'https://own.example/', $full: true });
    const { conflicts } = await importing({ $stream: 'https://live.example/b' });
    expect(conflicts).toMatchObject([{ address: 'events/opening', fields: ['$stream'] }]);
    expect(file()).toMatchObject({ $stream: 'https://own.example/', $full: true });
  });

  it('never include keys about the file', async () => {
    const { file } = await begun({ $protect: true, $slug: 'elsewhere', $targets: ['production'] });
    expect(Object.keys(file())).toStrictEqual(['title', 'start_time', 'end_time']);
  });
});
