import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, gitcast, ROOT } from './program.ts';

describe('the compiled package', () => {
  it('runs without the sources, and has its templates and what runs in browsers', () => {
    const installed = emptyFolder();
    execFileSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      ['-p', 'tsconfig.build.json', '--outDir', join(installed, 'lib')],
      { cwd: ROOT },
    );
    for (const part of ['bin', 'templates', 'package.json'])
      cpSync(join(ROOT, part), join(installed, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'));

    const launcher = join(installed, 'bin/gitcast.mjs');
    const cwd = emptyFolder();
    expect(gitcast(['init'], { launcher, cwd })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(gitcast(['validate'], { launcher, cwd }).stdout).toMatch(/^✓ \d+ documents, no problems\n$/);
    expect(existsSync(join(installed, 'lib/preview/browser/client.js'))).toBe(true);
    expect(gitcast(['explain', 'nope'], { launcher, cwd }).exitCode).toBe(1);
  });
});
