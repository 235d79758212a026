/**
 * `npm run test:repeat N [FIRST]`: runs the tests of `npm test` N times, each time in another order and with a busy loop on
 * every core beside it. A test that depends on chance, on its neighbours or on the speed of the machine fails here sooner or
 * later. Orders have numbers, from FIRST on, so that a later call tries others.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { onEnd } from './on-end.ts';

const [times = 10, first = 1] = process.argv.slice(2).map(Number);
if (![times, first].every((each) => Number.isInteger(each) && each > 0)) {
  console.error('Usage: npm run test:repeat [N] [FIRST], with a number of runs and a first order above 0.');
  process.exit(1);
}

const running = new Set<ChildProcess>();
function start(words: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit'], ...(env && { env }) });
  running.add(child);
  return child.once('exit', () => running.delete(child));
}
// Not SIGKILL: vitest deletes what its tests wrote.
onEnd(() => running.forEach((child) => child.kill()));

const failed: number[] = [];
for (let order = first; order < first + times; order++) {
  const load = Array.from({ length: availableParallelism() }, () => start(['--eval', 'for (;;);']));
  const started = performance.now();
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'];
  const [code] = await once(start(words, { ...process.env, GITCAST_TEST_ORDER: String(order) }), 'exit');
  for (const child of load) child.kill();
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${code === 0 ? '✓' : '✗'} order ${order}, run ${order - first + 1} of ${times}: ${seconds} s`);
  if (code !== 0) failed.push(order);
}
if (failed.length > 0) {
  console.error(`✗ failed in ${failed.map((order) => `GITCAST_TEST_ORDER=${order}`).join(', ')}`);
  process.exitCode = 1;
}
