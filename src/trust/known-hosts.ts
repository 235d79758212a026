/**
 * The hosts that a key was sent to from this machine: a file for each key in the user's state folder, named by a digest of
 * the key, with a line for each host. Lines are only ever added, so commands that run at the same time lose nothing.
 */
import { hash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { reasonOfDisk } from '../machine/disk-failure.ts';

export interface KnownHosts {
  readonly of: (key: string) => readonly string[];
  /** Returns undefined, or the reason why it could not be saved. */
  readonly remember: (key: string, host: string) => string | undefined;
}

export function knownHosts(environment: Config['environment'], platform = process.platform): KnownHosts {
  const folder = stateFolder(environment, platform);
  const fileOf = (key: string): string => join(folder!, hash('sha256', `gitcast key ${key}`));
  const of: KnownHosts['of'] = (key) => {
    if (folder === undefined || !existsSync(fileOf(key))) return [];
    return readFileSync(fileOf(key), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  };
  return {
    of,
    remember(key, host) {
      if (folder === undefined) return 'there is no home folder, because HOME is not set';
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!of(key).includes(host)) appendFileSync(fileOf(key), `${host}\n`, { mode: 0o600 });
        return undefined;
      } catch (error) {
        const reason = reasonOfDisk(error);
        if (reason === undefined) throw error;
        return `cannot write to ${folder}: ${reason}`;
      }
    },
  };
}

/** Never from `.env`: a pull request with its own `.env` could otherwise replace the remembered hosts. */
function stateFolder(environment: Config['environment'], platform: NodeJS.Platform): string | undefined {
  const given = (name: string): string | undefined => environment(name) || undefined;
  const home = given(platform === 'win32' ? 'USERPROFILE' : 'HOME');
  const usual = home === undefined ? undefined : join(home, '.local/state');
  const above = given('XDG_STATE_HOME') ?? (platform === 'win32' ? given('LOCALAPPDATA') : undefined) ?? usual;
  return above === undefined ? undefined : join(above, 'gitcast', 'hosts');
}
