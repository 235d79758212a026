/** Programs of the system that tests start, from Debian's packages. */
import { spawnSync } from 'node:child_process';

/** Returns the reason for a failure; undefined if they are now installed. */
export function installDebian(...packages: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may install it';
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get to install it with';
  process.stderr.write(`Installing ${packages.join(' and ')} for the tests…\n`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    // In this runlevel, packages do not start the servers that they contain.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  };
  spawnSync('apt-get', ['update'], options);
  const { status } = spawnSync('apt-get', ['install', '-y', ...packages], options);
  return status === 0 ? undefined : 'apt-get could not install it';
}
