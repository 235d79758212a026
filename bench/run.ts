/**
 * `node bench/run.ts [NAME…]`: runs the named benchmarks, or all of them. A benchmark is `bench/<name>/run.ts` and can have
 * its own options: `node bench/run.ts sync --large`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const fileOf = (name: string): string => join(import.meta.dirname, name, 'run.ts');
const known = readdirSync(import.meta.dirname).filter((name) => existsSync(fileOf(name)));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}: choose from ${known.join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const name of wanted.length > 0 ? wanted : known) {
    console.log(`\n${name}`);
    await import(pathToFileURL(fileOf(name)).href);
  }
}
