/** Runs for each mutant the tests that come to it, in one process; after the first that fails no more of them. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { ROOT } from '../../e2e/program.ts';
import { assignment, titleOf, type Tried } from './assignment.ts';
import { switchOn } from './switches.ts';

const { hunts, report } = assignment!;

describe.each(hunts!.map(({ id }) => id))('mutant %i', async (id) => {
  const { tests } = hunts!.find((hunt) => hunt.id === id)!;
  let isKilled = false;
  const say = (is: Tried['is'], by?: string): void =>
    appendFileSync(report, `${JSON.stringify({ id, is, ...(by && { by }) } satisfies Tried)}\n`);
  beforeAll(() => {
    say('started');
    switchOn(id);
  });
  afterAll(() => {
    switchOn(undefined);
    say('ended');
  });
  for (const [file, titles] of Object.entries(tests)) {
    const wanted = titles && new Set(titles);
    describe(`${file}`, async () => {
      beforeEach(({ skip, task }) => {
        if (isKilled || wanted?.has(titleOf(task, file)) === false) skip();
      });
      afterEach(({ task }) => {
        if (isKilled || task.result?.state !== 'fail') return;
        isKilled = true;
        say('killed', `${file}: ${titleOf(task, file)}`);
      });
      // A name of its own each time: a module is loaded, and its tests declared, only once.
      await import(`${join(ROOT, file)}?mutant=${id}`);
    });
  }
});
