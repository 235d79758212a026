import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../generated/commands.ts';
import type { Option, Options } from '../../project/calls/option.ts';
import { SHARED_OPTIONS, type Argument, type Command, type CommandEntry, type Outcome } from '../command.ts';
import { flagsOf } from '../parse-arguments.ts';
import { columns, wrap } from './text/columns.ts';
import type { Style } from './text/style.ts';

const WIDEST = 80;

/** Beside the sources in a checkout, and beside lib/ in the package. */
const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

/** `gitcast help`: all commands, on one screen. */
export function overview(commands: readonly CommandEntry[]): Outcome {
  const help = { group: commands.at(-1)!.group, name: 'help', summary: 'Show this help, or the help of a command' };
  const groups = [...Map.groupBy([...commands, help], ({ group }) => group)];
  return {
    exitCode: 0,
    json: { commands: commands.map(({ name, group, summary }) => ({ name, group, summary })) },
    human: ({ colours }) =>
      [
        "gitcast keeps an event's application and website as files in git.",
        ...groups.flatMap(([group, listed]) => [
          colours.bold(group),
          ...listed.map(({ name, summary }) => `  ${colours.cyan(name.padEnd(11))} ${summary}`),
        ]),
        '',
        'gitcast COMMAND --help shows its options and examples. Every command has',
        `${Object.keys(SHARED_HELP)
          .map((name) => `--${name}`)
          .join(', ')}.`,
        `The guides and the reference are in ${DOCS}`,
        '',
      ].join('\n'),
  };
}

/**
 * The arguments and flags of a command, as plain values. `npm run generate` keeps them for all commands, so that the help
 * and the completion load none of their code.
 */
export interface CommandHelp {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly arguments: readonly Argument[];
  /** By their flags. */
  readonly options: FlagsHelp;
  readonly examples: Command['examples'];
  readonly list?: Command['list'];
}

/** By name. */
export const HELP: Readonly<Record<string, CommandHelp>> = COMMANDS;

export type FlagsHelp = Readonly<Record<string, Pick<Option, 'value' | 'about' | 'short' | 'completes'>>>;

export function describeCommand({ name, summary }: CommandEntry, command: Command): CommandHelp {
  const { arguments: taken, examples, list } = command;
  const options = describeOptions(command.options);
  const words = taken
    .filter(({ hidden }) => !hidden)
    .map((argument) => (argument.required ? argumentName(argument) : `[${argumentName(argument)}]`));
  const flags = Object.entries(options).map(
    ([flag, { value }]) => `[--${flag}${value === undefined ? '' : ` ${value}`}]`,
  );
  const usage = ['gitcast', name, ...words, ...flags].join(' ');
  return { name, summary, usage, arguments: taken, options, examples, ...(list && { list }) };
}

const describeOptions = (options: Options): FlagsHelp =>
  Object.fromEntries(
    [...flagsOf(options)].map(([flag, { value, about, short, completes }]) => [
      flag,
      { ...(value !== undefined && { value }), about, ...(short && { short }), ...(completes && { completes }) },
    ]),
  );

export const SHARED_HELP = describeOptions(SHARED_OPTIONS);

/** `gitcast COMMAND --help`. */
export function commandHelp(help: CommandHelp): Outcome {
  const { summary, usage, options, examples, list } = help;
  const taken = help.arguments.filter(({ hidden }) => !hidden);
  return {
    exitCode: 0,
    json: { ...help, arguments: taken, options: { ...options, ...SHARED_HELP } },
    human: (style) =>
      page(style, [
        { text: `${summary}.` },
        { title: 'Usage', rows: [[usage]] },
        { title: 'Arguments', rows: taken.map((argument) => [argumentName(argument), argument.about]) },
        ...(list ? [list] : []),
        { title: 'Options', rows: optionRows(options) },
        { title: 'Options of every command', rows: optionRows(SHARED_HELP) },
        { title: 'Examples', rows: examples.map(({ line, about }) => [line, about]) },
      ]),
  };
}

const argumentName = ({ name, many }: Argument): string => (many ? `${name}…` : name);

const optionRows = (options: FlagsHelp) =>
  Object.entries(options).map(([name, { short, value, about }]) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    about,
  ]);

type Section = { readonly text: string } | { readonly title: string; readonly rows: readonly (readonly string[])[] };

function page({ colours, width }: Style, sections: readonly Section[]): string {
  const room = Math.min(width, WIDEST);
  return sections
    .filter((section) => !('rows' in section) || section.rows.length > 0)
    .map((section) => {
      if ('text' in section) return wrap(section.text, room).join('\n');
      const rows = section.rows.map(([word = '', ...rest]) => [rest.length > 0 ? colours.cyan(word) : word, ...rest]);
      return `${colours.bold(section.title)}\n${columns(rows, { width: room })}`;
    })
    .join('\n\n')
    .concat('\n');
}
