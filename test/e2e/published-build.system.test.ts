import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROGRAM } from './compiled-program.ts';
import { emptyFolder } from './program.ts';

/** Notes which process sent a message to the one that started it. */
const NOTE = `
  import { appendFileSync } from 'node:fs';
  const { send } = process;
  if (send) process.send = (...words) => {
    appendFileSync('answers', process.argv[1] + '\\n');
    return send.apply(process, words);
  };
`;

it('a build with several processes works from the published program', () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'content'));
  writeFileSync(join(cwd, 'gitcast.config.yaml'), 'site: { url: "https://a.example", timezone: UTC, locales: [en] }\n');
  writeFileSync(join(cwd, 'content/broadcast.yaml'), 'name: Harbour festival\n');
  // A build that remembers needs no help with a few pages.
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'build', '--jobs', '2', '--no-cache'], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(NOTE)}`,
    },
  });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  expect(readFileSync(join(cwd, 'answers'), 'utf8')).toMatch(/^\S+helper-process\.[jt]s\n$/);
});
