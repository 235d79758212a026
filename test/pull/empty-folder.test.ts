import { describe, expect, it } from 'vitest';
import { copyDemo, startRemote } from './repository.ts';

describe('a first pull into an empty folder', { timeout: 180_000 }, () => {
  it('creates a repository whose plan is empty', async () => {
    const remote = await startRemote();
    const demo = remote.repository();
    copyDemo(demo);
    await demo.sync('--ours');
    expect(await demo.plan()).toEqual([]);

    const empty = remote.repository();
    const { exitCode, json } = await empty.pull();
    expect(json).toMatchObject({ written: [], deleted: [], conflicts: [], skipped: [] });
    expect(exitCode).toBe(0);
    expect(Object.keys(empty.files()).map((file) => `content/${file}`)).toEqual(
      (json['created'] as readonly string[]).toSorted(),
    );
    expect(await empty.plan()).toEqual([]);
    expect(await empty.run('validate --json')).toMatchObject({ exitCode: 0, json: { errors: 0 } });
    expect(await empty.pull()).toMatchObject({ exitCode: 0, json: { written: [], created: [] } });
  });

  it('pulls what the documented operations show, and reports what they do not', async () => {
    const remote = await startRemote({ profile: 'documented' });
    const demo = remote.repository();
    copyDemo(demo);
    await demo.sync('--ours');

    const empty = remote.repository();
    const { json } = await empty.pull();
    expect(json['conflicts']).toEqual([]);
    expect(json['skipped']).toEqual([]);
    expect(await empty.plan()).toEqual([]);
    expect(await empty.run('validate --json')).toMatchObject({ exitCode: 0, json: { errors: 0 } });
  });
});
