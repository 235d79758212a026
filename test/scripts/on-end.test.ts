import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { debianOf } from '../../scripts/fresh/bare-root.ts';

const MODULE = new URL('../../scripts/on-end.ts', import.meta.url).href;

describe('what a script leaves behind', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
    [undefined, 0],
  ] as const)('is removed when it ends (%s), with the exit code %i', async (signal, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'gitcast-on-end-'));
    const code = `
      import { rmSync } from 'node:fs';
      import { onEnd } from '${MODULE}';
      onEnd(() => rmSync(${JSON.stringify(folder)}, { recursive: true }));
      console.log('ready');
      ${signal ? 'setInterval(() => {}, 1000);' : ''}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'pipe' });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    if (signal) child.kill(signal);
    expect(await ended).toEqual([expected, null]);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the bare machine of npm run check:fresh', () => {
  it('has the Debian of this machine, and not its additions', () => {
    const sources = [
      'Debian http://security.debian.org/debian-security/ trixie-security',
      'Other https://packages.example/apt/ trixie',
      'Debian http://mirror.example/debian/ trixie',
    ];
    expect(debianOf(sources.join('\n'))).toEqual({ mirror: 'http://mirror.example/debian/', suite: 'trixie' });
  });

  it('takes no source of another distribution for one of Debian', () => {
    expect(debianOf('Ubuntu http://azure.archive.ubuntu.com/ubuntu/ noble\n')).toBeUndefined();
  });
});
