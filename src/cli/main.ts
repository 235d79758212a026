import { UserError } from '../diagnostics/errors.ts';
import { processContext, type Context } from './context.ts';
import { dispatch } from './dispatch.ts';
import type { ExitCode } from './command.ts';
import { jobReport } from './ci/job-report.ts';
import { withDisarmedOutput } from './ci/workflow-commands.ts';
import { isGiven } from './parse-arguments.ts';

/** The program. Nothing else sets the exit code. It does not call process.exit(), so that all output arrives. */
export async function main(words: readonly string[]): Promise<void> {
  let isDone = false;
  // A template is code, and may end the process: a CI job must not take that for a success.
  process.once('exit', (code) => {
    if (isDone || code !== 0) return;
    process.exitCode = 1;
    process.stderr.write(`error: gitcast ${words[0] ?? ''} was ended from within, before it was done\n`);
  });
  const exitCode = await run(words, processContext());
  isDone = true;
  process.exitCode = exitCode;
}

/** The one place that turns an error into a message and an exit code. */
export async function run(words: readonly string[], outside: Context): Promise<ExitCode> {
  const job = jobReport(outside);
  const context = withDisarmedOutput(outside, { json: isGiven('--json', words) });
  try {
    return await dispatch(words, context, job);
  } catch (error) {
    const { failureTree, reportFailure } = await import('./views/problems/failure.ts');
    reportFailure(error, words, context);
    if (error instanceof UserError) job.annotate(error.diagnostics);
    await job.summarise(() => failureTree(error, words));
    return 1;
  }
}
