import { afterAll, beforeAll } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { writeInto } from '../cli/in-memory.ts';
import { buildFiles } from '../render/build-harness.ts';
import { folderOfFile } from '../temporary-folder.ts';

/** A site of these files, for the tests of a suite. */
export function useSiteOf(...files: Parameters<typeof buildFiles>): { readonly url: string } {
  const site = { url: '', close: async () => {} };
  const folder = folderOfFile();
  beforeAll(async () => {
    writeInto(folder, Object.fromEntries((await buildFiles(...files)).output));
    Object.assign(site, await startPreview(folder));
  });
  afterAll(() => site.close());
  return site;
}

/** Runs `gitcast preview` of a built site in this process, until it is closed. */
export async function startPreview(
  folder: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const told = Promise.withResolvers<string>();
  const stopped = Promise.withResolvers<void>();
  const ended = run(['preview', folder, '--port', '0', '--json'], {
    cwd: folder,
    env: {},
    stdout: { write: (text) => told.resolve((JSON.parse(text) as { url: string }).url) },
    stderr: { write: (text) => told.reject(new Error(text)) },
    now: () => new Date(),
    untilStopped: () => stopped.promise,
    readInput: async () => new Uint8Array(),
  });
  const url = (await told.promise).replace(/\/$/, '');
  return {
    url,
    close: async () => {
      stopped.resolve();
      await ended;
    },
  };
}
