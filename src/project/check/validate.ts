import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError, isWarning, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { checkTargets } from '../../model/check-targets.ts';
import { secretWarningsIn } from '../../model/secret-warnings.ts';
import type { Ending } from '../ending.ts';
import { modelSettings, readLayers } from '../files/repository.ts';
import type { Outside } from '../outside.ts';
import { configOf, configText } from '../settings/load-config.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import { reportDiagnostic, type DiagnosticReport } from './diagnostic-report.ts';
import { mediaProblems, stagedMediaProblems } from './media-problems.ts';

/** The options of `validate`. */
export interface ValidateOptions {
  /** Report only problems in these files and folders. Everything is checked anyway. */
  readonly paths?: readonly string[] | undefined;
  /** Treat warnings as errors. */
  readonly strict?: boolean | undefined;
  /** Check what is staged in git, as the next commit will contain it. */
  readonly staged?: boolean | undefined;
}

/** The problems that were found. */
export interface ValidationReport {
  /** The number of documents. */
  readonly documents: number;
  /** The number of errors. */
  readonly errors: number;
  /** The number of warnings. */
  readonly warnings: number;
  /** The problems, in reading order. */
  readonly diagnostics: readonly DiagnosticReport[];
}

/** The result of `validate`. */
export interface Validation {
  /** What `gitcast validate --json` prints. */
  readonly report: ValidationReport;
  /** How the call ended. */
  readonly ending: Ending;
  /** The problems in the requested files, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of problems in other files, which are left out. */
  readonly hidden: number;
}

/** Checks every file, offline. */
export async function validate(outside: Outside, options: ValidateOptions = {}): Promise<Validation> {
  const config = configOf(outside);
  const { documents, diagnostics, hidden } = options.staged
    ? await checkStaged(config, outside, options)
    : await checkFiles(config, outside, options);
  const [errors, warnings] = [diagnostics.filter(isError).length, diagnostics.filter(isWarning).length];
  return {
    report: { documents, errors, warnings, diagnostics: diagnostics.map(reportDiagnostic) },
    ending: { failed: errors > 0 || (options.strict === true && warnings > 0) },
    diagnostics,
    hidden,
  };
}

interface Found {
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly hidden: number;
}

async function checkFiles(config: Config, outside: Outside, options: ValidateOptions): Promise<Found> {
  const { folder, configFile, signal } = outside;
  const layers = readLayers(config, folder);
  await stopPoint(signal);
  const { documents, diagnostics: inContent, read } = checkTargets(layers, modelSettings(config));
  await stopPoint(signal);
  const settings = configText({ configFile, cwd: folder });
  const inMedia = await mediaProblems(read, folder);
  const found = [...(settings ? secretWarningsIn(settings) : []), ...inContent, ...inMedia];
  signal?.throwIfAborted();
  const diagnostics = within(found, options.paths ?? [], folder);
  return { documents, diagnostics, hidden: found.length - diagnostics.length };
}

async function checkStaged(config: Config, outside: Outside, { paths = [] }: ValidateOptions): Promise<Found> {
  const { folder, signal } = outside;
  const [path] = paths;
  if (path !== undefined) {
    throw new UserError(worded`${option('staged')} selects the files and takes no paths`, {
      suggestion: worded`leave out ${path}, or ${option('staged')}`,
    });
  }
  const { readStagedContent } = await import('./staged-repository.ts');
  const { layers, documents, concerns, media } = await readStagedContent(config, folder);
  await stopPoint(signal);
  const { diagnostics: inContent, read } = checkTargets(layers, modelSettings(config));
  const inMedia = media ? await stagedMediaProblems(read, media) : [];
  return { documents, diagnostics: [...inContent.filter(concerns), ...inMedia], hidden: 0 };
}

/** Everything is checked anyway, since a document can break another; the paths choose what is shown. */
function within(diagnostics: readonly Diagnostic[], paths: readonly string[], folder: string): readonly Diagnostic[] {
  if (paths.length === 0) return diagnostics;
  const missing = paths.find((path) => !existsSync(resolve(folder, path)));
  if (missing !== undefined) {
    throw new UserError(`there is no file or folder ${missing}`, {
      suggestion: 'pass a path such as content/events, or none to show every problem',
    });
  }
  return diagnostics.filter(({ at }) =>
    paths.some((path) => contains(resolve(folder, path), resolve(folder, at.file))),
  );
}

function contains(path: string, file: string): boolean {
  const way = relative(path, file);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
