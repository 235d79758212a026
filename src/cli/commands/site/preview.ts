import { preview as call } from '../../../project/site/preview.ts';
import { defineCommand, SAID } from '../../command.ts';
import { givenTo, projectOf } from '../../open-project.ts';
import { untilStoppedThen } from '../../stop-signal.ts';

export const command = defineCommand({
  arguments: [{ name: 'DIR', about: call.options.dir.about }],
  options: call.options,
  examples: [
    { line: 'gitcast preview', about: 'Serves dist/ until Ctrl-C' },
    { line: 'gitcast preview --port 0 --json', about: 'Prints the address as one line of JSON' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    const { stdout, stderr } = context;
    const asked = { ...givenTo(call.options, options), dir: invocation.arguments[0] };
    const { url, port, taken, folder, close } = await projectOf(invocation).preview(asked);
    if (taken !== undefined) stderr.write(`port ${taken} is in use, using port ${port} instead\n`);
    if (!options.quiet || options.json)
      stdout.write(options.json ? `${JSON.stringify({ url })}\n` : `${url} serves ${folder} until Ctrl-C\n`);
    await untilStoppedThen(context, 'requests in progress', close);
    return SAID;
  },
});
