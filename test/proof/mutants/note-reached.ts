/** Notes for each test of a file which mutants it comes to. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ROOT } from '../../e2e/program.ts';
import { assignment, titleOf, type Reached } from './assignment.ts';
import { reached } from './switches.ts';

let started = 0;

beforeEach(() => {
  reached.clear();
  started = performance.now();
});

afterEach(({ task }) => {
  const milliseconds = performance.now() - started;
  const file = relative(ROOT, task.file.filepath);
  const line: Reached = { file, title: titleOf(task), milliseconds, ids: [...reached] };
  appendFileSync(assignment!.report, `${JSON.stringify(line)}\n`);
});
