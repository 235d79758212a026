import { describe, expect, it } from 'vitest';
import { folderPart, runnerIn } from '../../src/ci/runner/runner.ts';
import { separateJobs } from '../../src/ci/workspace/parts.ts';

const named = (index: number): string => `festivals/city-${index}`;
const partsFor = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ part: named(index), environment: `live-festivals-city-${index}` }));
const names = (from: number, to: number): readonly string[] =>
  partsFor(to)
    .slice(from)
    .map(({ part }) => part);
const digestOf = (folder: string) => ({ folder, digest: `digest of ${folder}` });

describe('the jobs of broadcasts that have an environment each', () => {
  it('are one for each that differs, and one that waits for each that nobody reviewed', () => {
    const { sync, waiting, left } = separateJobs(partsFor(3), { open: [digestOf(named(1))], due: [named(1)] });
    expect(sync.map(({ part }) => part)).toEqual([named(0), named(2)]);
    expect(waiting).toEqual([
      {
        part: named(1),
        environment: 'live-festivals-city-1-unreviewed',
        digest: 'digest of festivals/city-1',
        job: 'approved',
      },
    ]);
    expect(left).toBe(0);
  });

  it('name a folder that looks like a share of the workspace so that it is none', () => {
    const parts = ['./2026/06', 'festivals/1/2'].map((part) => ({ part, environment: 'live' }));
    const { sync, waiting } = separateJobs(parts, { open: [digestOf('2026/06')], due: ['2026/06', 'festivals/1/2'] });
    expect([sync, waiting].map((jobs) => jobs.map(({ part }) => part))).toEqual([['festivals/1/2'], ['./2026/06']]);
    for (const folder of ['2026/06', '1/2', 'festivals/1/2', '.']) {
      expect(runnerIn({ GITCAST_SHARD: folderPart(folder) }, '/').part).toEqual({ folder });
    }
    expect(runnerIn({ GITCAST_SHARD: '1/2' }, '/').part).toEqual({ shard: { index: 1, count: 2 } });
  });

  it('are as many as a host starts, and the next run takes the rest', () => {
    const first = separateJobs(partsFor(600), { open: [], due: names(0, 600) });
    expect([first.sync.length, first.left]).toEqual([256, 344]);
    const second = separateJobs(partsFor(600), { open: [], due: names(256, 600) });
    expect([second.sync[0]!.part, second.sync.length, second.left]).toEqual([named(256), 256, 88]);
    const last = separateJobs(partsFor(600), { open: [], due: names(512, 600) });
    expect([last.sync.length, last.left]).toEqual([88, 0]);
  });

  it('are limited for those that wait as for the others', () => {
    const open = names(0, 300).map(digestOf);
    const { sync, waiting, left } = separateJobs(partsFor(400), { open, due: names(0, 400) });
    expect([sync.length, waiting.length, left]).toEqual([100, 256, 44]);
  });
});
