import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { article } from '../../bench/corpora/articles.ts';
import { inTurns } from '../../bench/suite/in-turns.ts';
import { measureTree, residentOf } from '../../bench/suite/measure-tree.ts';
import { highest, middleHalf, ratio } from '../../bench/suite/statistics.ts';
import { program } from '../programs.ts';
import { folderOfFile } from '../temporary-folder.ts';

const BENCH = join(import.meta.dirname, '../../bench');
const folder = folderOfFile();
afterEach(() => void vi.restoreAllMocks());

describe('benchmarks', () => {
  it('let contestants take turns, after a warm-up that does not count', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const order: string[] = [];
    const contestant = (name: string) => () => {
      order.push(name);
      return { s: order.length };
    };
    const { a, b } = await inTurns({ rounds: 2 }, { a: contestant('a'), b: contestant('b') });
    expect(order.join('')).toBe('ababab');
    expect([a.values.s, b.values.s]).toEqual([
      [3, 5],
      [4, 6],
    ]);
  });

  it('compare medians, with the spread of the single rounds', () => {
    const [own, peer] = [
      { name: 'own', values: { s: [1, 2, 9], MB: [100, 300, 200] } },
      { name: 'peer', values: { s: [2, 4, 6] } },
    ];
    expect(ratio({ name: 'relative' }, own, peer, 's')).toEqual({ name: 'relative', value: 0.5, spread: [0.5, 1.5] });
    expect(highest({ name: 'memory' }, own, 'MB')).toEqual([{ name: 'memory', value: 300 }]);
    expect(highest({ name: 'memory' }, peer, 'MB')).toEqual([]);
    expect(middleHalf([8, 1, 2, 3, 4, 5, 6, 7])).toEqual([3, 6]);
  });

  it('count the processor time of all processes of a command, and fail if it fails', async () => {
    const busy = 'const end = performance.now() + 100; while (performance.now() < end);';
    const parent = `require('node:child_process').spawnSync(process.execPath, ['--eval', '${busy}']);`;
    const took = await measureTree({ words: ['node', '--eval', parent], cwd: folder });
    expect(took.s).toBeGreaterThan(0.1);
    expect(took['CPU s']).toBeGreaterThan(0);
    await expect(measureTree({ words: ['node', '--eval', 'nonsense'], cwd: folder })).rejects.toThrow(
      /nonsense is not/,
    );
  });

  it('count the memory of all processes of a command', async () => {
    const child = spawn(
      program('sh'),
      ['-c', '"$0" --eval "const kept = Buffer.alloc(9e7, 1); setInterval(() => kept, 1e6)"; true', process.execPath],
      { detached: true },
    );
    try {
      await expect.poll(() => residentOf(child.pid!) / 1024).toBeGreaterThan(90);
    } finally {
      process.kill(-child.pid!, 'SIGKILL');
    }
  });

  it('build the same articles at all times, so that figures of different dates compare', () => {
    const hash = createHash('sha256');
    for (let index = 0; index < 100; index++) hash.update(JSON.stringify(article(index)));
    expect(hash.digest('hex')).toBe('4b6077294f06c66b51553701db5f08086e578cca4a18afb49530243f068cfcbd');
  });

  it('install peers from a lockfile that names no registry', () => {
    expect(readFileSync(join(BENCH, 'peers/eleventy/package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });

  it('leave nothing behind when they are interrupted', async () => {
    const env = { ...process.env, TMPDIR: folder };
    const child = spawn(process.execPath, [join(BENCH, 'run.ts'), '--quick', 'validate'], { env });
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('warm-up')) break;
    expect(readdirSync(folder)).toEqual([expect.stringContaining('gitcast-bench-')]);
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });
});
