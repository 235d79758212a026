/**
 * Copies of a folder that is made once per process. Starting git takes longer than most tests: a repository that many of
 * them begin with is copied.
 */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Map<string, string>();

/** `make` fills the folder the first time that one of this name is needed. Returns the folder that was copied. */
export function copyOf(name: string, to: string, make: (folder: string) => void): string {
  const folder = made.get(name) ?? mkdtempSync(join(process.env['GITCAST_TEST_RUN'] ?? tmpdir(), 'gitcast-copied-'));
  if (!made.has(name)) make(folder);
  made.set(name, folder);
  cpSync(folder, to, { recursive: true, preserveTimestamps: true });
  return folder;
}

const beingMade = new Map<string, Promise<string>>();

/** The same for what takes a while to make, such as a built site. */
export async function copyOfMade(name: string, to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const begin = async (): Promise<string> => {
    const folder = mkdtempSync(join(process.env['GITCAST_TEST_RUN'] ?? tmpdir(), 'gitcast-copied-'));
    await make(folder);
    return folder;
  };
  const making = beingMade.get(name) ?? begin();
  beingMade.set(name, making);
  cpSync(await making, to, { recursive: true, preserveTimestamps: true });
}

/** Git stores the URL of a remote in the settings only. */
export function setRemote(settings: string, from: string, to: string): void {
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(from, to));
}
