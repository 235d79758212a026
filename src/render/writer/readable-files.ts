/** A web server runs as somebody else: a site is for everyone, whatever files of the user are. */
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function writeReadable(file: string, content: Uint8Array): void {
  writeFileSync(file, content);
  if (isMasked()) chmodSync(file, 0o644);
}

function makeReadableFolder(path: string): void {
  mkdirSync(path);
  if (isMasked()) chmodSync(path, 0o755);
}

const isMasked = (): boolean => process.platform !== 'win32' && (process.umask() & 0o055) !== 0;

/** Node's recursive mkdir never returns where creating a folder fails with ENOENT, as in /proc. */
export function makeFolders(path: string): void {
  try {
    makeReadableFolder(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || above === path || existsSync(above)) throw error;
    makeFolders(above);
    makeReadableFolder(path);
  }
}
