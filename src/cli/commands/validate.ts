import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { checkContent } from '../../model/check-content.ts';
import { defineCommand } from '../command.ts';
import { codeQuality } from '../host/code-quality.ts';
import { loadConfig } from '../load-config.ts';
import { readRepository } from '../repository.ts';
import { validationText } from '../views/human.ts';
import { validationJson } from '../views/json.ts';
import { writeFile } from '../write-files.ts';

export const validate = defineCommand({
  arguments: [{ name: 'PATH', many: true, about: 'Show only the problems of these files and folders' }],
  options: {
    strict: { about: 'Let warnings fail as errors do' },
    'code-quality': { value: 'FILE', about: 'Also write the problems as a Code Quality report, for GitLab' },
  },
  examples: [
    { line: 'gitcast validate', about: 'Checks everything' },
    { line: 'gitcast validate --strict', about: 'Checks everything, for CI: fails on a warning too' },
    { line: 'gitcast validate content/events', about: 'Checks everything, and shows the problems of the events' },
  ],
  run({ context: { cwd, env }, arguments: paths, options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const content = readRepository(config, cwd);
    const found = checkContent(content, config.site).diagnostics;
    const diagnostics = within(found, paths, cwd);
    const failed = diagnostics.some((diagnostic) => options.strict || isError(diagnostic));
    const hidden = found.length - diagnostics.length;
    if (options['code-quality'] !== undefined) {
      const report = codeQuality(diagnostics, { cwd, env });
      writeFile(resolve(cwd, options['code-quality']), `${JSON.stringify(report, null, 2)}\n`);
    }
    const validation = { documents: content.documents.length, diagnostics, hidden, failed };
    return {
      exitCode: failed ? 1 : 0,
      json: validationJson(validation),
      human: (style) => validationText(validation, style),
      diagnostics,
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
