/**
 * `npm run check`: everything that is checked without running the program, side by side. `--fast` leaves out what looks at
 * all files together and seldom fails. What a failed check prints is printed whole, when it ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

interface Check {
  readonly name: string;
  /** The script of a development dependency, and its arguments. */
  readonly words: readonly string[];
  readonly isFast: boolean;
  /** What it prints is worth reading also when it passes. */
  readonly isShown?: boolean;
}

const REMEMBERED = 'node_modules/.cache/types.tsbuildinfo';

const CHECKS: readonly Check[] = [
  // Remembered for this check alone: what emits files must never find that it has nothing to do.
  { name: 'types', words: ['typescript/bin/tsc', '--incremental', '--tsBuildInfoFile', REMEMBERED], isFast: true },
  { name: 'lint', words: ['oxlint/bin/oxlint', '--deny-warnings'], isFast: true },
  { name: 'format', words: ['oxfmt/bin/oxfmt', '--check'], isFast: true },
  { name: 'imports between folders', words: ['dependency-cruiser/bin/dependency-cruiser.mjs', 'src'], isFast: false },
  { name: 'unused code', words: ['knip/bin/knip.js'], isFast: false },
  { name: 'budgets', words: ['../scripts/budgets.ts'], isFast: false, isShown: true },
];

async function isPassed({ name, words: [script, ...words], isShown = false }: Check): Promise<boolean> {
  const child = spawn(process.execPath, [join('node_modules', script!), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code === 0) console.log(isShown ? `✓ ${name}\n${stdout}` : `✓ ${name}`);
  else console.log(`✗ ${name}: ${[script, ...words].join(' ')}\n\n${stdout}${stderr}`);
  return code === 0;
}

const chosen = process.argv.includes('--fast') ? CHECKS.filter(({ isFast }) => isFast) : CHECKS;
const passed = await Promise.all(chosen.map(isPassed));
if (passed.includes(false)) process.exitCode = 1;
