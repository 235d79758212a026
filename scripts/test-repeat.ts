/**
 * `npm run test:repeat N`: runs the tests of `npm test` N times, each time in another order and with a busy loop on every core
 * beside it. A test that depends on chance, on its neighbours or on the speed of the machine fails here sooner or later.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const times = Number(process.argv[2] ?? 10);
if (!Number.isInteger(times) || times < 1) {
  console.error('Usage: npm run test:repeat [N], with a number of runs above 0.');
  process.exit(1);
}

const failed: number[] = [];
for (let order = 1; order <= times; order++) {
  const load = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['--eval', 'for (;;);']));
  const started = performance.now();
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'], {
    env: { ...process.env, GITCAST_TEST_ORDER: String(order) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const child of load) child.kill('SIGKILL');
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${status === 0 ? '✓' : '✗'} run ${order} of ${times}: ${seconds} s`);
  if (status !== 0) failed.push(order);
}
if (failed.length > 0) {
  console.error(`✗ failed in ${failed.map((order) => `GITCAST_TEST_ORDER=${order}`).join(', ')}`);
  process.exitCode = 1;
}
