import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installedPackage, PATIENCE } from './installed-package.ts';
import { ROOT } from './program.ts';
import { needs } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The last output of each program of the guide, by its title. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  '1. Create a repository': /^\d\d+ files written$/,
  '2. Check a file in an editor plug-in': /^0 problems$/,
  '3. Edit a document': /^0 errors$/,
  '4. Plan in your own CI': /^[1-9]\d* to create, 0 to delete$/,
  '5. Sync with progress': /^0 failed, 0 left$/,
  '6. Limit the time of a sync': /^nothing-to-do complete$/,
  '7. A nightly report': /^0 drifted, 0 in no file, last write 20.+Z$/,
  '8. A custom build step': /^built dist\/$/,
  '9. Look at the built site': /^.+$/,
  '10. The service in a test': /^200$/,
};

it.runIf(needs('tar'))(
  'every program of the API guide runs with the packed package, one after the other in one folder',
  async () => {
    const guide = readFileSync(join(ROOT, 'docs/guides/api.md'), 'utf8');
    const sections = guide.split(/^## /m).slice(1);
    const programs = sections.map(
      (section) => [section.split('\n')[0]!, /```js\n(.*?)```/s.exec(section)![1]!] as const,
    );
    expect(programs.map(([title]) => title)).toEqual(Object.keys(PRINTED));
    // Above the folder of the programs: npm writes into a link beside package.json, and others use what is installed too.
    const above = temporaryFolder();
    symlinkSync(join((await installedPackage()).folder, 'node_modules'), join(above, 'node_modules'));
    const folder = join(above, 'festival');
    mkdirSync(folder);
    for (const [title, code] of programs) {
      const file = join(folder, 'program.mjs');
      writeFileSync(file, code);
      const printed = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
      expect(printed.trimEnd().split('\n').at(-1), title).toMatch(PRINTED[title]!);
    }
  },
  PATIENCE,
);
