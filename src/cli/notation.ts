/** Writes the options and calls that a project's messages mention as they are typed on the command line. */
import { flagOf } from '../project/calls/option.ts';
import type { CallName, Mention, Notation, OptionName } from '../diagnostics/wording.ts';

/** Flags that differ from the option in more than their case. */
const FLAGS: Readonly<Partial<Record<OptionName, string>>> = { approve: 'yes', configFile: 'config' };

/** Options that a command has as arguments, in their order. */
export const ARGUMENTS: Readonly<Partial<Record<CallName, readonly OptionName[]>>> = {
  initProject: ['dir'],
  newDocument: ['kind', 'slug'],
  remove: ['addresses'],
  'state.unlock': ['id'],
};

const COMMANDS: Readonly<Partial<Record<CallName, string>>> = {
  importSource: 'import',
  initProject: 'init',
  newDocument: 'new',
  remove: 'rm',
  serve: 'service',
};

export const flagOfOption = (option: OptionName): string => flagOf(FLAGS[option] ?? option, {});

export const commandOf = (call: CallName): string => COMMANDS[call] ?? call.replace('.', ' ');

export const onCommandLine: Notation = (mention) => {
  if ('option' in mention) return typed(mention);
  const options = Object.entries(mention.options ?? {}) as [OptionName, string | number | boolean][];
  const isArgument = (option: OptionName): boolean => ARGUMENTS[mention.call]?.includes(option) ?? false;
  const words = options.map(([option, value]) => (isArgument(option) ? String(value) : typed({ option, value })));
  return ['gitcast', commandOf(mention.call), ...words].join(' ');
};

function typed({ option, value = true }: Extract<Mention, { readonly option: unknown }>): string {
  if (value === false) return `--no-${flagOfOption(option)}`;
  if (value === true) return `--${flagOfOption(option)}`;
  return `--${flagOfOption(option)} ${value}`;
}
