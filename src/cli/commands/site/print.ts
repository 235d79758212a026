import { print as call, SHEETS } from '../../../project/site/print.ts';
import type { PrintReport } from '../../../project/index.ts';
import { count } from '../../../diagnostics/count.ts';
import { actionOf, defineCommand, shown } from '../../command.ts';
import { givenTo, projectOf } from '../../open-project.ts';
import { progressOf } from '../../progress.ts';
import { stopSignal } from '../../stop-signal.ts';
import { sizeText } from '../../views/text/excerpts.ts';
import type { Style } from '../../views/text/style.ts';

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
    return shown(report, (style) => printedText(report, style));
  },
});

function printedText({ files, codes }: PrintReport, { colours, quiet }: Style): string {
  if (quiet) return '';
  const lines = files.map(
    ({ file, pages, bytes }) =>
      `${colours.green('✓')} ${colours.bold(file)}: ${count(pages, 'page')}, ${sizeText(bytes)}`,
  );
  const note = colours.dim('  no QR codes, because `site.url` is not set in the configuration');
  return `${[...lines, ...(codes ? [] : [note])].join('\n')}\n`;
}
