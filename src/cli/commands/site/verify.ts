import { verify as call } from '../../../project/site/verify.ts';
import { defineCommand, outcomeOf } from '../../command.ts';
import { givenTo, projectOf } from '../../open-project.ts';
import { stopSignal } from '../../stop-signal.ts';
import { verifyMarkdown, verifyText } from '../../views/site/verify.ts';

export const command = defineCommand({
  arguments: [{ name: 'URL', about: call.options.url.about, required: true }],
  options: {
    ...call.options,
    at: { ...call.options.at, about: 'Compare with a build as of this time, such as 2027-06-18T20:00:00+02:00' },
  },
  examples: [
    { line: 'gitcast verify https://a.example', about: 'Builds this commit and compares every file' },
    { line: 'gitcast verify https://a.example/2027/', about: 'Verifies a site below a path' },
  ],
  async run(invocation) {
    const { context, arguments: words, options } = invocation;
    context.scrubEnvironment?.({});
    const project = projectOf(invocation, { signal: stopSignal(context) });
    const verified = await project.verify({ ...givenTo(call.options, options), url: words[0]! });
    const { report } = verified;
    return { ...outcomeOf(verified, (style) => verifyText(report, style)), markdown: () => verifyMarkdown(report) };
  },
});
