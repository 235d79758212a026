import { describe, expect, it } from 'vitest';
import { ImportingRepository, type ImportedObject } from './imported.ts';

const talk = (id: string, fields: ImportedObject['fields'] = {}): ImportedObject => ({
  kind: 'session',
  id,
  fields: { title: id, status: 'published', time: timeAt(10), ...fields },
});

const timeAt = (hour: number) => ({
  start: `2027-06-19T${hour}:00:00+02:00`,
  end: `2027-06-19T${hour + 1}:00:00+02:00`,
});

const ALPHA = 'sessions/alpha.yaml';
const OTHER = talk('other', { time: timeAt(20) });

describe('a field that was removed from a file', () => {
  it('keeps the file when its entry vanishes', async () => {
    const repository = new ImportingRepository();
    await repository.import([talk('alpha', { description: 'Wrong.' }), OTHER], ['session']);
    const corrected = repository.files.get(ALPHA)!.replace(/^description: .*\n/m, '');
    repository.files.set(ALPHA, corrected);
    expect(await repository.import([OTHER], ['session'])).toMatchObject({
      edits: [],
      conflicts: [{ address: 'sessions/alpha' }],
    });
    expect(repository.files.get(ALPHA)).toBe(corrected);
  });
});

describe('a document that was deleted', () => {
  it('is asked about once when its entry gains a field', async () => {
    const repository = new ImportingRepository();
    await repository.import([talk('alpha'), OTHER], ['session']);
    repository.files.delete(ALPHA);
    const gained = [talk('alpha', { description: 'New.' }), OTHER];
    const { conflicts } = await repository.import(gained, ['session']);
    expect(conflicts).toMatchObject([{ address: 'sessions/alpha' }]);
    await repository.import(gained, ['session'], { ours: true });
    expect(await repository.import(gained, ['session'])).toMatchObject({ edits: [], conflicts: [] });
  });
});
