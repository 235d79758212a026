import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { ROOT } from './program.ts';
import { build, expectSameSite, twoCheckouts } from './two-checkouts.ts';

it('the site of the demo is identical, byte for byte, from a checkout with CRLF', async () => {
  const [unix, windows] = twoCheckouts((folder) => {
    for (const path of ['content', 'gitcast.config.yaml'])
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  });
  await build(unix);
  // Pictures are cached by their published bytes, which are the same in both.
  cpSync(join(unix, '.gitcast/cache'), join(windows, '.gitcast/cache'), { recursive: true });
  await build(windows);
  expectSameSite(unix, windows);
}, 180_000);
