import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Variant } from '../service/variants.ts';
import { FILES, PAGE } from './fixtures.ts';
import { copyDemo, startRemote, startSynced } from './repository.ts';

const VARIANTS: readonly (readonly Variant[])[] = [
  ['normalising'],
  ['uuid-ids'],
  ['other-timestamps', 'newest-first'],
  ['empty-bodies', 'no-etags', 'no-total', 'small-pages'],
];

describe.each(VARIANTS)('a service with %s', (...variants) => {
  it('is pulled into an empty folder, and drift into a file, with nothing left to plan', async () => {
    const { remote, repository } = await startSynced(FILES, { variants });
    const copy = remote.repository();
    expect(await copy.pull()).toMatchObject({ exitCode: 0 });
    expect(await copy.plan()).toEqual([]);

    const [page] = await remote.all(`${remote.surfaceB}/broadcastPages`);
    const blocks = structuredClone(page!['blocks']) as { values: { label?: string }[] }[];
    blocks[1]!.values[0]!.label = 'How to get there';
    await remote.call('PATCH', `${remote.surfaceB}/broadcastPages/${String(page!['_id'])}`, { blocks } as never);
    for (const each of [repository, copy]) {
      expect(await each.pull()).toMatchObject({ exitCode: 0, json: { written: ['content/pages/practical.yaml'] } });
      expect(await each.plan()).toEqual([]);
    }
    expect(repository.read('pages/practical.yaml')).toBe(
      PAGE.replace('label: Getting there', 'label: How to get there'),
    );
  });
});

describe('a pull that was killed before it recorded its result', () => {
  it('leaves files that the next plan recognises', async () => {
    const { remote } = await startSynced(FILES);
    const copy = remote.repository();
    await copy.pull();
    rmSync(join(copy.folder, '.gitcast'), { recursive: true });
    const plan = await copy.plan();
    expect(plan).toHaveLength(Object.keys(FILES).length);
    expect(plan.filter((line) => !line.startsWith('adopt '))).toEqual([]);
  });
});

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
