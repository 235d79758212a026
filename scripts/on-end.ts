/** Cleans up once, however this process ends: by itself, by an error or by a signal. Only SIGKILL leaves everything behind. */
import { constants } from 'node:os';

export function onEnd(cleanUp: () => void): void {
  process.once('exit', cleanUp);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
