import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { startInspected } from './parts/inspected.ts';
import { isSteady, soak } from './parts/soak.ts';
import { leftOutIf } from '../needs.ts';

/** Allocates 1 MB for each line that it reads, and opens a file. */
const program = (keeping: 'memory' | 'handles' | 'nothing'): string => `
  const { openSync, closeSync } = require('node:fs');
  const kept = [];
  console.log('ready');
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    const made = new Array(2 ** 17).fill(0.5);
    if ('${keeping}' === 'memory') kept.push(made);
    const file = openSync(process.execPath);
    if ('${keeping}' !== 'handles') closeSync(file);
    console.log(line);
  });`;

it.skipIf(leftOutIf(process.platform !== 'linux', 'reads /proc'))(
  'a soak detects memory and handles that a process keeps, and accepts any amount of garbage',
  async () => {
    const verdicts = (['memory', 'handles', 'nothing'] as const).map(async (keeping) => {
      const inspected = await startInspected(temporaryFolder(), ['--eval', program(keeping)]);
      onTestFinished(inspected.kill);
      return isSteady(
        await soak(inspected, { count: 40, act: async (index) => void (await inspected.ask(`${index}`)) }),
      );
    });
    expect(await Promise.all(verdicts)).toEqual([false, false, true]);
  },
);
