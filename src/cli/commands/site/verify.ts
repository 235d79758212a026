import { CONCURRENCY } from '../../../project/calls/limits.ts';
import { defineCommand } from '../../command.ts';
import { exitCodeOf } from '../../exit-code.ts';
import { NO_CARDS_FLAG, targetFlag, TARGET_FLAGS } from '../../flags.ts';
import { projectOf } from '../../open-project.ts';
import { instantOption, integerOption } from '../../option-values.ts';
import { stopSignal } from '../../stop-signal.ts';
import { verifyMarkdown, verifyText } from '../../views/site/verify.ts';

export const verify = defineCommand({
  arguments: [{ name: 'URL', about: 'The address of the published site', required: true }],
  options: {
    manifest: { value: 'FILE', about: 'Compare with this manifest of build --manifest instead of building' },
    target: targetFlag('The target whose content is built'),
    now: { value: 'INSTANT', about: 'Compare with a build as of this time, such as 2027-06-18T20:00:00+02:00' },
    'no-cards': NO_CARDS_FLAG,
    concurrency: TARGET_FLAGS.concurrency,
  },
  examples: [
    { line: 'gitcast verify https://a.example', about: 'Builds this commit and compares every file' },
    { line: 'gitcast verify https://a.example/2027/', about: 'Verifies a site below a path' },
  ],
  async run(invocation) {
    const { context, arguments: words, options } = invocation;
    context.scrubEnvironment?.({});
    const { report, ending } = await projectOf(invocation, { signal: stopSignal(context) }).verify({
      url: words[0]!,
      manifest: options.manifest,
      target: options.target,
      at: instantOption(options.now),
      cards: !options['no-cards'],
      concurrency: integerOption('--concurrency', options.concurrency, CONCURRENCY),
    });
    return {
      exitCode: exitCodeOf(ending),
      json: report,
      human: (style) => verifyText(report, style),
      markdown: () => verifyMarkdown(report),
    };
  },
});
