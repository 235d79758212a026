import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editorCall, words } from '../../../src/preview/server/open-file.ts';

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
