#!/usr/bin/env node
// The launcher is read by any Node since 12, so that an old one gets a sentence and not a syntax error: no `await` outside of
// functions, no `?.` and `??`, no `node:` in imports. Where the checkout or the installation brings a newer Node along (the
// npm package `node`), the program runs on that one.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import { createRequire } from 'module';
import { fileURLToPath } from 'url';

const REQUIRED = [22, 22];
const [major, minor] = process.versions.node.split('.').map(Number);
const recentEnough = major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1]);

const compiled = new URL('../lib/cli/main.js', import.meta.url);
const source = new URL('../src/cli/main.ts', import.meta.url);
/** A checkout runs its sources; the published package has only the compiled form. */
const isCheckout = existsSync(fileURLToPath(source));

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

function failWithoutPackages() {
  const folder = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
  if (isCheckout) {
    fail(
      `gitcast cannot start: the packages of this checkout are not installed (${folder}).`,
      'Install them with Node.js 18 or later: run npm ci in that folder, or npm start, which also shows the demo.',
    );
  } else {
    fail(
      `gitcast cannot start: packages that it needs are missing (${folder}).`,
      'Install it again: npm install gitcast',
    );
  }
}

/** SQLite works on every Node that we support, and 22 calls it experimental still. Any other warning is shown. */
function withoutSqliteWarning() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest);
  };
}

async function runHere() {
  withoutSqliteWarning();
  const { enableCompileCache } = await import('module');
  enableCompileCache();
  let program;
  try {
    program = await import(isCheckout ? source.href : compiled.href);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.startsWith('Cannot find package')) throw error;
    return failWithoutPackages();
  }
  return program.main(process.argv.slice(2));
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
  const program = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  const stopPassing = passSignalsTo(program);
  program.on('exit', (code, signal) => {
    stopPassing();
    if (signal) process.kill(process.pid, signal);
    process.exitCode = code === null ? 1 : code;
  });
}

if (recentEnough) {
  // What goes wrong here is a fault of gitcast: Node shows it with its stack.
  void runHere();
} else {
  const node = broughtNode();
  if (node) runOn(node);
  else if (isCheckout) failWithoutPackages();
  else {
    fail(
      `gitcast needs Node ${REQUIRED.join('.')} or newer, and this is Node ${process.versions.node}.`,
      'Install a current Node LTS, or add one to this project with: npm install --save-dev node@24',
    );
  }
}
