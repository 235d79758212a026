import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { coloursOf } from '../src/cli/views/text/style.ts';
import { diagnosticText } from '../src/cli/views/problems/diagnostic-view.ts';
import { readTargetLayers } from '../src/content/target-content.ts';
import { checkTargets } from '../src/model/check-content.ts';

const FIXTURES = join(import.meta.dirname, '../test/fixtures/invalid');
const SETTINGS = {
  timezone: 'Europe/Paris',
  locales: ['fr', 'en', 'es'],
  targets: ['local', 'staging', 'production'],
} as const;
const STYLE = { colours: coloursOf({ coloured: false }), width: 120, quiet: false };

/** The output of `validate` for the invalid fixture of each code that has one in the repository. */
export function diagnosticExamples(): ReadonlyMap<string, string> {
  const codes = readdirSync(FIXTURES).filter((code) =>
    statSync(join(FIXTURES, code, 'content'), { throwIfNoEntry: false }),
  );
  const shown = codes.map((code): [string, string | undefined] => {
    const folder = join(FIXTURES, code);
    const shown = (path: string): string => `${relative(folder, path)}/`;
    const layers = readTargetLayers({ folder: join(folder, 'content'), shown, targets: SETTINGS.targets });
    const example = checkTargets(layers, SETTINGS).diagnostics.find((diagnostic) => diagnostic.code === code);
    return [code, example && diagnosticText(example, STYLE)];
  });
  return new Map(shown.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
