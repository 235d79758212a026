import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROGRAM } from './compiled-program.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Notes the program of each thread that starts beside the first. */
const NOTE = `
  import { appendFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (!isMainThread) appendFileSync('threads', process.argv[1] + '\\n');
`;

it('a build of many files writes them in a second thread of the published program', () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'content/places'), { recursive: true });
  writeFileSync(join(cwd, 'gitcast.config.yaml'), 'site: { url: "https://a.example", timezone: UTC, locales: [en] }\n');
  writeFileSync(join(cwd, 'content/broadcast.yaml'), 'name: Harbour festival\n');
  for (let index = 0; index < 520; index++)
    writeFileSync(join(cwd, `content/places/place-${index}.yaml`), `name: Place ${index}\n`);
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'build', '--no-cache'], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(NOTE)}`,
    },
  });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  expect(readFileSync(join(cwd, 'threads'), 'utf8')).toMatch(/^\S+\n$/);
  expect(readdirSync(join(cwd, 'dist/places')).length).toBeGreaterThanOrEqual(520);
});
