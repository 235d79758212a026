import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditedFiles } from '../../src/editing/edited-files.ts';
import { runs } from '../seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A folder whose files two tabs change. Each step is one of its own, unless `isTyping`. */
function edited(start: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(start)) writeFileSync(join(root, name), text);
  const files = new EditedFiles({ now: () => 0, onWritten: () => undefined, root: () => root });
  return {
    files,
    /** `text`: undefined removes the file. */
    write(tab: string, name: string, text: string | undefined, key?: string) {
      const path = join(root, name);
      const after = text === undefined ? undefined : Buffer.from(text);
      files.write([{ path, before: files.read(path), after }], { tab, said: `${name} by ${tab}`, key });
    },
    all: () => Object.fromEntries(readdirSync(root).map((name) => [name, readFileSync(join(root, name), 'utf8')])),
  };
}

const TEXT = 'title: Opening\n# who\nhost: Ada\n# where\nplace: Quay\n';

describe('undo in a tab', () => {
  it('takes back only what that tab did, and leaves the lines of another one', () => {
    const { files, write, all } = edited({ 'a.yaml': TEXT });
    write('one', 'a.yaml', TEXT.replace('Opening', 'Night'));
    write('two', 'a.yaml', all()['a.yaml']!.replace('Quay', 'Hall'));
    expect(files.turn('one', 'undo')).toMatchObject({
      type: 'undone',
      said: 'a.yaml by one',
      next: { redo: 'a.yaml by one' },
    });
    expect(all()).toEqual({ 'a.yaml': TEXT.replace('Quay', 'Hall') });
    expect(files.turn('one', 'undo')).toMatchObject({ type: 'refused', reason: 'There is nothing left to undo here.' });
    expect(files.stateOf('two')).toEqual({ undo: 'a.yaml by two' });
    files.turn('two', 'undo');
    files.turn('one', 'redo');
    expect(all()).toEqual({ 'a.yaml': TEXT.replace('Opening', 'Night') });
  });

  it('is empty in a tab that has changed nothing', () => {
    const { files, write, all } = edited({ 'a.yaml': TEXT });
    write('one', 'a.yaml', 'title: Night\n');
    expect(files.stateOf('two')).toEqual({});
    expect(files.turn('two', 'undo')).toMatchObject({ type: 'refused' });
    expect(all()).toEqual({ 'a.yaml': 'title: Night\n' });
  });

  it('keeps its redo while another tab changes files', () => {
    const { files, write, all } = edited({ 'a.yaml': TEXT });
    write('one', 'a.yaml', TEXT.replace('Opening', 'Night'));
    files.turn('one', 'undo');
    write('two', 'a.yaml', TEXT.replace('Quay', 'Hall'));
    expect(files.turn('one', 'redo')).toMatchObject({ type: 'undone' });
    expect(all()['a.yaml']).toBe(TEXT.replace('Opening', 'Night').replace('Quay', 'Hall'));
    files.turn('one', 'undo');
    write('one', 'a.yaml', all()['a.yaml']!.replace('Ada', 'Ben'));
    expect(files.stateOf('one')).toEqual({ undo: 'a.yaml by one' });
  });

  it('does not join what two tabs type into one field', () => {
    const { files, write, all } = edited({ 'a.yaml': 'O' });
    for (const [tab, text] of [
      ['one', 'On'],
      ['two', 'One'],
      ['one', 'One '],
      ['one', 'One d'],
      ['one', 'One da'],
    ] as const)
      write(tab, 'a.yaml', text, 'title');
    files.turn('one', 'undo');
    expect(all()).toEqual({ 'a.yaml': 'One' });
    files.turn('two', 'undo');
    files.turn('one', 'undo');
    expect(all()).toEqual({ 'a.yaml': 'O' });
  });

  it.each<[string, string | undefined, string | undefined, string | undefined, RegExp]>([
    [
      'changed the same line',
      'one\n',
      'two\n',
      'three\n',
      /^a\.yaml was changed since in the same lines, so nothing was changed\.$/,
    ],
    ['changed the file that it made', undefined, 'two\n', 'three\n', /^a\.yaml was changed since, so/],
    ['removed the file', 'one\n', 'two\n', undefined, /^a\.yaml was removed since, so/],
    ['made the file anew that it removed', 'one\n', undefined, 'three\n', /^a\.yaml was made anew since, so/],
  ])('is refused where another one %s, loses nothing, and can be repeated', (_, first, mine, theirs, reason) => {
    const { files, write, all } = edited(first === undefined ? {} : { 'a.yaml': first });
    write('one', 'a.yaml', mine);
    write('two', 'a.yaml', theirs);
    expect(files.turn('one', 'undo')).toEqual({ type: 'refused', reason: expect.stringMatching(reason) });
    expect(all()).toEqual(theirs === undefined ? {} : { 'a.yaml': theirs });
    expect(files.stateOf('one')).toEqual({ undo: 'a.yaml by one' });
    files.turn('two', 'undo');
    files.turn('one', 'undo');
    expect(all()).toEqual(first === undefined ? {} : { 'a.yaml': first });
  });

  it('brings back its own lines, in any order with those of others', () => {
    const TABS = ['one', 'two', 'three'] as const;
    const begin = TABS.map((tab) => `${tab}: 0\n# between\n# lines\n`).join('');
    const step = fc.record({ tab: fc.constantFrom(...TABS), act: fc.constantFrom('write', 'write', 'undo', 'redo') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { files, write, all } = edited({ 'a.yaml': begin });
        const stacks = new Map(TABS.map((tab) => [tab, { values: ['0'], at: 0 }]));
        for (const [index, { tab, act }] of steps.entries()) {
          const stack = stacks.get(tab)!;
          if (act === 'write') {
            stack.values.splice(++stack.at, Infinity, String(index + 1));
            write(tab, 'a.yaml', all()['a.yaml']!.replace(new RegExp(`${tab}: .*`), `${tab}: ${index + 1}`));
          } else {
            const to = act === 'undo' ? stack.at - 1 : stack.at + 1;
            const isPossible = stack.values[to] !== undefined;
            expect(files.turn(tab, act).type).toBe(isPossible ? 'undone' : 'refused');
            if (isPossible) stack.at = to;
          }
          const expected = TABS.map((each) => `${each}: ${stacks.get(each)!.values[stacks.get(each)!.at]}`);
          expect(all()['a.yaml']!.match(/^\w+: .*/gm)).toEqual(expected);
        }
      }),
      { numRuns: runs({ test: 50, proof: 2_000 }) },
    );
  });
});
