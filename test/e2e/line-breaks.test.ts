/** A small festival. `line-breaks.system.test.ts` compares the site of the demo. */
import { expect, it } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { write } from '../ci/folders.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { build, expectSameSite, twoCheckouts } from './two-checkouts.ts';

function writeFestival(folder: string): void {
  write(folder, 'gitcast.config.yaml', 'site: { timezone: Europe/Paris, locales: [fr, en] }\n');
  for (const [path, text] of Object.entries(SMALL_FESTIVAL)) write(folder, `content/${path}`, text);
}

it('a site is identical, byte for byte, from a checkout with CRLF', async () => {
  const [unix, windows] = twoCheckouts((folder) => {
    writeFestival(folder);
    // Templates that a user adds to the theme are text in the repository, too.
    write(folder, 'templates/assets/css/own.css', '.own {\n  color: red;\n}\n');
  });
  await build(unix);
  await build(windows);
  expectSameSite(unix, windows);
});

it('problems are found in the same places in a checkout with CRLF', async () => {
  const [unix, windows] = twoCheckouts((folder) => {
    writeFestival(folder);
    write(
      folder,
      'content/articles/broken.md',
      '---\ntitle: x\nstatus: wrong\n---\n\nText.\n\n![no](media/nothing.jpg) and more\n',
    );
    write(folder, 'content/places/broken.yaml', 'name: Pier\ndescription: |\n  One\n  two\nnope: 1\n');
    write(folder, 'content/events/broken.yaml', 'title: "open\n');
  });
  const found = [await gitcast('validate --json', { cwd: unix }), await gitcast('validate --json', { cwd: windows })];
  expect(JSON.parse(found[0]!.stdout)).toMatchObject({ errors: 4 });
  expect(found[1]!.stdout).toBe(found[0]!.stdout);
  const plain = await gitcast('validate', { cwd: unix });
  const returns = await gitcast('validate', { cwd: windows });
  expect(returns.stdout + returns.stderr).toBe(plain.stdout + plain.stderr);
});
