#!/usr/bin/env node
// The launcher runs on any Node since 12, so that an old one gets a sentence and not a syntax error. Where the checkout
// or the installation brings a newer Node along (the npm package `node`), the program runs on that one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const REQUIRED = [22, 22];
const [major, minor] = process.versions.node.split('.').map(Number);
const recentEnough = major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1]);

function broughtNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const binary = manifest.replace(/package\.json$/, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

if (recentEnough) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  const compiled = new URL('../lib/cli/main.js', import.meta.url);
  const source = new URL('../src/cli/main.ts', import.meta.url);
  // A checkout runs its sources; the published package has only the compiled form.
  const { main } = await import(existsSync(source) ? source : compiled);
  await main(process.argv.slice(2));
} else {
  const node = broughtNode();
  if (node) {
    const program = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
    // Who ends the launcher means the program. It is told once, and not by the signal that a terminal sends to both: a
    // second one of a kind would end it on the spot.
    let isTold = false;
    const tell = () => {
      if (!isTold) program.kill('SIGTERM');
      isTold = true;
    };
    process.on('SIGINT', tell).on('SIGTERM', tell);
    program.on('exit', (code, signal) => {
      process.off('SIGINT', tell).off('SIGTERM', tell);
      if (signal) process.kill(process.pid, signal);
      process.exitCode = code === null ? 1 : code;
    });
  } else {
    console.error(
      `gitcast needs Node ${REQUIRED.join('.')} or newer, and this is Node ${process.versions.node}.\n` +
        'Install a current Node LTS, or add one to this project with: npm install --save-dev node@24',
    );
    process.exitCode = 1;
  }
}
