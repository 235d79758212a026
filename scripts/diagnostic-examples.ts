import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { diagnosticText } from '../src/cli/views/diagnostic.ts';
import { diskFiles } from '../src/content/files.ts';
import { readContent } from '../src/content/read-content.ts';
import { checkContent } from '../src/model/check-content.ts';

const FIXTURES = join(import.meta.dirname, '../test/fixtures/invalid');
const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en', 'es'] } as const;
const STYLE = { colours: picocolors.createColors(false), width: 120, quiet: false };

/** What `validate` prints for the broken content that shows a code, where a checkout can hold it. */
export function diagnosticExamples(): ReadonlyMap<string, string> {
  const codes = readdirSync(FIXTURES).filter((code) =>
    statSync(join(FIXTURES, code, 'content'), { throwIfNoEntry: false }),
  );
  const shown = codes.map((code): [string, string | undefined] => {
    const content = readContent(diskFiles(join(FIXTURES, code, 'content')), { prefix: 'content/' });
    const example = checkContent(content, SETTINGS).diagnostics.find((diagnostic) => diagnostic.code === code);
    return [code, example && diagnosticText(example, STYLE)];
  });
  return new Map(shown.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
