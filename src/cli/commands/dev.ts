import type { ProjectEvent } from '../../project/index.ts';
import { defineCommand } from '../command.ts';
import { createTerminal, showDevEvent } from '../dev-terminal.ts';
import { projectOf } from '../open-project.ts';
import { instantOption, portOption } from '../option-values.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { TARGET_FLAGS, targetOptions } from '../target-flags.ts';
import { welcomeText } from '../views/dev.ts';
import { styleFor } from '../views/text/style.ts';

export const dev = defineCommand({
  arguments: [],
  options: {
    ...TARGET_FLAGS,
    'no-sync': { about: 'Only preview; push nothing' },
    yes: { short: 'y', about: 'Do not ask before pushing to a target that is not the embedded service' },
    port: { value: 'N', about: 'The port on 127.0.0.1; 0 for any free one. Otherwise 4321 or the next free one' },
    now: { value: 'INSTANT', about: 'Show the site as it will be then, such as 2027-06-18T20:00:00+02:00' },
    drafts: { about: 'Show drafts and what is scheduled for later' },
    gallery: { about: 'Add /gallery/, every block in every format' },
  },
  examples: [
    { line: 'gitcast dev', about: 'Shows the site, follows every save, and pushes it to the embedded service' },
    { line: 'gitcast dev --no-sync --drafts', about: 'Only the site, with drafts' },
    { line: 'gitcast dev --now 2027-06-18T20:00:00+02:00', about: 'The site as it will be at that moment' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    const { env, stdout, stderr } = context;
    context.scrubEnvironment?.({ programs: true });
    const style = styleFor(stderr, env, options);
    const terminal = createTerminal(context, style, { silent: options.json || options.quiet });
    const onEvent = (event: ProjectEvent): void => {
      if (event.type !== 'dev-started') return showDevEvent(event, terminal, style);
      if (options.json) stdout.write(`${JSON.stringify({ url: event.url })}\n`);
      else if (!options.quiet) stdout.write(welcomeText(event, styleFor(stdout, env, options)));
    };
    const { target, close } = await projectOf(invocation, { onEvent, onQuestion: terminal.clear }).dev({
      ...targetOptions(options),
      sync: !options['no-sync'],
      approve: options.yes,
      port: portOption(options.port),
      at: instantOption(options.now),
      drafts: options.drafts,
      gallery: options.gallery,
    });
    const left = await untilStoppedThen(context, target === undefined ? 'open pages' : `a push to ${target}`, close);
    terminal.clear();
    if (left.length > 0) stderr.write(`Not pushed to ${target}: ${left.join(', ')}. gitcast sync does it.\n`);
    return { exitCode: 0, said: true, json: {}, human: () => '' };
  },
});
