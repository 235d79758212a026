import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Invocation, Outcome } from './command.ts';
import type { CommandEntry } from './command.ts';
import { commands } from './commands.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host/host.ts';
import { checkArguments, parseArguments, splitCommand } from './parse-arguments.ts';
import { version } from '../project/version.ts';
import { styleFor } from './views/text/style.ts';

/** Runs a command line and prints the result. Throws what went wrong. */
export async function dispatch(words: readonly string[], context: Context, host: Host): Promise<ExitCode> {
  const { name, rest } = splitCommand(words);
  if (name === undefined || name === 'help') return help(name, rest, context);

  const entry = commandNamed(name);
  context.beforeLoading?.();
  const command = await entry.load();
  const invocation: Invocation = { context, ...parseArguments(rest, command.options) };
  if (invocation.options.version) return print(versionOutcome(), invocation);
  if (invocation.options.help) return print(await helpOf(entry), invocation);
  checkArguments(invocation.arguments, command.arguments, name);
  const outcome = await command.run(invocation);
  const exitCode = print(outcome, invocation);
  if (outcome.failure) await reportFailed(outcome.failure, invocation);
  host.annotate(outcome.diagnostics ?? []);
  if (outcome.warning !== undefined) host.warn(outcome.warning);
  if (outcome.counts) host.output(outcome.counts);
  if (outcome.markdown) host.summarise(outcome.markdown());
  return exitCode;
}

async function reportFailed(failure: NonNullable<Outcome['failure']>, { context, options }: Invocation): Promise<void> {
  const { mistakeText } = await import('./views/problems/failure.ts');
  const { stderr, env } = context;
  stderr.write(mistakeText({ suggestion: undefined, diagnostics: [], ...failure }, styleFor(stderr, env, options)));
}

/** `gitcast`, `gitcast --version` and `gitcast help [COMMAND]`. */
async function help(name: string | undefined, rest: readonly string[], context: Context): Promise<ExitCode> {
  const invocation: Invocation = { context, ...parseArguments(rest, {}) };
  if (invocation.options.version) return print(versionOutcome(), invocation);
  checkArguments(invocation.arguments, [{ name: 'COMMAND', about: 'The command to explain' }], name ?? 'help');
  const [topic] = invocation.arguments;
  if (topic !== undefined && topic !== 'help') return print(await helpOf(commandNamed(topic)), invocation);
  const { overview } = await import('./views/help.ts');
  return print(overview(commands), invocation);
}

async function helpOf(entry: CommandEntry): Promise<Outcome> {
  const { commandHelp } = await import('./views/help.ts');
  return commandHelp(entry, await entry.load());
}

function commandNamed(name: string): CommandEntry {
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry) return entry;
  const meant = nearest(name, [...commands.map((candidate) => candidate.name), 'help']);
  throw new UserError(`there is no command ${name}`, {
    suggestion: meant === undefined ? 'gitcast help lists the commands' : `did you mean gitcast ${meant}?`,
  });
}

const versionOutcome = (): Outcome => ({
  exitCode: 0,
  json: { version: version() },
  human: () => `gitcast ${version()}\n`,
});

function print(outcome: Outcome, { context: { stdout, env }, options }: Invocation): ExitCode {
  const { exitCode, said, json, human, confirms } = outcome;
  const isNews = options.json || !options.quiet || !confirms || exitCode !== 0;
  if (said || !isNews) return exitCode;
  const text = options.json ? `${JSON.stringify(json, null, 2)}\n` : human(styleFor(stdout, env, options));
  if (text !== '') stdout.write(text);
  return exitCode;
}
