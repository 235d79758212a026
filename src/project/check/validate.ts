import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError, isWarning, type Diagnostic, gather } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { leftOutOf, type LeftOut } from '../../model/absence.ts';
import { secretWarningsIn } from '../../model/secret-warnings.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, unwritten, type OptionsOf } from '../calls/option.ts';
import { contentConfigOf, configText } from '../../repository/load-config.ts';
import { checkFiles, type FoundInFiles } from './check-files.ts';
import { reportDiagnostics, type DiagnosticReport } from './diagnostic-report.ts';

const validateOptions = {
  paths: unwritten<readonly string[]>('Show only the problems of these files and folders'),
  strict: flag('Treat warnings as errors'),
  staged: flag('Check what is staged in git, and report only what is new; for a pre-commit hook'),
};

/** The options of `validate`. */
export interface ValidateOptions extends OptionsOf<typeof validateOptions> {}

/** The problems that were found. */
export interface ValidationReport {
  /** The number of documents. */
  readonly documents: number;
  /** The number of errors. */
  readonly errors: number;
  /** The number of warnings. */
  readonly warnings: number;
  /** The documents that visitors do not see, by reason. Absent if only staged files or some paths are reported. */
  readonly left_out?: LeftOut;
  /** The problems, in reading order. */
  readonly diagnostics: readonly DiagnosticReport[];
}

/** The result of `validate`. */
export interface Validation extends Reported<ValidationReport> {
  /** The problems in the requested files, in reading order, each place by itself. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of problems in other files, which are left out. */
  readonly hidden: number;
}

/** Checks every file, offline. */
export const validate = defineCall(validateOptions, async (outside, options: ValidateOptions): Promise<Validation> => {
  const { documents, diagnostics, hidden, absences } = options.staged
    ? await checkStagedFiles(outside, options)
    : await checkContentFiles(contentConfigOf(outside), outside, options);
  const gathered = gather(diagnostics);
  const [errors, warnings] = [gathered.filter(isError).length, gathered.filter(isWarning).length];
  return {
    report: {
      documents,
      errors,
      warnings,
      ...(absences && !options.paths?.length && { left_out: leftOutOf(absences, { now: outside.now().getTime() }) }),
      diagnostics: reportDiagnostics(diagnostics),
    },
    ending: { failed: errors > 0 || (options.strict === true && warnings > 0) },
    diagnostics,
    hidden,
  };
});

interface FoundProblems {
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly hidden: number;
  readonly absences?: FoundInFiles['absences'];
}

async function checkContentFiles(config: Config, outside: Outside, options: ValidateOptions): Promise<FoundProblems> {
  const { folder, configFile, signal } = outside;
  const { documents, diagnostics: inContent, absences } = await checkFiles(config, outside);
  const settings = configText({ configFile, cwd: folder });
  const found = [...(settings ? secretWarningsIn(settings) : []), ...inContent];
  signal?.throwIfAborted();
  const diagnostics = within(found, options.paths ?? [], folder);
  return { documents, diagnostics, hidden: found.length - diagnostics.length, absences };
}

async function checkStagedFiles(outside: Outside, { paths: [path] = [] }: ValidateOptions): Promise<FoundProblems> {
  if (path !== undefined) {
    throw new UserError('--staged selects the files and takes no paths', {
      suggestion: `leave out ${path}, or --staged`,
    });
  }
  const { checkStaged } = await import('./check-staged.ts');
  return { ...(await checkStaged(outside)), hidden: 0 };
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
