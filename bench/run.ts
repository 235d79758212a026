/**
 * `npm run bench [-- NAME…]`: runs the named benchmarks, or all of them, and writes bench/results.json and
 * docs/performance.md. Results of the others are kept.
 *
 * fair DIR       the word after `fair` is a checkout of https://github.com/hahwul/ssg-benchmark
 * --no-large     leaves out the benchmarks of 50,000 and 100,000 documents
 * --quick        measures little, and the sources instead of an installed package, to see that a benchmark works; writes to
 *                bench/.quick
 * --rounds=N     more or fewer rounds
 * --against=REV  runs `cold` with another revision of gitcast as the only peer, and writes no results
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BENCHMARKS, type Entry } from './benchmarks.ts';
import { isMet, type Scale } from './suite/benchmark.ts';
import { formatAim, formatSpread, formatValue } from './suite/format.ts';
import { cleanUp, cleanUpOnSignals } from './suite/leftovers.ts';
import { currentCommit, describeMachine } from './suite/machine.ts';
import { installGitcast } from './suite/program.ts';
import { keepResult, KEPT, QUICK } from './suite/results.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: true },
    rounds: { type: 'string' },
    against: { type: 'string' },
  },
});

const [checkout] = positionals.includes('fair') ? positionals.splice(positionals.indexOf('fair') + 1, 1) : [];
const wanted = flags.against === undefined ? positionals : ['cold'];

const QUICK_SHARE = 50;

const scale: Scale = {
  isQuick: flags.quick,
  rounds: Number(flags.rounds ?? (flags.quick ? 2 : 5)),
  size: (documents) => (flags.quick ? documents / QUICK_SHARE : documents),
  ...(flags.against !== undefined && { against: flags.against }),
  ...(checkout !== undefined && { checkout: resolve(checkout) }),
};

async function measure({ name, load }: Entry): Promise<void> {
  console.log(`\n${name}`);
  const started = performance.now();
  const run = await load();
  const outcome = await run(scale);
  for (const figure of outcome.figures) {
    const details = [formatSpread(figure), formatAim(figure)].filter(Boolean).join('; ');
    console.log(`${isMet(figure) ? '✓' : '✗'} ${figure.name}: ${formatValue(figure)}${details && ` (${details})`}`);
  }
  for (const note of outcome.notes ?? []) console.log(note);
  if (flags.against !== undefined) return;
  keepResult(flags.quick ? QUICK : KEPT, name, {
    date: new Date().toISOString().slice(0, 10),
    commit: currentCommit(),
    machine: describeMachine(),
    minutes: (performance.now() - started) / 60_000,
    isQuick: flags.quick,
    ...outcome,
  });
}

const unknown = wanted.filter((name) => !BENCHMARKS.some((entry) => entry.name === name));
if (wanted.includes('fair') && !existsSync(join(checkout ?? '', 'scenarios'))) {
  console.error('fair needs a checkout of https://github.com/hahwul/ssg-benchmark: npm run bench -- fair DIR.');
  process.exitCode = 1;
} else if (unknown.length > 0) {
  const names = BENCHMARKS.map(({ name }) => name);
  console.error(`Unknown benchmark ${unknown.join(', ')}: choose from ${names.join(', ')}.`);
  process.exitCode = 1;
} else {
  cleanUpOnSignals();
  const chosen = BENCHMARKS.filter(({ name, isLarge, needsCheckout }) =>
    wanted.length > 0 ? wanted.includes(name) : !needsCheckout && (flags.large || !isLarge),
  );
  if (!flags.quick && flags.against === undefined) await installGitcast();
  for (const entry of chosen) {
    // The others can still be measured.
    await measure(entry).catch((error: unknown) => {
      console.error(`${entry.name} failed:`, error);
      process.exitCode = 1;
    });
    cleanUp();
  }
}
