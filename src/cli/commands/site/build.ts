import { build as call } from '../../../project/site/build.ts';
import { defineCommand } from '../../command.ts';
import { forEachBroadcast, WORKSPACE } from '../../for-each-broadcast.ts';
import { buildOutcome } from '../../views/build-view.ts';
import { VERBOSE } from '../../views/problems/diagnostic-view.ts';

export const command = defineCommand({
  options: { ...call.options, ...WORKSPACE, verbose: VERBOSE },
  examples: [
    { line: 'gitcast build', about: 'Builds the site into dist/' },
    { line: 'gitcast build --now 2027-06-18T20:00:00+02:00', about: 'Builds the site as of that time' },
    { line: 'gitcast build --target staging --out staging', about: "Builds the staging target's content" },
    { line: 'gitcast build --drafts --out preview', about: 'Builds with drafts, into another folder' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    context.scrubEnvironment?.({});
    context.limitHeap?.('command');
    return forEachBroadcast(invocation, { command: 'build', atOnce: 1 }, async ({ project, given }) => {
      // Among many broadcasts, some have no website.
      const built = await project.build({ ...given(call.options), ifWeb: options.all });
      return buildOutcome(built, options);
    });
  },
});
