/** `src/generated/strings.ts`: the words of the site, from the files that translators edit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(import.meta.dirname, '../locales');

export function stringsModule(): string {
  const languages = readdirSync(FOLDER).map((file): readonly [string, unknown] => [
    file.replace('.yaml', ''),
    parse(readFileSync(join(FOLDER, file), 'utf8')),
  ]);
  return `// Generated from locales/ by npm run generate.
export const WORDS = ${JSON.stringify(Object.fromEntries(languages), null, 2)} as const;
`;
}
