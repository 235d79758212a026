import { boundHeap } from '../../machine/heap.ts';
import { importSource as call } from '../../project/import/import-source.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { lockWaitOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { importText } from '../views/import-view.ts';

export const command = defineCommand({
  arguments: [{ name: 'SOURCE', about: call.options.source.about, required: true }],
  options: call.options,
  examples: [
    { line: 'gitcast import schedule.json', about: 'Imports the export of pretalx or frab' },
    { line: 'gitcast import talks.csv --into session --dry-run', about: 'Shows what a table would become' },
    { line: 'gitcast import https://example.org/festival.ics --as agenda', about: 'Imports a calendar under a name' },
    { line: 'gitcast import agenda', about: 'Imports what changed, for an entry of `imports` in the configuration' },
    {
      line: 'gitcast import ../blog/content/posts --media',
      about: 'Imports the posts of a Hugo site and their pictures',
    },
  ],
  async run(invocation) {
    boundHeap();
    const {
      context,
      arguments: [source = ''],
      options,
    } = invocation;
    const imported = await projectOf(invocation, {
      signal: stopSignal(context),
      onEvent: lockWaitOf(context, options),
    }).importSource({ ...givenTo(call.options, options), source });
    return outcomeOf(imported, (style) => importText({ ...imported, isDryRun: options.dryRun === true }, style));
  },
});
