/**
 * The runners of some hosts take lines of output for commands: `::add-mask::…` at the beginning of a line, `##[…]`,
 * `##vso[…]` and `##teamcity[…]` anywhere in one. Titles and names of fields come from files that anybody may propose, so
 * on such a runner nothing that is printed may look like one. Only the annotations, which are written here, do.
 */
import type { Context, Environment, Output } from '../context.ts';

const HOSTS = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

const readsCommands = (env: Environment): boolean => HOSTS.some((name) => Boolean(env[name]));

/** What a runner skips before a command, and what it may overlook inside of one. */
const AT_LINE_START =
  /(^|[\n\r\u0085\u2028\u2029])((?:(?![\n\r\u0085\u2028\u2029])[\s\p{C}\p{M}])*):(?=[\p{C}\p{M}]*:)/gu;
const ANYWHERE = /#(?=[\p{C}\p{M}]*#[\p{C}\p{M}\w]*\[)/gu;

/** The text with a space inside whatever a runner would obey. */
export const disarmed = (text: string): string => text.replace(AT_LINE_START, '$1$2: ').replace(ANYWHERE, '# ');

/** The same for JSON, whose meaning must stay: its lines begin with no colon, and in a string `#` may be escaped. */
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
