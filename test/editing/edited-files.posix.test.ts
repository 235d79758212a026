import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EditedFiles, type EditedFile } from '../../src/editing/edited-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function folderWith(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  const path = (name: string): string => join(root, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
  const files_ = new EditedFiles({ now: () => 0, onWritten: () => undefined, root: () => root });
  const change = (name: string, text?: string): EditedFile => ({
    path: path(name),
    before: files_.read(path(name)),
    after: text === undefined ? undefined : Buffer.from(text),
  });
  return { path, change, files: files_, read: (name: string): string => readFileSync(path(name), 'utf8') };
}

it('keeps the permissions of a file, in an undo too', () => {
  const { path, change, files } = folderWith({ 'a.yaml': 'one' });
  chmodSync(path('a.yaml'), 0o775);
  files.write([change('a.yaml', 'two')], { tab: 'one', said: '' });
  expect(statSync(path('a.yaml')).mode & 0o777).toBe(0o775);
  files.turn('one', 'undo');
  expect(statSync(path('a.yaml')).mode & 0o777).toBe(0o775);
});

it('writes what a link leads to, and keeps the link', () => {
  const { path, change, files, read } = folderWith({ 'real.yaml': 'one' });
  symlinkSync('real.yaml', path('a.yaml'));
  files.write([change('a.yaml', 'two')], { tab: 'one', said: '' });
  expect(lstatSync(path('a.yaml')).isSymbolicLink()).toBe(true);
  expect(read('real.yaml')).toBe('two');
});

it('undoes nothing through a link that leads elsewhere by now', () => {
  const elsewhere = folderWith({ 'a.yaml': 'two' });
  const { path, change, files } = folderWith({ 'a.yaml': 'one' });
  files.write([change('a.yaml', 'two')], { tab: 'one', said: '' });
  rmSync(path('a.yaml'));
  symlinkSync(elsewhere.path('a.yaml'), path('a.yaml'));
  expect(() => files.turn('one', 'undo')).toThrow('leads out of');
  expect(elsewhere.read('a.yaml')).toBe('two');
});

it.each(['a.yaml', 'hosts/a.yaml'])('reads nothing through a link that leads elsewhere: %s', (name) => {
  const elsewhere = folderWith({ 'a.yaml': 'secret' });
  const { path, files } = folderWith({});
  const [link] = name.split('/');
  symlinkSync(elsewhere.path(name === link ? name : '.'), path(link!));
  expect(() => files.read(path(name))).toThrow('leads out of');
});

it('does not write a read-only file', () => {
  const { path, change, files, read } = folderWith({ 'a.yaml': 'one' });
  chmodSync(path('a.yaml'), 0o444);
  expect(() => files.write([change('a.yaml', 'two')], { tab: 'one', said: '' })).toThrow('a.yaml is read-only');
  expect(read('a.yaml')).toBe('one');
});

it('does not write a file that has changed since it was read', () => {
  const { path, change, files, read } = folderWith({ 'a.yaml': 'one', 'b.yaml': 'one' });
  const changes = [change('a.yaml', 'two'), change('b.yaml', 'two')];
  writeFileSync(path('b.yaml'), 'theirs');
  expect(() => files.write(changes, { tab: 'one', said: '' })).toThrow('b.yaml was changed in the meantime');
  expect([read('a.yaml'), read('b.yaml'), files.stateOf('one')]).toEqual(['one', 'theirs', {}]);
});

it('takes an undo back that fails halfway, and can repeat it', () => {
  const { path, change, files, read } = folderWith({ 'a.yaml': 'one' });
  mkdirSync(path('hosts'));
  writeFileSync(path('hosts/b.yaml'), 'one');
  const changes = [change('a.yaml', 'two'), change('c.yaml', 'new'), change('hosts/b.yaml')];
  files.write(changes, { tab: 'one', said: 'all' });
  rmSync(path('hosts'), { recursive: true });
  writeFileSync(path('hosts'), 'in the way');
  expect(() => files.turn('one', 'undo')).toThrow('b.yaml could not be written, so nothing was changed');
  expect([read('a.yaml'), read('c.yaml'), files.stateOf('one')]).toEqual(['two', 'new', { undo: 'all' }]);
  rmSync(path('hosts'));
  files.turn('one', 'undo');
  expect([read('a.yaml'), read('hosts/b.yaml'), files.read(path('c.yaml'))]).toEqual(['one', 'one', undefined]);
});
