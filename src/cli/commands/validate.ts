import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { checkTargets } from '../../model/check-targets.ts';
import { secretWarningsIn } from '../../model/secret-warnings.ts';
import { defineCommand } from '../command.ts';
import { configText, loadConfig } from '../load-config.ts';
import { modelSettings, readLayers } from '../repository.ts';
import { validationText } from '../views/human.ts';
import { validationJson } from '../views/json.ts';

export const validate = defineCommand({
  arguments: [{ name: 'PATH', many: true, about: 'Show only the problems of these files and folders' }],
  options: { strict: { about: 'Let warnings fail as errors do' } },
  examples: [
    { line: 'gitcast validate', about: 'Checks everything, for every target' },
    { line: 'gitcast validate --strict', about: 'Checks everything, for CI: fails on a warning too' },
    { line: 'gitcast validate content/events', about: 'Checks everything, and shows the problems of the events' },
  ],
  run({ context: { cwd, env }, arguments: paths, options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const { documents, diagnostics: inContent } = checkTargets(readLayers(config, cwd), modelSettings(config));
    const settings = configText({ configFile: options.config, cwd });
    const found = [...(settings ? secretWarningsIn(settings) : []), ...inContent];
    const diagnostics = within(found, paths, cwd);
    const failed = diagnostics.some((diagnostic) => options.strict || isError(diagnostic));
    const hidden = found.length - diagnostics.length;
    const validation = { documents, diagnostics, hidden, failed };
    return {
      exitCode: failed ? 1 : 0,
      json: validationJson(validation),
      human: (style) => validationText(validation, style),
    };
  },
});

/** All is checked in any case, since a document can break another; the paths choose what is shown. */
function within(diagnostics: readonly Diagnostic[], paths: readonly string[], cwd: string): readonly Diagnostic[] {
  if (paths.length === 0) return diagnostics;
  const missing = paths.find((path) => !existsSync(resolve(cwd, path)));
  if (missing !== undefined) throw new UserError(`there is no file or folder ${missing}`);
  return diagnostics.filter(({ at }) => paths.some((path) => contains(resolve(cwd, path), resolve(cwd, at.file))));
}

function contains(path: string, file: string): boolean {
  const way = relative(path, file);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
