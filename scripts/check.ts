/**
 * `npm run check`: everything that is checked without running the program, side by side. `--fast` leaves out what looks at
 * all files together and seldom fails. What a failed check prints is printed whole, when it ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface Check {
  readonly name: string;
  /** A program of a development dependency: npm has put those into PATH. */
  readonly command: string;
  readonly isFast: boolean;
}

const CHECKS: readonly Check[] = [
  { name: 'types', command: 'tsc', isFast: true },
  { name: 'lint', command: 'oxlint --deny-warnings', isFast: true },
  { name: 'format', command: 'oxfmt --check', isFast: true },
  { name: 'imports between folders', command: 'depcruise src', isFast: false },
  { name: 'unused code', command: 'knip', isFast: false },
];

async function isPassed({ name, command }: Check): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code === 0) console.log(`✓ ${name}`);
  else console.log(`✗ ${name}: ${command}\n\n${stdout}${stderr}`);
  return code === 0;
}

const chosen = process.argv.includes('--fast') ? CHECKS.filter(({ isFast }) => isFast) : CHECKS;
const passed = await Promise.all(chosen.map(isPassed));
if (passed.includes(false)) process.exitCode = 1;
