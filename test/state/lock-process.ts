/**
 * Prints that it is ready, tries to take a lock at the first line of its input, prints the result, and holds it to the
 * end.
 */
import { createInterface } from 'node:readline';
import { systemLockClock, takeLock, thisProcess } from '../../src/state/file/lock.ts';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
process.stdout.write('ready\n');
await lines.next();
try {
  const lock = await takeLock(process.argv[2]!, thisProcess(), systemLockClock);
  process.stdout.write('held\n');
  await lines.next();
  await lock.assertHeld();
  await lock.release();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
}
process.stdin.destroy();
