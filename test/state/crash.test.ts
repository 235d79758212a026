import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createFileStore } from '../../src/state/file/file-store.ts';
import { crashDisk, type Moment } from './crash-disk.ts';
import { exampleRun, inWords, KNOWN } from './example-run.ts';
import { IDENTITY } from './identity.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Returns how many lines were confirmed as durable before the process was killed. */
async function runAndKill(folder: string, at: number, moment: Moment): Promise<number> {
  const script = fileURLToPath(new URL('./crash-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, String(at), moment], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(signal, `killed at step ${at}`).toBe('SIGKILL');
  return said.split('\n').length - 1;
}

async function countSteps(): Promise<number> {
  const disk = crashDisk({ at: 0, moment: 'before' });
  await exampleRun(createFileStore({ folder: temporaryFolder(), target: 'production', identity: IDENTITY, disk }));
  return disk.steps();
}

async function killAndGoOn(folder: string, at: number, moment: Moment): Promise<void> {
  const store = createFileStore({ folder, target: 'production', identity: IDENTITY });
  const safe = await runAndKill(folder, at, moment);
  const known = KNOWN.indexOf(inWords(await store.load()));
  // At most the line that was being written may exist in addition to the confirmed ones.
  expect([safe, Math.min(safe + 1, KNOWN.length - 1)], `what is known after step ${at}`).toContain(known);

  await exampleRun(store);
  expect(inWords(await store.load())).toBe(KNOWN.at(-1));
  expect(readdirSync(folder).sort()).toEqual(['production.bodies', 'production.journal', 'production.json']);
}

describe('a process that is killed while it writes', () => {
  it.each<Moment>(['before', 'half-way'])(
    'leaves a state that the next run continues from, killed %s any of its steps',
    async (moment) => {
      const steps = Array.from({ length: await countSteps() }, (_, index) => index + 1);
      expect(steps.length).toBeGreaterThan(12);
      const killed = steps.map((step) => ({ step, folder: temporaryFolder() }));
      const takeSome = async (): Promise<void> => {
        for (let next = killed.pop(); next; next = killed.pop()) await killAndGoOn(next.folder, next.step, moment);
      };
      await Promise.all([takeSome(), takeSome(), takeSome()]);
    },
    120_000,
  );
});
