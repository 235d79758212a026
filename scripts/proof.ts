/**
 * `npm run proof [-- --quick] [PART…]`: runs the parts one after the other and writes docs/proof.md from what they record.
 * With names of parts it runs those and writes to the terminal instead, because the page is about one run of everything.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../test/e2e/program.ts';
import { hasPostgres } from '../test/postgres/cluster.ts';
import { documentOf } from '../test/proof/document.ts';
import { PARTS } from '../test/proof/parts.ts';
import { runPart, type Result } from '../test/proof/run-part.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}: choose from ${PARTS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const seed = Number(process.env['GITCAST_SEED'] || randomInt(1, 2 ** 30));
console.log(`The seed is ${seed}.`);
const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
const isClean = git('status', '--porcelain', '--', '.', ':!docs/proof.md') === '';
const started = new Date();
const settings = { isQuick: values.quick, seed, hasPostgres };
const results: Result[] = [];
for (const part of PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  if (((values.quick ? undefined : part.full) ?? part.quick).length === 0) continue;
  const result = await runPart(part, settings);
  results.push(result);
  const { failures, notRun, seconds } = result;
  console.log(
    `${failures.length === 0 ? '✓' : '✗'} ${part.name}: ${failures.length} failed, ${notRun.length} not run, ${seconds} s`,
  );
  for (const failure of failures) console.log(`  ${failure}`);
}
const [{ model } = { model: 'unknown processor' }] = cpus();
const text = documentOf({
  date: started.toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
  commit: `\`${git('rev-parse', '--short=12', 'HEAD')}\`${isClean ? '' : ' with uncommitted changes'}`,
  seed,
  machine: `${cpus().length} cores (\`${model.trim()}\`), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node.js ${process.versions.node}`,
  isQuick: values.quick,
  seconds: Math.round((Date.now() - started.getTime()) / 1000),
  results,
});
if (positionals.length > 0) console.log(text);
else writeFileSync(join(ROOT, 'docs/proof.md'), text);
if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
