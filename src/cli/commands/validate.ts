import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError, isWarning, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { checkTargets } from '../../model/check-targets.ts';
import { secretWarningsIn } from '../../model/secret-warnings.ts';
import { defineCommand } from '../command.ts';
import { codeQuality } from '../host/code-quality.ts';
import { configText, loadConfig } from '../load-config.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { refusedMedia } from '../../render/refused-media.ts';
import { mediaReader, modelSettings, readLayers } from '../repository.ts';
import type { Validation } from '../validation.ts';
import { validationText } from '../views/human.ts';
import { validationJson } from '../views/json.ts';
import { writeFile } from '../write-files.ts';

export const validate = defineCommand({
  arguments: [{ name: 'PATH', many: true, about: 'Show only the problems of these files and folders' }],
  options: {
    strict: { about: 'Let warnings fail as errors do' },
    staged: { about: 'Check what is staged in git, as the commit will have it; for a pre-commit hook' },
    'code-quality': { value: 'FILE', about: 'Also write the problems as a Code Quality report, for GitLab' },
  },
  examples: [
    { line: 'gitcast validate', about: 'Checks everything, for every target' },
    { line: 'gitcast validate --strict', about: 'Checks everything, for CI: fails on a warning too' },
    { line: 'gitcast validate content/events', about: 'Checks everything, and shows the problems of the events' },
    { line: 'gitcast validate --staged', about: 'Checks what the next commit changes' },
  ],
  async run({ context: { cwd, env }, arguments: paths, options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const { documents, diagnostics, hidden } = options.staged
      ? await checkStaged(config, cwd, paths)
      : await checkFiles(config, { cwd, configFile: options.config }, paths);
    if (options['code-quality'] !== undefined) {
      const report = codeQuality(diagnostics, { cwd, env });
      writeFile(resolve(cwd, options['code-quality']), `${JSON.stringify(report, null, 2)}\n`);
    }
    const failed = diagnostics.some((diagnostic) => isError(diagnostic) || (options.strict && isWarning(diagnostic)));
    const validation = { documents, diagnostics, hidden, failed };
    return {
      exitCode: failed ? 1 : 0,
      json: validationJson(validation),
      human: (style) => validationText(validation, style),
      diagnostics,
    };
  },
});

type Found = Omit<Validation, 'failed'>;

async function checkFiles(
  config: Config,
  { cwd, configFile }: { readonly cwd: string; readonly configFile: string | undefined },
  paths: readonly string[],
): Promise<Found> {
  const { documents, diagnostics: inContent, read } = checkTargets(readLayers(config, cwd), modelSettings(config));
  const settings = configText({ configFile, cwd });
  const found = [...(settings ? secretWarningsIn(settings) : []), ...inContent, ...(await mediaProblems(read, cwd))];
  const diagnostics = within(found, paths, cwd);
  return { documents, diagnostics, hidden: found.length - diagnostics.length };
}

/** Media that the build would refuse, of every target: each file once, however many share it. */
async function mediaProblems(broadcasts: readonly Broadcast[], cwd: string): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(
    broadcasts.map((broadcast) => refusedMedia(broadcast, { readMedia: mediaReader(broadcast, cwd) })),
  );
  return [...new Map(found.flat().map((each) => [JSON.stringify(each), each])).values()];
}

async function checkStaged(config: Config, cwd: string, [path]: readonly string[]): Promise<Found> {
  if (path !== undefined) {
    throw new UserError('--staged chooses the files itself', { suggestion: `leave out ${path}, or --staged` });
  }
  const { readStagedContent } = await import('../staged-repository.ts');
  const { layers, documents, concerns } = await readStagedContent(config, cwd);
  const diagnostics = checkTargets(layers, modelSettings(config)).diagnostics.filter(concerns);
  return { documents, diagnostics, hidden: 0 };
}

/** All is checked in any case, since a document can break another; the paths choose what is shown. */
function within(diagnostics: readonly Diagnostic[], paths: readonly string[], cwd: string): readonly Diagnostic[] {
  if (paths.length === 0) return diagnostics;
  const missing = paths.find((path) => !existsSync(resolve(cwd, path)));
  if (missing !== undefined) {
    throw new UserError(`there is no file or folder ${missing}`, {
      suggestion: 'it takes paths, such as content/events; without one it shows every problem',
    });
  }
  return diagnostics.filter(({ at }) => paths.some((path) => contains(resolve(cwd, path), resolve(cwd, at.file))));
}

function contains(path: string, file: string): boolean {
  const way = relative(path, file);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
