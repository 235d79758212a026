import { importSource as call } from '../../project/import/import-source.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { pullEditsOptions } from '../../project/pull/pull-into-branch.ts';
import { defineCommand, outcomeOf, type Invocation, type Outcome } from '../command.ts';
import { flagsOf } from '../parse-arguments.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { lockWaitOf } from '../progress.ts';
import { proposedText } from '../views/pull-view.ts';
import { importText, OF_SOURCE } from '../views/import-view.ts';

const { branch, base } = pullEditsOptions;
const OPTIONS = { ...call.options, branch, base };

export const command = defineCommand({
  arguments: [{ name: 'SOURCE', about: call.options.source.about, required: true }],
  options: OPTIONS,
  examples: [
    { line: 'gitcast import schedule.json', about: 'Imports the export of pretalx or frab' },
    { line: 'gitcast import talks.csv --dry-run', about: 'Shows what a table would become' },
    { line: 'gitcast import festival.ics --as agenda', about: 'Imports a calendar, and remembers it as agenda' },
    { line: 'gitcast import agenda', about: 'Imports what changed in it since' },
    { line: 'gitcast import agenda --branch news', about: 'Imports into a branch, for a pull request' },
    { line: 'gitcast import ../blog/posts --media', about: 'Imports a folder of Markdown pages and their pictures' },
  ],
  async run(invocation) {
    invocation.context.limitHeap?.('command');
    if (invocation.options.branch !== undefined) return importToBranch(invocation, invocation.options.branch);
    const {
      context,
      arguments: [source = ''],
      options,
    } = invocation;
    const imported = await projectOf(invocation, { onEvent: lockWaitOf(context, options) }).importSource({
      ...givenTo(call.options, options),
      source,
      ...(source === '-' && { input: await context.readInput() }),
    });
    return outcomeOf(imported, (style) => importText({ ...imported, isDryRun: options.dryRun === true }, style));
  },
});

/** Everything else is in the configuration, where the next job finds it too. */
async function importToBranch(invocation: Invocation<typeof OPTIONS>, name: string): Promise<Outcome> {
  const { arguments: words, options } = invocation;
  const other = [...flagsOf(call.options)].find(([, { option }]) => options[option as keyof typeof options])?.[0];
  if (other !== undefined)
    throw new UserError(`--branch takes its settings from \`imports\`, so it cannot be combined with --${other}`, {
      suggestion: 'leave one of them out',
    });
  const proposed = await projectOf(invocation).proposeImport({
    source: words[0]!,
    base: options.base,
    branch: name,
  });
  const command = `gitcast import ${words[0]}`;
  const wayOut = `conflict: ${command} --theirs takes the values of the source, ${command} --ours keeps those of the files`;
  return outcomeOf(proposed, (style) => proposedText(proposed.report, style, OF_SOURCE, wayOut));
}
