/** What the commands take, from their declarations: for the help and the completion, and as a document. */
import { commands } from '../src/cli/commands.ts';
import { describeCommand, SHARED_HELP, type CommandHelp, type FlagsHelp } from '../src/cli/views/help.ts';

export const describeCommands = (): Promise<readonly CommandHelp[]> =>
  Promise.all(commands.map(async (entry) => describeCommand(entry, await entry.load())));

/** `src/generated/commands.ts` */
export const commandsModule = (described: readonly CommandHelp[]): string =>
  `// Generated from the commands by npm run generate.
export const COMMANDS = ${JSON.stringify(Object.fromEntries(described.map((each) => [each.name, each])), null, 2)} as const;
`;

/** `docs/commands.md` */
export const commandsDocument = (described: readonly CommandHelp[]): string =>
  `# Commands

Generated from the declarations in src/. A program has the same options under the same names, in camel case:
\`--allow-deletes 5\` is \`{ allowDeletes: 5 }\` ([guides/api.md](guides/api.md)).

| command | does |
| - | - |
${described.map(({ name, summary }) => `| [${name}](#${name}) | ${cell(summary)} |`).join('\n')}

Every command has these options:

${table(SHARED_HELP)}
${described.map(section).join('\n')}`;

const section = ({ name, summary, usage, arguments: taken, options, examples, list }: CommandHelp): string =>
  [
    `## ${name}`,
    `${summary}.`,
    `\`\`\`sh\n${usage}\n\`\`\``,
    taken
      .filter(({ hidden }) => !hidden)
      .map((argument) => `- \`${argument.name}${argument.many ? '…' : ''}\`: ${argument.about}`)
      .join('\n'),
    list ? list.rows.map(([word, about]) => `- \`${word}\`: ${about}`).join('\n') : '',
    table(options).trimEnd(),
    `\`\`\`sh\n${examples.map(({ line, about }) => `# ${about}\n${line}`).join('\n')}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');

function table(options: FlagsHelp): string {
  const rows = Object.entries(options).map(
    ([flag, { value, short, about }]) =>
      `| \`${cell(`${short === undefined ? '' : `-${short}, `}--${flag}${value === undefined ? '' : ` ${value}`}`)}\` | ${cell(about)} |`,
  );
  return rows.length === 0 ? '' : `| option | does |\n| - | - |\n${rows.join('\n')}\n`;
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('*', String.raw`\*`);
