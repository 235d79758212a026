import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { editorCall, openFile, words } from '../../../src/preview/server/open-file.ts';
import { ask } from '../ask.ts';
import { useDevServer } from '../dev-server.ts';
import { folderOfFile } from '../../temporary-folder.ts';
import { projectFiles } from '../../../src/preview/server/project-files.ts';
import { folderWith, SOUND } from '../../cli/in-memory.ts';

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

const PLACE = { file: '/site/content/broadcast.yaml', line: 7, column: 3 };
const FILE = PLACE.file;

it.each([
  ['code', 'code', ['-g', `${FILE}:7:3`]],
  ['code --wait', 'code', ['--wait', '-g', `${FILE}:7:3`]],
  ['/usr/bin/codium', '/usr/bin/codium', ['-g', `${FILE}:7:3`]],
  ['"/Applications/Sublime Text/subl" -n', '/Applications/Sublime Text/subl', ['-n', `${FILE}:7:3`]],
  ['zed', 'zed', [`${FILE}:7:3`]],
  ['idea', 'idea', ['--line', '7', FILE]],
  ['gvim', 'gvim', ['+7', FILE]],
  ['emacsclient -n', 'emacsclient', ['-n', '+7:3', FILE]],
  ['kitty -e nvim', 'kitty', ['-e', 'nvim', '+7', FILE]],
  ['my-editor', 'my-editor', [FILE]],
])('%s is called with the file at its line', (command, program, expected) => {
  expect(editorCall(command, PLACE)).toEqual({ type: 'run', program, arguments: expected });
});

it.each(['vim', '/usr/bin/nvim', 'nano -w', 'vi', 'hx', 'emacs -nw', 'emacsclient -t'])(
  '%s needs a terminal, which a server does not have',
  (command) => {
    expect(editorCall(command, PLACE)?.type).toBe('needs-terminal');
  },
);

it('no command is built without an editor', () => {
  expect(editorCall('  ', PLACE)).toBeUndefined();
});

it('shell syntax stays part of a word', () => {
  expect(words(`code 'a b' "c;d" $(x) e\\ f`)).toEqual(['code', 'a b', 'c;d', '$(x)', 'e\\', 'f']);
});

it('quoted words are kept as they are', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !text.includes('"'));
  fc.assert(
    fc.property(fc.array(word), (all) => {
      expect(words(all.map((each) => `"${each}"`).join(' '))).toEqual(all);
    }),
  );
});

describe('the files that a click may open', () => {
  let root: string;
  let locate: (name: string) => string | undefined;
  beforeEach(() => {
    root = folderWith({ ...SOUND, '.env': 'GITCAST_KEY=x\n', 'package.json': '{}', 'content/run.sh': 'echo\n' });
    mkdirSync(join(root, 'templates'));
    writeFileSync(join(root, 'templates/base.eta'), '<p>');
    locate = projectFiles({
      cwd: root,
      folders: ['content', 'templates', 'absent'].map((name) => join(root, name)),
      files: [join(root, 'gitcast.config.yaml')],
    });
  });

  it.each(['content/broadcast.yaml', 'content/../content/broadcast.yaml', 'templates/base.eta', 'gitcast.config.yaml'])(
    'include %s',
    (name) => {
      expect(locate(name)).toBe(join(root, name));
      expect(locate(join(root, name))).toBe(join(root, name));
    },
  );

  it.each([
    '.env',
    'package.json',
    'content',
    'content/',
    'content/run.sh',
    'content/absent.yaml',
    'content/../package.json',
    'content/broadcast.yaml/x.yaml',
    '../x.yaml',
    '/etc/hostname.txt',
    '',
    'content/broadcast.yaml\0.md',
    '--version.yaml',
  ])('do not include %s', (name) => {
    expect(locate(name)).toBeUndefined();
  });

  it('do not include a symbolic link to a file elsewhere', () => {
    symlinkSync(join(root, 'package.json'), join(root, 'content/link.json'));
    symlinkSync(root, join(root, 'content/out'));
    expect(locate('content/link.json')).toBeUndefined();
    expect(locate('content/out/package.json')).toBeUndefined();
  });
});
