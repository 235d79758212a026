import { fileURLToPath } from 'node:url';
import type { Options } from '../../project/calls/option.ts';
import { SHARED_OPTIONS, type Argument, type Command, type CommandEntry, type Outcome } from '../command.ts';
import { flagsOf } from '../parse-arguments.ts';
import { columns, wrap } from './text/columns.ts';
import type { Style } from './text/style.ts';

const WIDEST = 80;

/** Beside the sources in a checkout, and beside lib/ in the package. */
const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

/** `gitcast help`: all commands. */
export function overview(commands: readonly CommandEntry[]): Outcome {
  const listed = [
    ...commands.map(({ name, summary }) => [name, summary]),
    ['help', 'Show this help, or the help of a command'],
  ];
  return {
    exitCode: 0,
    json: { commands: commands.map(({ name, summary }) => ({ name, summary })) },
    human: (style) =>
      page(style, [
        { text: "gitcast keeps an event's application and website as files in git." },
        { title: 'Usage', rows: [['gitcast COMMAND [options]']] },
        { title: 'Commands', rows: listed },
        { title: 'Options of every command', rows: optionRows(SHARED_OPTIONS) },
        { text: 'gitcast COMMAND --help shows the options of a command, with examples.' },
        { text: `The guides and the reference are in ${DOCS}` },
      ]),
  };
}

/** `gitcast COMMAND --help`. */
export function commandHelp({ name, summary }: CommandEntry, command: Command): Outcome {
  const { options, examples, list } = command;
  const taken = command.arguments.filter(({ hidden }) => !hidden);
  const usage = usageOf(name, { arguments: taken, options });
  return {
    exitCode: 0,
    json: { name, summary, usage, arguments: taken, options: optionsJson(options), examples, list },
    human: (style) =>
      page(style, [
        { text: `${summary}.` },
        { title: 'Usage', rows: [[usage]] },
        { title: 'Arguments', rows: taken.map((argument) => [argumentName(argument), argument.about]) },
        ...(list ? [list] : []),
        { title: 'Options', rows: optionRows(options) },
        { title: 'Options of every command', rows: optionRows(SHARED_OPTIONS) },
        { title: 'Examples', rows: examples.map(({ line, about }) => [line, about]) },
      ]),
  };
}

function usageOf(name: string, { arguments: taken, options }: Pick<Command, 'arguments' | 'options'>): string {
  const words = taken.map((argument) => (argument.required ? argumentName(argument) : `[${argumentName(argument)}]`));
  const flags = [...flagsOf(options)].map(
    ([flag, { value }]) => `[--${flag}${value === undefined ? '' : ` ${value}`}]`,
  );
  return ['gitcast', name, ...words, ...flags].join(' ');
}

const optionsJson = (options: Options): object =>
  Object.fromEntries(
    [...flagsOf({ ...options, ...SHARED_OPTIONS })].map(([flag, { value, about, short, completes }]) => [
      flag,
      { value, about, short, completes },
    ]),
  );

const argumentName = ({ name, many }: Argument): string => (many ? `${name}…` : name);

const optionRows = (options: Options) =>
  [...flagsOf(options)].map(([name, { short, value, about }]) => [
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
