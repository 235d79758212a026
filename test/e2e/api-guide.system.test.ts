import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installedPackage, PATIENCE } from './installed-package.ts';
import { ROOT } from './program.ts';
import { needs } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it.runIf(needs('tar'))(
  'the program of the API guide runs with the packed package',
  async () => {
    const [, program] = /```js\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/guides/api.md'), 'utf8'))!;
    // Above the folder of the program: npm writes into a link beside package.json, and others use what is installed too.
    const above = temporaryFolder();
    symlinkSync(join((await installedPackage()).folder, 'node_modules'), join(above, 'node_modules'));
    const folder = join(above, 'festival');
    mkdirSync(folder);
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program!);
    const printed = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
    expect(printed).toBe('0 errors\n0 to delete\n0 failed\nbuilt dist/\n');
  },
  PATIENCE,
);
