/**
 * Writes what is made from declarations: `npm run generate`. With `--check` it writes nothing, names the files that are
 * stale, and fails when there are any.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogue } from '../src/diagnostics/catalogue.ts';
import { diagnosticsDoc } from '../src/generate/diagnostics-doc.ts';
import { openapi } from '../src/generate/openapi.ts';
import { reference } from '../src/generate/reference.ts';
import { diagnosticExamples } from './diagnostic-examples.ts';
import { printJson } from './print-json.ts';
import { validatorCode, validatorModule } from './validators.ts';

const root = join(import.meta.dirname, '..');

const generated: Readonly<Record<string, string>> = {
  'docs/openapi.json': printJson(openapi({ profile: 'extended', version: packageVersion() })),
  'docs/reference.md': reference(),
  'docs/diagnostics.md': diagnosticsDoc(catalogue, diagnosticExamples()),
  'src/model/validators.generated.ts': validatorModule(),
  'src/model/validator-code.generated.js': validatorCode(),
};

const stale = Object.keys(generated).filter((file) => read(file) !== generated[file]);

if (process.argv.includes('--check')) {
  for (const file of stale) console.error(`${file} is stale: run npm run generate`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const file of stale) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), generated[file]!);
    console.log(`wrote ${file}`);
  }
}

function read(file: string): string | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function packageVersion(): string {
  return (JSON.parse(read('package.json')!) as { version: string }).version;
}
