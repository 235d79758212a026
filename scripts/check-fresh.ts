/**
 * `npm run check:fresh`: the commands of the README on a machine that has nothing but Debian's smallest system, git, Node.js and
 * npm, in a clone of the last commit. It prints what each step took, and fails with the first step that fails. Needs root.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { onEnd } from './on-end.ts';
import { bareRoot, newLayer, type Layer } from './fresh/bare-root.ts';

const ROOT = join(import.meta.dirname, '..');

if (process.getuid?.() !== 0) {
  console.error('npm run check:fresh mounts file systems: run it as root.');
  process.exit(1);
}
if (!process.env['npm_execpath']) {
  console.error('The bare machine gets the npm that runs this script: run npm run check:fresh.');
  process.exit(1);
}

const took: string[] = [];
async function step(name: string, act: () => Promise<void>): Promise<void> {
  console.log(`\n── ${name}`);
  const started = performance.now();
  await act();
  const seconds = Math.round((performance.now() - started) / 1000);
  took.push(`✓ ${name}: ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
}

async function run(layer: Layer, ...words: readonly string[]): Promise<void> {
  const [code] = (await once(layer.start(words, 'inherit'), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${words.join(' ')} failed as ${layer.user}, see above`);
}

/** Starts the preview, and stops it when its first page answers. */
async function runUntilPage(layer: Layer, ...words: readonly string[]): Promise<void> {
  const child = layer.start(words, 'pipe');
  const ended = once(child, 'exit');
  try {
    let printed = '';
    for await (const chunk of child.stdout!.setEncoding('utf8') as AsyncIterable<string>) {
      process.stdout.write(chunk);
      printed += chunk;
      const [url] = /http:\/\/(?:localhost|127\.0\.0\.1):\d+\//.exec(printed) ?? [];
      if (url === undefined) continue;
      const { status } = await fetch(url);
      if (status !== 200) throw new Error(`${url} answers with ${status}`);
      return;
    }
    throw new Error(`${words.join(' ')} ended before a page answered`);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

const layers: Layer[] = [];
onEnd(() => layers.forEach((layer) => layer.remove()));
const newMachine = (user: Layer['user']): Layer => {
  const layer = newLayer(base, ROOT, user);
  layers.push(layer);
  return layer;
};

const base = bareRoot();
try {
  const contributor = newMachine('dev');
  await step('npm start installs everything, and its first page answers', () =>
    runUntilPage(contributor, 'npm', 'start'),
  );
  await step('npm test as an unprivileged user', () => run(contributor, 'npm', 'test'));
  const runner = newMachine('root');
  await step('npm run check as root, which installs the packages', () => run(runner, 'npm', 'run', 'check'));
  await step('npm run test:system as root, which installs programs', () => run(runner, 'npm', 'run', 'test:system'));
  console.log(`\n${took.join('\n')}`);
} catch (error) {
  console.error(`\n${[...took, `✗ ${(error as Error).message}`].join('\n')}`);
  process.exitCode = 1;
}
