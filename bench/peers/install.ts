/** Installs a peer from npm into the folder with its lockfile, once. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from '../../test/programs.ts';

/** The reason why it did not work. npm's own is only printed, because it can contain addresses of a private registry. */
export async function install(folder: string): Promise<string | undefined> {
  // npm writes this file last.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return undefined;
  console.log(`  npm install in ${folder}`);
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    await promisify(execFile)(program('npm'), words, { cwd: folder });
    return undefined;
  } catch (error) {
    console.error(String(error));
    return 'npm could not install it';
  }
}
