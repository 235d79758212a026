// What the launcher does where the program cannot run right away. As the launcher, it is read by any Node since 12. It is a file
// of its own because the modules of Node that it needs would make every start slower.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import { createRequire } from 'module';
import { fileURLToPath } from 'url';

function broughtNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const binary = manifest.replace(/package\.json$/, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

function fail(sentence, help) {
  console.error(`${sentence}\n${help}`);
  process.exitCode = 1;
}

export function failWithoutPackages() {
  const folder = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
  fail(
    `gitcast cannot start: the packages of this checkout are not installed (${folder}).`,
    'Install them with Node.js 18 or later: run npm ci in that folder, or npm start, which also shows the demo.',
  );
}

/** A terminal sends its signals to the program as well, so these must not count as another press of Ctrl-C there. */
function passSignalsTo(program) {
  const received = { SIGINT: 0, SIGTERM: 0 };
  let passed = 0;
  const pass = (signal) => {
    received[signal] += 1;
    if (Math.max(received.SIGINT, received.SIGTERM) <= passed) return;
    passed += 1;
    program.kill('SIGTERM');
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return () => process.removeListener('SIGINT', pass).removeListener('SIGTERM', pass);
}

function runOn(node) {
  const launcher = fileURLToPath(new URL('gitcast.mjs', import.meta.url));
  // A Node.js of the package `node`.
  // oxlint-disable-next-line gitcast/outside-programs
  const program = spawn(node, [launcher, ...process.argv.slice(2)], { stdio: 'inherit' });
  const stopPassing = passSignalsTo(program);
  program.on('exit', (code, signal) => {
    stopPassing();
    if (signal) process.kill(process.pid, signal);
    process.exitCode = code === null ? 1 : code;
  });
}

/** On a Node that is too old: runs the program on a newer one if there is one. */
export function startElsewhere({ required }) {
  const node = broughtNode();
  const isCheckout = existsSync(fileURLToPath(new URL('../src/cli/main.ts', import.meta.url)));
  if (node) runOn(node);
  else if (isCheckout) failWithoutPackages();
  else {
    fail(
      `gitcast needs Node.js ${required.join('.')} or later, and this is Node.js ${process.versions.node}.`,
      'Install the current LTS from https://nodejs.org, or add it to this project with: npm install --save-dev node@24',
    );
  }
}
