/**
 * `npm run generate`: writes the files that are generated from declarations. With `--check` it writes nothing, lists the
 * stale files, and fails if there are any.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keptDocument } from '../bench/suite/results.ts';
import { catalogue } from '../src/diagnostics/catalogue.ts';
import { diagnosticsDoc } from './diagnostics-doc.ts';
import { reference } from './reference.ts';
import { themeData } from './theme-data.ts';
import { stringsModule } from './strings.ts';
import { validatorCode, validatorModule } from './validators.ts';

type Files = Readonly<Record<string, string>>;

/** Its first part is written by hand. */

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

// The documents are made by the program, so its own parts are written before anything loads them.
const programIsCurrent = update({
  'src/generated/validators.ts': validatorModule(),
  'src/generated/validator-code.js': validatorCode(),
  'src/generated/strings.ts': stringsModule(),
});
if (!isCheck || programIsCurrent) {
  const { commandsDocument, commandsModule, describeCommands } = await import('./commands.ts');
  const commands = await describeCommands();
  update({ 'src/generated/commands.ts': commandsModule(commands), 'docs/commands.md': commandsDocument(commands) });
  update(await documents());
}

async function documents(): Promise<Files> {
  const { diagnosticExamples } = await import('./diagnostic-examples.ts');
  return {
    'docs/reference.md': reference(),
    'docs/theme-data.md': themeData(root),
    'docs/diagnostics.md': diagnosticsDoc(catalogue, diagnosticExamples()),
    'docs/performance.md': keptDocument(),
  };
}

/** Writes the stale files, or reports them. Returns true if there were none. */
function update(files: Files): boolean {
  const stale = Object.keys(files).filter((file) => read(file) !== files[file]);
  for (const file of stale) {
    if (isCheck) {
      console.error(`${file} is stale: run npm run generate`);
      process.exitCode = 1;
    } else {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), files[file]!);
      console.log(`wrote ${file}`);
    }
  }
  return stale.length === 0;
}

function read(file: string): string | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
