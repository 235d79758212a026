import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { projectFiles } from '../../../src/preview/server/project-files.ts';
import { folderWith, SOUND } from '../../cli/in-memory.ts';

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
