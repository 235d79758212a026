import { UserError } from '../diagnostics/errors.ts';
import { processContext, type Context } from './context.ts';
import { dispatch } from './dispatch.ts';
import type { ExitCode } from './exit-code.ts';
import { hostOf } from './host/host.ts';
import { withDisarmedOutput } from './host/workflow-commands.ts';
import { isGiven } from './parse-arguments.ts';

/** The program. Nothing else sets the exit code. It does not call process.exit(), so that all output arrives. */
export async function main(words: readonly string[]): Promise<void> {
  process.exitCode = await run(words, processContext());
}

/** The one place that turns an error into a message and an exit code. */
export async function run(words: readonly string[], outside: Context): Promise<ExitCode> {
  const host = hostOf(outside);
  const context = withDisarmedOutput(outside, { json: isGiven('--json', words) });
  try {
    return await dispatch(words, context, host);
  } catch (error) {
    const { failureMarkdown, reportFailure } = await import('./views/problems/failure.ts');
    reportFailure(error, words, context);
    if (error instanceof UserError) host.annotate(error.diagnostics);
    host.summarise(failureMarkdown(error, words));
    return 1;
  }
}
