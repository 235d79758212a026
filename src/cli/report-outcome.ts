/** Shows the result of a command: to the person or program that started it, and on the pages of a CI job. */
import type { Outcome, SharedInvocation, ExitCode } from './command.ts';
import type { JobReport } from './ci/job-report.ts';
import { styleFor } from './views/text/style.ts';

export async function reportOutcome(outcome: Outcome, invocation: SharedInvocation, job: JobReport): Promise<ExitCode> {
  const exitCode = print(outcome, invocation);
  if (outcome.failure) await reportFailed(outcome.failure, invocation);
  job.annotate(outcome.diagnostics ?? []);
  if (outcome.warning !== undefined) job.warn(outcome.warning);
  if (outcome.counts) job.output(outcome.counts);
  if (outcome.tree) await job.summarise(outcome.tree);
  return exitCode;
}

export function print(outcome: Outcome, { context: { stdout, env }, options }: SharedInvocation): ExitCode {
  const { exitCode, said, json, human, confirms } = outcome;
  const isNews = options.json || !options.quiet || !confirms || exitCode !== 0;
  if (said || !isNews) return exitCode;
  const text = options.json ? `${JSON.stringify(json, null, 2)}\n` : human(styleFor(stdout, env, options));
  if (text !== '') stdout.write(text);
  return exitCode;
}

async function reportFailed(
  failure: NonNullable<Outcome['failure']>,
  { context, options }: SharedInvocation,
): Promise<void> {
  const { mistakeText } = await import('./views/problems/failure.ts');
  const { stderr, env } = context;
  stderr.write(mistakeText({ suggestion: undefined, diagnostics: [], ...failure }, styleFor(stderr, env, options)));
}
