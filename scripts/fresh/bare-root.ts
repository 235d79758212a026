/**
 * A root folder with nothing but Debian's smallest system, git, and the Node.js and npm of this machine. It is made once by
 * debootstrap and kept; every use is a layer above it that is thrown away. On a Debian, its mirror and its version are those
 * of this machine; elsewhere the stable version from where debootstrap gets it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { machineNode, program } from '../../test/programs.ts';

export interface BareRoot {
  readonly folder: string;
}

/** The machine of one contributor: what its commands leave stays for the next one. */
export interface Layer {
  readonly user: 'dev' | 'root';
  /** Starts a command in the checkout. Its processes end with the returned one. */
  readonly start: (words: readonly string[], stdout: 'inherit' | 'pipe') => ChildProcess;
  readonly remove: () => void;
}

interface Debian {
  readonly mirror: string;
  readonly suite: string;
}

const KEPT = '/var/tmp/gitcast-fresh';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const USER = { name: 'dev', id: '1000' };

export function bareRoot(): BareRoot {
  const node = machineNode!;
  const npm = resolve(dirname(process.env['npm_execpath']!), '..');
  const [version, npmVersion] = [execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), versionOf(npm)];
  const here = debianHere();
  const suite = here?.suite ?? 'stable';
  const folder = join(KEPT, `${suite}-node-${version}-npm-${npmVersion}`);
  if (existsSync(folder)) return { folder };
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  // In namespaces of its own, because it mounts, and leaves its mounts behind if it is stopped.
  const words = ['--variant=minbase', '--include=git,ca-certificates', suite, part, ...(here ? [here.mirror] : [])];
  execFileSync(program('unshare'), ['--mount', '--pid', '--fork', '--kill-child', program('debootstrap'), ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (here) copySourcesTo(part);
  // It may have the certificate of a proxy.
  cpSync(CERTIFICATES, join(part, CERTIFICATES), { dereference: true });
  cpSync(node, join(part, 'usr/local/bin/node'), { dereference: true });
  cpSync(npm, join(part, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(part, 'usr/local/bin', name));
  execFileSync(program('chroot'), [part, 'useradd', '--create-home', '--uid', USER.id, USER.name]);
  renameSync(part, folder);
  return { folder };
}

/** With a clone of the last commit. */
export function newLayer({ folder: base }: BareRoot, repository: string, user: Layer['user']): Layer {
  const layer = mkdtempSync(join(KEPT, 'layer-'));
  chmodSync(layer, 0o755);
  const home = join(layer, 'upper', user === 'root' ? 'root' : `home/${user}`);
  for (const path of ['root', 'work']) mkdirSync(join(layer, path));
  mkdirSync(home, { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, join(home, 'checkout')]);
  if (user !== 'root') execFileSync(program('chown'), ['--recursive', `${USER.id}:${USER.id}`, home]);
  const running = new Set<ChildProcess>();
  return {
    user,
    start: (words, stdout) => {
      const isolated = [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        program('sh'),
        join(import.meta.dirname, 'inside.sh'),
      ];
      const child = spawn(program('unshare'), [...isolated, layer, base, user, ...words], {
        env: environment(user),
        stdio: ['ignore', stdout, 'inherit'],
      });
      running.add(child);
      return child.once('exit', () => running.delete(child));
    },
    remove: () => {
      for (const child of running) child.kill('SIGKILL');
      // Its processes may write for a moment more.
      rmSync(layer, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Nothing of this machine but how npm reaches its registry. Everything is CI for root, so that nothing is skipped. */
function environment(user: Layer['user']): NodeJS.ProcessEnv {
  const settings = ['registry', 'proxy', 'https_proxy', 'noproxy'].flatMap((name) => {
    const value = process.env[`npm_config_${name}`];
    return value ? [[`npm_config_${name}`, value] as const] : [];
  });
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NODE_EXTRA_CA_CERTS: CERTIFICATES,
    ...Object.fromEntries(settings),
    ...(user === 'root' && { CI: 'true' }),
  };
}

/** The packages that this machine may install: its mirrors, which may need a proxy or keys of their own. */
function copySourcesTo(folder: string): void {
  for (const path of ['sources.list', 'sources.list.d', 'apt.conf.d'].map((name) => `/etc/apt/${name}`)) {
    rmSync(join(folder, path), { recursive: true, force: true });
    if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true });
  }
  cpSync('/usr/share/keyrings', join(folder, 'usr/share/keyrings'), { recursive: true });
}

function debianHere(): Debian | undefined {
  const words = ['indextargets', '--format', '$(ORIGIN) $(REPO_URI) $(RELEASE)', 'Created-By: Packages'];
  return debianOf(execFileSync(program('apt-get'), words, { encoding: 'utf8' }));
}

/** Of lines with the origin, the address and the release of each source, such as `Debian http://deb.debian.org/debian/ trixie`. */
export function debianOf(sources: string): Debian | undefined {
  // Not an addition to a version, such as trixie-updates or trixie-security.
  const [, mirror, suite] = /^Debian (\S+) ([a-z]+)$/m.exec(sources) ?? [];
  return mirror && suite ? { mirror, suite } : undefined;
}

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
