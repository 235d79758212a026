/**
 * A PostgreSQL server for tests, as an unprivileged user in a folder of its own, reached by a socket in that folder.
 */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasPrograms, program } from '../programs.ts';

export interface Cluster {
  readonly folder: string;
  /** The URL of a database in it. The role owns the database and is no superuser. */
  readonly urlOf: (database: string, role?: string) => string;
  readonly stop: (how?: 'fast' | 'immediate') => void;
  readonly start: () => void;
  /** Stops and starts it while this process goes on. */
  readonly restart: (how?: 'fast' | 'immediate') => Promise<void>;
  /** Makes it hang: connections stay open, and nothing is answered until the returned function is called. */
  readonly freeze: () => () => void;
  /** Stops it and deletes everything. */
  readonly remove: () => void;
}

/** PostgreSQL refuses to run as root, and cannot enter the folders that root keeps for itself. */
const SHARED_MEMORY = '/dev/shm';
const USERS = ['postgres', 'nobody'];

export const hasPostgres = hasPrograms('pg_ctl');

export const SUPERUSER = 'admin';
export const ROLE = 'gitcast';

export interface ClusterOptions {
  /** Waits for the disk, as tests of crashes need it. */
  readonly isDurable?: boolean;
  /** Where its folder is created. In memory, unless a disk is measured. */
  readonly within?: string;
}

const inBackground = promisify(execFile);

export function clusterIn(folder: string, { isDurable = false }: ClusterOptions = {}): Cluster {
  const data = join(folder, 'data');
  const as = unprivileged();
  const run = (name: 'initdb' | 'pg_ctl', ...flags: string[]): void => {
    execFileSync(program(name), flags, { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const settings = {
    fsync: isDurable ? 'on' : 'off',
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '300',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => `-c ${name}='${value}'`);
  const starting = ['-D', data, '-l', join(folder, 'log'), '-o', flags.join(' '), '-w', '-s', 'start'];
  const stop: Cluster['stop'] = (how = 'immediate') => run('pg_ctl', '-D', data, '-m', how, '-w', '-s', 'stop');
  return {
    folder,
    urlOf: (database, role = ROLE) => `postgres://${role}@/${database}?host=${encodeURIComponent(folder)}`,
    stop,
    start: () => {
      if (!existsSync(data)) {
        const owner = ['-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
        run('initdb', '-D', data, ...owner);
      }
      run('pg_ctl', ...starting);
    },
    restart: async (how = 'immediate') => {
      const control = (...words: readonly string[]) => inBackground(program('pg_ctl'), words, { ...as, cwd: folder });
      await control('-D', data, '-m', how, '-w', '-s', 'stop');
      await control(...starting);
    },
    freeze: () => {
      const [first] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim();
      const all = [first!, ...children.split(' ')].map(Number);
      const signal = (name: NodeJS.Signals): void => all.forEach((pid) => process.kill(pid, name));
      signal('SIGSTOP');
      return () => signal('SIGCONT');
    },
    remove: () => {
      if (existsSync(join(data, 'postmaster.pid'))) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new, running server. */
export function startCluster(options: ClusterOptions = {}): Cluster {
  const cluster = clusterIn(temporaryFolder(options.within), options);
  cluster.start();
  return cluster;
}

/** A streaming replica of it, which follows from now on. */
export function startReplica({ folder: primary }: Cluster): Cluster {
  const folder = temporaryFolder();
  const flags = ['-D', join(folder, 'data'), '-h', primary, '-U', SUPERUSER, '-R', '-c', 'fast', '--no-sync'];
  execFileSync(program('pg_basebackup'), flags, { ...unprivileged(), cwd: folder });
  const replica = clusterIn(folder);
  replica.start();
  return replica;
}

function temporaryFolder(within = existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir()): string {
  const folder = mkdtempSync(join(within, 'gitcast-postgres-'));
  const { uid, gid } = unprivileged();
  if (uid !== undefined) chownSync(folder, uid, gid!);
  return folder;
}

function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = USERS.map((user) => accounts.find(([name]) => name === user)).find((account) => account !== undefined);
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : {};
}
