// Runs before `npm start`, `npm test` and the checks: installs the packages in package-lock.json if node_modules is missing or
// was installed from a different lockfile. It runs on the machine's own Node.js, so it uses nothing newer than Node.js 18.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const stamp = new URL('node_modules/.gitcast-lock', root);
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

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
  } else {
    console.error('npm ci failed, see above. Check that the package registry is reachable.');
    process.exitCode = 1;
  }
}
