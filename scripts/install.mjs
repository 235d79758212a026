// Runs before `npm start`, `npm test` and the checks: installs the packages in package-lock.json if node_modules is missing or
// was installed from a different lockfile. It runs on the machine's own Node.js, so it uses nothing newer than Node.js 18.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const stamp = new URL('node_modules/.gitcast-lock', root);
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

/** With lib/, every command starts in half the time. Where it cannot be made, the sources run. */
function bundle() {
  const node = new URL(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root);
  const words = ['scripts/build.ts', '--only-program', 'lib'];
  // A Node.js of the package `node`, which was just installed.
  // oxlint-disable-next-line gitcast/outside-programs
  spawnSync(fileURLToPath(node), words, { cwd: root, stdio: 'ignore' });
}

// npm is the script that runs this one.
const npm = process.env.npm_execpath;

if (installed !== wanted && !npm) {
  console.error(
    'The packages in package-lock.json are not installed. Run npm ci, or this script through npm: npm test.',
  );
  process.exitCode = 1;
} else if (installed !== wanted) {
  console.error('Installing the packages that package-lock.json lists…');
  // Where NODE_ENV is production, npm would leave out what the tests need.
  const words = [npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status === 0) {
    writeFileSync(stamp, wanted);
    bundle();
  } else {
    console.error('npm ci failed, see above. Check that the package registry is reachable.');
    process.exitCode = 1;
  }
}
