import { expect, test } from 'vitest';
import type { Helper } from '../../src/render/share/share.ts';
import { buildFiles } from './build-harness.ts';

const files = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`places/place-${index}.yaml`, `name: Place ${index}\n`]),
);

test('what a helper had taken before it failed is made all the same', async () => {
  const failing: Helper = {
    help: async ({ taken }) => {
      Atomics.add(taken, 0, 64);
      return undefined;
    },
  };
  const alone = await buildFiles(files);
  const helped = await buildFiles(files, { helpers: [failing] });
  expect(helped.result).toEqual(alone.result);
  expect(helped.output).toEqual(alone.output);
});
