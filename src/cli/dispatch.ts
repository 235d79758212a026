import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { CommandEntry, Invocation, Outcome, ExitCode } from './command.ts';
import { commands } from './commands.ts';
import type { Context } from './context.ts';
import type { JobReport } from './ci/job-report.ts';
import { checkArguments, isGiven, parseArguments, splitCommand } from './parse-arguments.ts';
import { version } from '../machine/program.ts';
import { print, reportOutcome } from './report-outcome.ts';

/** Runs a command line and prints the result. Throws what went wrong. */
export async function dispatch(words: readonly string[], context: Context, job: JobReport): Promise<ExitCode> {
  const { name, rest } = splitCommand(words);
  if (name === undefined || name === 'help') return help(name, rest, { context, job });

  const entry = commandNamed(name);
  if (isGiven('--help', rest) || isGiven('-h', rest)) {
    // Whatever else is typed is not read: the command's own options are not loaded for its help.
    const shown = rest.filter((word) => word === '--json' || word === '--no-color');
    return print(await helpOf(entry), { context, ...parseArguments(shown, {}) });
  }
  context.beforeLoading?.();
  const command = await entry.load();
  const invocation: Invocation = { context, job, ...parseArguments(rest, command.options) };
  if (invocation.options.version) return print(versionOutcome(), invocation);
  checkArguments(invocation.arguments, command.arguments, name);
  return reportOutcome(await command.run(invocation), invocation, job);
}

/** `gitcast`, `gitcast --version` and `gitcast help [COMMAND]`. */
async function help(
  name: string | undefined,
  rest: readonly string[],
  around: Pick<Invocation, 'context' | 'job'>,
): Promise<ExitCode> {
  const invocation: Invocation = { ...around, ...parseArguments(rest, {}) };
  if (invocation.options.version) return print(versionOutcome(), invocation);
  checkArguments(invocation.arguments, [{ name: 'COMMAND', about: 'The command to explain' }], name ?? 'help');
  const [topic] = invocation.arguments;
  if (topic !== undefined && topic !== 'help') return print(await helpOf(commandNamed(topic)), invocation);
  const { overview } = await import('./views/help.ts');
  return print(overview(commands), invocation);
}

async function helpOf({ name }: CommandEntry): Promise<Outcome> {
  const { commandHelp, HELP } = await import('./views/help.ts');
  return commandHelp(HELP[name]!);
}

function commandNamed(name: string): CommandEntry {
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry) return entry;
  const meant = CALLED_OTHERWISE[name] ?? nearest(name, [...commands.map((candidate) => candidate.name), 'help']);
  throw new UserError(`there is no command ${name}`, {
    suggestion: meant === undefined ? 'gitcast help lists the commands' : `did you mean gitcast ${meant}?`,
  });
}

/** Words that people try first. */
const CALLED_OTHERWISE: Readonly<Record<string, string>> = {
  rename: 'mv',
  move: 'mv',
  delete: 'rm',
  remove: 'rm',
  serve: 'dev, which previews the site, or gitcast service, which runs the embedded service',
  diff: 'plan, or gitcast compare',
};

const versionOutcome = (): Outcome => ({
  exitCode: 0,
  json: { version: version() },
  human: () => `gitcast ${version()}\n`,
});
