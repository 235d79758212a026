/** Values that a service adds to its answers and that change with each read. They are nobody's edit. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { meddle } from './meddler.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';

const FILES = {
  'broadcast.yaml': 'name: Harbour festival\ntheme: { accentColor: "#0b3c49" }\n',
  'events/opening.yaml': 'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n',
  'places/quay.yaml': 'name: Quay\ncoordinates: { x: 1, y: 2 }\n',
  'hosts/lena.yaml': 'title: Léna\nmetadata: { crew: 7 }\n',
};

/** Adds counters to each object of each answer: at its top, in a declared object, and in a free-form one. */
async function countReads(stage: Stage): Promise<void> {
  let reads = 0;
  const counted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(counted);
    if (value === null || typeof value !== 'object') return value;
    const object = value as JsonObject;
    if (Array.isArray(object['data'])) return { ...object, data: counted(object['data']) };
    reads++;
    const inside = Object.entries(object).map(([key, child]) => [
      key,
      COUNTED.has(key) ? { ...(child as JsonObject), reads } : child,
    ]);
    return { ...Object.fromEntries(inside), reads, etag: `version ${reads}` };
  };
  await meddle(stage, (passing) =>
    passing.status < 300 && passing.body !== ''
      ? { ...passing, headers: withoutEtag(passing.headers), body: JSON.stringify(counted(JSON.parse(passing.body))) }
      : passing,
  );
}

const COUNTED = new Set(['theme', 'coordinates', 'metadata']);

const withoutEtag = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'etag'));

describe.for(['extended', 'documented'] as const)('a counter in the answers of a service (%s)', (profile) => {
  it('does not stop later updates and deletions, and nothing is reported as changed', async () => {
    const stage = await openStage({ files: FILES, profile });
    await countReads(stage);
    expect(await stage.sync('--ours')).toMatchObject({ exitCode: 0 });
    expect(actionsOf(await stage.plan())).toEqual([]);
    stage.edit('broadcast.yaml', '#0b3c49', '#123456');
    stage.edit('events/opening.yaml', 'Opening', 'Grand opening');
    stage.edit('places/quay.yaml', 'x: 1', 'x: 3');
    if (profile === 'extended') stage.edit('hosts/lena.yaml', 'crew: 7', 'crew: 8');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { failed: 0, skipped: 0 } });
    stage.remove('events/opening.yaml');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'delete', outcome: 'applied' }] });
    expect(actionsOf(await stage.plan())).toEqual([]);
    const { stdout } = await stage.gitcast('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ drifted: [], unmanaged: [] });
  });
});

describe("a colleague's edit between plan and write", () => {
  it('of a value beside ours in a free-form object survives the update', async () => {
    const stage = await openStage({ files: FILES });
    await stage.sync('--ours');
    const { id } = stage.only('host');
    let isEdited = false;
    await meddle(stage, async (passing) => {
      if (!isEdited && passing.path.includes('/broadcastHosts?')) {
        isEdited = true;
        await stage.call('PATCH', `broadcastHosts/${id}`, { metadata: { crew: 7, badge: 'red' } });
      }
      return passing;
    });
    stage.edit('hosts/lena.yaml', 'crew: 7', 'crew: 8');
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.only('host').fields['metadata']).toEqual({ crew: 8, badge: 'red' });
  });
});
