import { print as call, SHEETS } from '../../../project/site/print.ts';
import { actionOf, defineCommand } from '../../command.ts';
import { givenTo, projectOf } from '../../open-project.ts';
import { progressOf } from '../../progress.ts';
import { stopSignal } from '../../stop-signal.ts';
import { printedText } from '../../views/site/results.ts';

export const command = defineCommand({
  arguments: [{ name: 'SHEET', about: call.options.sheet.about, required: true, completes: SHEETS }],
  options: call.options,
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
    }).print({ ...givenTo(call.options, options), sheet: actionOf('print', words[0]!, SHEETS, 'sheet') });
    return { exitCode: 0, json: report, human: (style) => printedText(report, style) };
  },
});
