import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { HeapUse } from '../../src/machine/heap.ts';

const HEAP = new URL('../../src/machine/heap.ts', import.meta.url).href;

const limited = (use: HeapUse): string => `import { limitHeap } from ${JSON.stringify(HEAP)}; limitHeap('${use}');`;

/** What a program prints. Its garbage is collected in one thread: others would be late on a busy machine. */
function numberFrom(program: string): number {
  const words = ['--single-threaded-gc', '--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

/** The megabytes of the young generation after objects of some 25 MB have survived in it. */
function youngAfter(use?: HeapUse): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${use === undefined ? '' : limited(use)}
    const survivors = Array.from({ length: 600_000 }, (_, index) => ({ index }));
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    console.log(survivors.length > 0 && young.space_size / 1024 / 1024);
  `;
  return numberFrom(program);
}

it('commands have a young generation of one size, which V8 would let grow', () => {
  const [preview, others, otherwise] = [youngAfter('preview'), youngAfter('command'), youngAfter()];
  expect(preview).toBe(8);
  expect(others).toBe(16);
  expect(otherwise).toBeGreaterThan(16);
});

/** The most megabytes of the heap while 50 MB are kept, and replaced again and again. */
function largestHeap(use: HeapUse): number {
  const program = `
    ${limited(use)}
    const kept = Array.from({ length: 10_000 }, (_, index) => Array.from({ length: 600 }, () => index));
    let most = 0;
    for (let round = 0; round < 70_000; round++) {
      kept[(round * 7919) % kept.length] = kept[round % kept.length].slice();
      // How soon V8 first collects garbage is a choice of its own.
      if (round > 35_000 && round % 1000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
    }
    console.log(most / 1024 / 1024);
  `;
  return numberFrom(program);
}

it('a command that ends collects garbage less often than a preview', () => {
  const [preview, others] = [largestHeap('preview'), largestHeap('command')];
  expect(others).toBeGreaterThan(1.2 * preview);
});
