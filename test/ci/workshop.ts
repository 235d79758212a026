/** A `gitcast` on the PATH as after an installation, and the tarball and lockfile to install it from. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { program } from '../programs.ts';
import { temporaryFolder, write } from './folders.ts';

/** The text of a program that is this checkout's gitcast. */
export const GITCAST = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;

/** A folder with a `gitcast`, for the PATH. */
export function installed(folder = temporaryFolder(), gitcast = GITCAST): string {
  write(folder, 'gitcast', gitcast, 0o755);
  return folder;
}

interface More {
  readonly manifest?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * A tarball as `npm pack` makes one, to be installed without a network: a package without dependencies, whose program is
 * that of this checkout, or another one.
 */
export function packed(
  folder = temporaryFolder(),
  gitcast = GITCAST,
  { manifest = {}, files = {} }: More = {},
): string {
  const own = { name: 'gitcast', version: '0.0.1', type: 'module', bin: { gitcast: 'bin/gitcast.mjs' } };
  write(folder, 'package/package.json', JSON.stringify({ ...own, ...manifest }));
  for (const [path, text] of Object.entries(files)) write(folder, `package/${path}`, text);
  write(folder, 'package/bin/gitcast.mjs', gitcast, 0o755);
  const file = join(folder, 'gitcast-0.0.1.tgz');
  execFileSync(program('tar'), ['-czf', file, '-C', folder, 'package']);
  return file;
}

/** The files of `gitcast init --package`, without the seconds that npm takes. */
export function lock(folder: string, tarball: string, more: object = {}): void {
  const [path, spec] = ['ci/gitcast-0.0.1.tgz', 'file:ci/gitcast-0.0.1.tgz'];
  const manifest = { private: true, devDependencies: { gitcast: spec } };
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const entry = {
    version: '0.0.1',
    resolved: spec,
    integrity,
    dev: true,
    bin: { gitcast: 'bin/gitcast.mjs' },
    ...more,
  };
  const { private: _, ...root } = manifest;
  const packages = { '': root, 'node_modules/gitcast': entry };
  write(folder, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write(folder, 'package-lock.json', JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  mkdirSync(join(folder, 'ci'), { recursive: true });
  copyFileSync(tarball, join(folder, path));
}

/** An `npm ci` for the PATH that unpacks such a tarball at once. The real one is tested in install.system.test.ts. */
export function quickNpm(folder = temporaryFolder()): string {
  const script = `#!/bin/sh
[ "$1" = ci ] || exit 1
rm -rf node_modules && mkdir -p node_modules/gitcast node_modules/.bin
tar -xzf ci/gitcast-0.0.1.tgz --strip-components=1 -C node_modules/gitcast
ln -s ../gitcast/bin/gitcast.mjs node_modules/.bin/gitcast
cp package-lock.json node_modules/.package-lock.json
`;
  write(folder, 'npm', script, 0o755);
  return folder;
}
