/**
 * `node scripts/try-image.ts FOLDER`: runs every step of deploy/Dockerfile in a new folder, without a container runtime, and
 * prints how to start the result. The steps are read from the file itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stagesOf } from './image/dockerfile.ts';
import { runSteps } from './image/run-steps.ts';

const context = join(import.meta.dirname, '..');
const [given] = process.argv.slice(2);

if (given === undefined || existsSync(given)) {
  console.error(
    given === undefined ? 'Usage: node scripts/try-image.ts FOLDER' : `${given} exists: choose a new folder.`,
  );
  process.exitCode = 1;
} else {
  const stages = stagesOf(readFileSync(join(context, 'deploy/Dockerfile'), 'utf8'));
  const onStep = (text: string): void => console.error(text);
  const root = runSteps(stages, { context, folder: resolve(given), env: process.env, onStep });
  const { entrypoint = [], command = [] } = stages.at(-1)!;
  const words = [...entrypoint, ...command].map((word) => (word.startsWith('/') ? join(root, word) : word));
  console.log(words.join(' '));
}
