/**
 * Some CI runners interpret lines of output as commands: `::add-mask::…` at the beginning of a line, `##[…]`, `##vso[…]` and
 * `##teamcity[…]` anywhere in one. Titles and field names come from files that anyone may propose, so on such a runner no
 * printed text may look like a command. Only the annotations, which are written here, do.
 */
import type { Context, Environment, Output } from '../context.ts';

const HOSTS = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

const readsCommands = (env: Environment): boolean => HOSTS.some((name) => Boolean(env[name]));

/** Characters that a runner skips before a command or may ignore inside one. */
const AT_LINE_START =
  /(^|[\n\r\u0085\u2028\u2029])((?:(?![\n\r\u0085\u2028\u2029])[\s\p{C}\p{M}])*):(?=[\p{C}\p{M}]*:)/gu;
const ANYWHERE = /#(?=[\p{C}\p{M}]*#[\p{C}\p{M}\w]*\[)/gu;

/** The text with a space inside everything that a runner would obey. */
export const disarmed = (text: string): string => text.replace(AT_LINE_START, '$1$2: ').replace(ANYWHERE, '# ');

/** The same for JSON, whose meaning must not change: no line begins with a colon, and `#` may be escaped in a string. */
export const disarmedJson = (text: string): string => text.replace(ANYWHERE, String.raw`\u0023`);

/** The context for everything that is not itself a command for the runner. */
export function withDisarmedOutput(context: Context, { json }: { readonly json: boolean }): Context {
  if (!readsCommands(context.env)) return context;
  const { stdout, stderr } = context;
  return { ...context, stdout: through(stdout, json ? disarmedJson : disarmed), stderr: through(stderr, disarmed) };
}

const through = (output: Output, change: (text: string) => string): Output => ({
  ...output,
  write: (text) => output.write(change(text)),
});
