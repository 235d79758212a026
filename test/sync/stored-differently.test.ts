import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/kinds/operation.ts';
import type { Variant } from '../service/variants.ts';
import { meddle, type Passing } from './meddler.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';

const LONG = 'Sixty characters are soon used up by somebody who has to say what there is to see.';
const CUT = LONG.slice(0, 60);

const FILES = {
  'broadcast.yaml': 'name: Harbour festival\n',
  'places/quay.yaml': `name: Quay\ndescription: ${LONG}\n`,
  'articles/news.md': `---\ntitle: News\nstatus: published\n---\n${LONG}\n`,
  'events/opening.yaml': 'title: Opening\nstart_time: 2027-06-18T20:30\nend_time: 2027-06-18T23:00:00.000+02:00\n',
};

interface Stored {
  readonly results: readonly { readonly address: string; readonly stored_differently?: readonly object[] }[];
}

const storedIn = ({ results }: Stored) =>
  Object.fromEntries(results.flatMap(({ address, stored_differently: all }) => (all ? [[address, all]] : [])));

const cutStage = (profile: Profile, variants: readonly Variant[] = []): Promise<Stage> =>
  openStage({ profile, variants: ['cut', ...variants], files: FILES });

describe.each(['documented', 'extended'] as const)('a service that cuts texts (%s profile)', (profile) => {
  it.each<[string, readonly Variant[]]>([
    ['says so in its answers', []],
    ['answers with nothing', ['empty-bodies']],
  ])('and %s is reported once, by the sync that sent them', async (_, variants) => {
    const stage = await cutStage(profile, variants);
    const first = await stage.sync();
    expect(first.exitCode).toBe(0);
    const value = (field: string) => [
      { field, sent: expect.stringContaining(LONG.slice(60)), stored: `…${CUT.slice(30)}` },
    ];
    expect(storedIn(first)).toEqual({ 'places/quay': value('description'), 'articles/news': value('content') });
    const plan = await stage.plan();
    expect([plan.exitCode, actionsOf(plan)]).toEqual([0, []]);
    const second = await stage.sync();
    expect([second.exitCode, storedIn(second)]).toEqual([0, {}]);
  });

  it('is not reported to match the files without that', async () => {
    const stage = await cutStage(profile);
    const { stdout } = await stage.gitcast('sync', '--yes');
    expect(stdout).toContain(
      [
        '≈ places/quay description, cut after 60 characters',
        '    sent    … up by somebody who has to say what there is to see.',
        '    stored  … up by somebody who has to say',
      ].join('\n'),
    );
    const claim = 'the target equals the files, except for 2 values that it stores differently';
    expect(stdout).toContain(`✓ live: 3 changes made, 1 adopted, ${claim}\n`);
    expect((await stage.gitcast('plan')).stdout).toBe(`✓ live: ${claim} (4 documents)\n`);
    stage.edit('places/quay.yaml', 'name: Quay', 'name: Old quay');
    const renamed = await stage.gitcast('sync', '--yes');
    expect(renamed.stdout).toContain(`✓ live: 1 change made, ${claim}\n`);
    expect(renamed.stdout).not.toContain('≈');
  });
});

describe.each(['documented', 'extended'] as const)('a service that drops a field (%s profile)', (profile) => {
  const QUAY = 'name: Quay\n# What one sees from there.\ndescription: Water\n';

  it.each<[string, readonly Variant[]]>([
    ['leaves it out of its answers', []],
    ['answers with nothing', ['empty-bodies']],
  ])('and %s: that is said, nobody is blamed for it, and no pull deletes it from the file', async (_, variants) => {
    const files = { ...FILES, 'places/quay.yaml': QUAY };
    const stage = await openStage({ profile, variants: ['no-descriptions', ...variants], files });
    const first = await stage.gitcast('sync', '--yes');
    expect(first.stdout).toContain('≈ places/quay description, not at all\n');
    expect(first.stdout).toContain('the target equals the files, except for 1 value that it stores differently\n');
    stage.theatre.clock.pass(3_600_000);
    expect(actionsOf(await stage.plan())).toEqual([]);
    expect((await stage.gitcast('pull')).exitCode).toBe(0);
    expect(stage.read('places/quay.yaml')).toBe(QUAY);
    stage.edit('places/quay.yaml', 'name: Quay', 'name: Old quay');
    expect((await stage.sync()).exitCode).toBe(0);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is found by the next plan if nothing could be read after the write', async () => {
    const files = { ...FILES, 'places/quay.yaml': QUAY };
    const stage = await openStage({ profile, variants: ['no-descriptions', 'empty-bodies'], files });
    let isWritten = false;
    const unreadable = (passing: Passing): Passing => {
      isWritten ||= passing.method === 'POST';
      return isWritten && passing.method === 'GET' && passing.path.includes('/places')
        ? { ...passing, status: 404, body: '' }
        : passing;
    };
    await meddle(stage, unreadable);
    const { stdout: said } = await stage.gitcast('sync', '--yes');
    expect(said).toContain('the target equals the files as far as it shows them (not all of 1 document)\n');
    stage.configure();
    const { stdout } = await stage.gitcast('plan');
    expect(stdout).toContain('except for 1 value that it stores differently');
    expect((await stage.gitcast('pull')).exitCode).toBe(0);
    expect(stage.read('places/quay.yaml')).toBe(QUAY);
  });
});

describe('a value that a service does not store', () => {
  it('is reported to look the same if only its Unicode form differs', async () => {
    const stage = await openStage({ files: { ...FILES, 'places/quay.yaml': 'name: Quay\ndescription: Caf\u00E9\n' } });
    await meddle(stage, (passing) => ({ ...passing, body: passing.body.normalize('NFD') }));
    const { stdout } = await stage.gitcast('sync', '--yes');
    expect(stdout).toContain('≈ places/quay description, in a different Unicode form that looks the same\n');
  });

  it('is in the summary of the job', async () => {
    const stage = await cutStage('extended');
    stage.env = { ...stage.env, GITHUB_STEP_SUMMARY: `${stage.folder}/summary.md` };
    await stage.gitcast('sync', '--yes');
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(`${stage.folder}/summary.md`, 'utf8')).toContain('#### Stored differently (2)');
  });
});
