import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openFile } from '../../../src/preview/server/open-file.ts';
import { ask } from '../ask.ts';
import { useDevServer } from '../dev-server.ts';
import { folderOfFile } from '../../temporary-folder.ts';

const folder = folderOfFile();
const log = join(folder, 'called.json');
const editor = join(folder, 'editor.mjs');
writeFileSync(
  editor,
  `import { renameSync, writeFileSync } from 'node:fs';
writeFileSync(process.env.CALLED + '.new', JSON.stringify(process.argv.slice(2)));
renameSync(process.env.CALLED + '.new', process.env.CALLED);`,
);

const called = () =>
  vi.waitUntil(() => (existsSync(log) ? (JSON.parse(readFileSync(log, 'utf8')) as string[]) : undefined), {
    timeout: 60_000,
  });

describe('a click that opens a file', () => {
  const running = useDevServer({ env: { GITCAST_EDITOR: `"${process.execPath}" "${editor}"`, CALLED: log } });
  const open = (body: unknown) =>
    ask(running.url, '/__gitcast/open', {
      method: 'POST',
      headers: { origin: running.url, 'x-gitcast-token': running.token },
      body: JSON.stringify(body),
    });

  it.each([
    '/etc/passwd',
    '../../etc/passwd',
    'content/../../x.yaml',
    'package.json',
    '',
    '--version',
    7,
    null,
    ['content/broadcast.yaml'],
  ])('opens only files of the project: %s', async (file) => {
    const { status, text } = await open({ file, line: 1 });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ opened: false, reason: 'This is not a file of this project.' });
    expect(existsSync(log)).toBe(false);
  });

  it("starts the user's editor with the file", async () => {
    const { text } = await open({ file: 'content/broadcast.yaml', line: 4 });
    expect(JSON.parse(text)).toMatchObject({ opened: true });
    expect(await called()).toEqual([join(running.site.root, 'content/broadcast.yaml')]);
  });
});

describe('an editor', () => {
  const place = { file: join(folder, 'a.yaml'), line: 3, column: 1 };

  it('that needs a terminal is not started, with the reason', async () => {
    const opened = await openFile(place, { EDITOR: 'vim' });
    expect(opened).toEqual({ opened: false, reason: expect.stringMatching(/^vim needs a terminal/) });
  });

  it('that does not exist is named', async () => {
    const opened = await openFile(place, { GITCAST_EDITOR: 'no-such-editor', EDITOR: 'vim' });
    expect(opened).toEqual({ opened: false, reason: expect.stringMatching(/no-such-editor was not found/) });
  });

  it('is `code` if none was chosen and it is installed', async () => {
    expect(await openFile(place, { PATH: folder })).toEqual({
      opened: false,
      reason: expect.stringMatching(/GITCAST_EDITOR/),
    });
    const bin = join(folder, 'bin');
    const arguments_ = join(folder, 'code.txt');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'code'),
      `#!/bin/sh\necho "$@" > "${arguments_}.new" && mv "${arguments_}.new" "${arguments_}"\n`,
      {
        mode: 0o755,
      },
    );
    expect(await openFile(place, { PATH: `${bin}:/usr/bin:/bin` })).toEqual({ opened: true, editor: 'code' });
    await vi.waitUntil(() => existsSync(arguments_), { timeout: 60_000 });
    expect(readFileSync(arguments_, 'utf8')).toBe(`-g ${place.file}:3:1\n`);
  });
});
