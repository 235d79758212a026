/** A real sshd on this machine, for the current user, with keys of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { program } from '../programs.ts';

export interface Sshd {
  readonly port: number;
  readonly user: string;
  /** For GITCAST_SSH. */
  readonly command: string;
  readonly close: () => Promise<void>;
}

export async function startSshd(): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-sshd-'));
  const file = (name: string): string => join(folder, name);
  for (const name of ['host', 'user'])
    execFileSync(program('ssh-keygen'), ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file(name)]);
  copyFileSync(file('user.pub'), file('authorized'));
  const port = await freePort();
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${file('host')}`,
    `AuthorizedKeysFile ${file('authorized')}`,
    `PidFile ${file('pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin yes',
    'MaxStartups 100',
  ];
  writeFileSync(file('sshd_config'), `${settings.join('\n')}\n`);
  // Where Debian's sshd separates its privileges when it is started as root.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const child = spawn(program('sshd'), ['-D', '-e', '-f', file('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  await untilOpen(port, () => child.exitCode === null, said);
  const options = [
    ...['-F', '/dev/null', '-i', file('user'), '-o', 'IdentitiesOnly=yes', '-o', 'StrictHostKeyChecking=no'],
    ...['-o', `UserKnownHostsFile=${file('known')}`, '-o', 'LogLevel=ERROR', '-o', 'KexAlgorithms=curve25519-sha256'],
  ];
  return {
    port,
    user: userInfo().username,
    command: ['ssh', ...options].join(' '),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilOpen(port: number, isRunning: () => boolean, said: readonly string[]): Promise<void> {
  while (isRunning()) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
  throw new Error(`sshd ended: ${said.join('')}`);
}
