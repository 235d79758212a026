import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFileStore } from '../../src/state/file/file-store.ts';
import { crashDisk, type Moment } from './crash-disk.ts';
import { exampleRun, inWords, KNOWN } from './example-run.ts';
import { IDENTITY } from './identity.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Returns how many lines were confirmed as durable before the process was killed. */
async function runAndKill(folder: string, at: number, moment: Moment): Promise<number> {
  const { said, signal } = await runInProcess(folder, String(at), moment);
  expect(signal, `killed at step ${at}`).toBe('SIGKILL');
  return said.split('\n').length - 1;
}

/** A process that is killed does not keep its compiled code for the next one (test/room.ts), so the first is not killed. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-state-'));
  expect(await runInProcess(folder, '0', 'before')).toEqual({ said: '1\n2\n3\n4\n', signal: null });
  rmSync(folder, { recursive: true });
});

async function runInProcess(...words: readonly string[]) {
  const script = fileURLToPath(new URL('./crash-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { said, signal: signal as NodeJS.Signals | null };
}

/** The steps at which being killed at this moment differs from being killed before them. */
async function stepsFor(moment: Moment): Promise<readonly number[]> {
  const disk = crashDisk({ at: 0, moment: 'before' });
  await exampleRun(createFileStore({ folder: temporaryFolder(), target: 'production', identity: IDENTITY, disk }));
  const steps = disk.steps().map((kind, index) => ({ kind, step: index + 1 }));
  return steps.filter(({ kind }) => moment === 'before' || kind === 'writes').map(({ step }) => step);
}

async function killAndGoOn(folder: string, at: number, moment: Moment): Promise<void> {
  const store = createFileStore({ folder, target: 'production', identity: IDENTITY });
  const safe = await runAndKill(folder, at, moment);
  const known = KNOWN.indexOf(inWords(await store.load()));
  // At most the line that was being written may exist in addition to the confirmed ones.
  expect([safe, Math.min(safe + 1, KNOWN.length - 1)], `what is known after step ${at}`).toContain(known);

  await exampleRun(store);
  expect(inWords(await store.load())).toBe(KNOWN.at(-1));
  expect(readdirSync(folder).sort()).toEqual(['production.bodies', 'production.json']);
}

describe('a process that is killed while it writes', () => {
  it.each<Moment>(['before', 'half-way'])(
    'leaves a state that the next run continues from, killed %s any of its steps',
    async (moment) => {
      const steps = await stepsFor(moment);
      expect(steps.length).toBeGreaterThan(moment === 'before' ? 12 : 5);
      const killed = steps.map((step) => ({ step, folder: temporaryFolder() }));
      const takeSome = async (): Promise<void> => {
        for (let next = killed.pop(); next; next = killed.pop()) await killAndGoOn(next.folder, next.step, moment);
      };
      await Promise.all([takeSome(), takeSome(), takeSome()]);
    },
    120_000,
  );
});
