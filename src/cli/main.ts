import type { ExitCode } from './command.ts';
import { processContext, type Context } from './context.ts';
import { dispatch } from './dispatch.ts';

/** The program. Nothing else sets the exit code, and it is set rather than called so that all output arrives. */
export async function main(words: readonly string[]): Promise<void> {
  process.exitCode = await run(words, processContext());
}

/** The one place where errors end. */
export async function run(words: readonly string[], context: Context): Promise<ExitCode> {
  try {
    return await dispatch(words, context);
  } catch (error) {
    const { reportFailure } = await import('./views/failure.ts');
    reportFailure(error, words, context);
    return 1;
  }
}
