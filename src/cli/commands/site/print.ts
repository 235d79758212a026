import { PAPERS, SHEETS } from '../../../project/site/print/sheets.ts';
import { defineCommand } from '../../command.ts';
import { SITE_FLAGS, targetFlag } from '../../flags.ts';
import { projectOf } from '../../open-project.ts';
import { actionOf, instantOption, oneOfOption } from '../../option-values.ts';
import { progressOf } from '../../progress.ts';
import { stopSignal } from '../../stop-signal.ts';
import { printedText } from '../../views/site/results.ts';

export const print = defineCommand({
  arguments: [{ name: 'SHEET', about: 'booklet, poster or signs', required: true, completes: SHEETS }],
  options: {
    paper: { value: 'SIZE', completes: PAPERS, about: 'The size of the booklet: a5 or a4 (default: a5)' },
    day: { value: 'DATE', about: 'The day of the poster, like 2027-06-18 (default: a file for each day)' },
    language: { value: 'LANG', about: 'A language of the site (default: a file for each language)' },
    out: { value: 'DIR', about: 'The folder for the files (default: print)' },
    target: targetFlag('The target whose content is printed'),
    now: SITE_FLAGS.now,
    drafts: SITE_FLAGS.drafts,
  },
  examples: [
    { line: 'gitcast print booklet', about: 'Makes print/booklet-a5.pdf with an installed Chromium, Chrome or Edge' },
    { line: 'gitcast print poster --day 2027-06-18', about: 'Makes the poster of one day, on A3' },
    { line: 'gitcast print signs --language en', about: 'Makes the door signs of all places in English, on A4' },
  ],
  async run(invocation) {
    const { context, arguments: words, options } = invocation;
    context.scrubEnvironment?.({ programs: true });
    const { report } = await projectOf(invocation, {
      signal: stopSignal(context),
      onEvent: progressOf(context, options),
    }).print({
      sheet: actionOf('print', words[0]!, SHEETS, 'sheet'),
      paper: oneOfOption('--paper', options.paper, PAPERS),
      day: options.day,
      language: options.language,
      out: options.out,
      target: options.target,
      at: instantOption(options.now),
      drafts: options.drafts,
    });
    return { exitCode: 0, json: report, human: (style) => printedText(report, style) };
  },
});
