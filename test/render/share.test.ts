import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimingQueue, ownQueue, type Queue } from '../../src/render/share/queue.ts';
import { unitsOf, type Helpers } from '../../src/render/share/share.ts';
import { buildFiles } from './build-harness.ts';

function claims(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-claims-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const files = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`places/place-${index}.yaml`, `name: Place ${index}\n`]),
);

it('files that a failed helper had taken are rendered anyway', async () => {
  const folder = claims();
  const failing: Helpers = {
    queue: (length) => claimingQueue(length, folder),
    begin: async () => {
      claimingQueue(1000, folder).take();
      return [Promise.resolve(undefined)];
    },
  };
  const alone = await buildFiles(files);
  const helped = await buildFiles(files, { helpers: failing });
  expect(helped.result).toEqual(alone.result);
  expect(helped.output).toEqual(alone.output);
});

it('each part of the list is taken exactly once', () => {
  const folder = claims();
  const [one, other] = [claimingQueue(100, folder), claimingQueue(100, folder)];
  const taken = [one.take(), other.take(), other.take(), one.take(), one.take(), other.take()];
  expect(taken).toEqual([...parts(ownQueue(100)), undefined, undefined]);
});

it('files that are made from one result are made by one process', () => {
  const outputs = [undefined, 'words fr', 'words fr', 'words en', undefined, undefined].map((together, index) => ({
    path: String(index),
    about: [],
    isPage: false,
    together,
    make: () => ({ diagnostics: [] }),
  }));
  expect(unitsOf(outputs, [0, 1, 2, 3, 4, 5])).toEqual([[0], [1, 2], [3], [4], [5]]);
});

function parts(queue: Queue): readonly object[] {
  const next = queue.take();
  return next ? [next, ...parts(queue)] : [];
}
