import type { ProjectEvent } from '../../../project/index.ts';
import { dev as call } from '../../../project/dev/dev.ts';
import { defineCommand, SAID } from '../../command.ts';
import { createTerminal, showDevEvent, welcomeText } from '../../dev-terminal.ts';
import { givenTo, projectOf } from '../../open-project.ts';
import { untilStoppedThen } from '../../stop-signal.ts';
import { styleFor } from '../../views/text/style.ts';

export const command = defineCommand({
  options: call.options,
  examples: [
    { line: 'gitcast dev', about: 'Previews the site, and syncs every save to the embedded service' },
    { line: 'gitcast dev --no-sync --drafts', about: 'Previews only, with drafts' },
    { line: 'gitcast dev --host', about: 'Previews also on a phone in the same network' },
    { line: 'gitcast dev --now 2027-06-18T20:00:00+02:00', about: 'Previews the site as of that time' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    const { env, stdout, stderr } = context;
    context.scrubEnvironment?.({ programs: true });
    context.limitHeap?.('preview');
    const style = styleFor(stderr, env, options);
    const terminal = createTerminal(context, style, { silent: (options.json || options.quiet) ?? false });
    const onEvent = (event: ProjectEvent): void => {
      if (event.type !== 'dev-started') return showDevEvent(event, terminal, style);
      if (options.json) stdout.write(`${JSON.stringify({ url: event.url, link: event.link })}\n`);
      else if (!options.quiet) stdout.write(welcomeText(event, styleFor(stdout, env, options)));
    };
    const project = projectOf(invocation, { onEvent, onQuestion: terminal.clear });
    const { target, close } = await project.dev(givenTo(call.options, options));
    const left = await untilStoppedThen(context, target === undefined ? 'open pages' : `a push to ${target}`, close);
    terminal.clear();
    if (left.length > 0) stderr.write(`Not pushed to ${target}: ${left.join(', ')}. gitcast sync pushes them.\n`);
    return SAID;
  },
});
