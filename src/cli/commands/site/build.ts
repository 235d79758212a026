import { build as call, currencyOptions } from '../../../project/site/build.ts';
import { defineCommand } from '../../command.ts';
import { forEachBroadcast, WORKSPACE } from '../../for-each-broadcast.ts';
import { buildOutcome, unchangedOutcome } from '../../views/build-view.ts';
import { VERBOSE } from '../../views/problems/diagnostic-view.ts';

export const command = defineCommand({
  options: { ...call.options, ...WORKSPACE, ifChanged: currencyOptions.manifest, verbose: VERBOSE },
  examples: [
    { line: 'gitcast build', about: 'Builds the site into dist/' },
    { line: 'gitcast build --now 2027-06-18T20:00:00+02:00', about: 'Builds the site as of that time' },
    { line: 'gitcast build --target staging --out staging', about: "Builds the staging target's content" },
    { line: 'gitcast build --manifest site.json', about: 'Also lists what was built, for site record and verify' },
    { line: 'gitcast build --drafts --out preview', about: 'Builds with drafts, into another folder' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    context.scrubEnvironment?.({});
    context.limitHeap?.('command');
    return forEachBroadcast(invocation, { command: 'build', atOnce: 1 }, async ({ project, given }) => {
      const { ifChanged: manifest } = given({ ifChanged: currencyOptions.manifest });
      const last = manifest === undefined ? undefined : await project.currency({ ...given(currencyOptions), manifest });
      if (last?.unchanged) return unchangedOutcome(last);
      // Among many broadcasts, some have no website.
      const built = await project.build({ ...given(call.options), ifWeb: options.all });
      return buildOutcome(built, last, options);
    });
  },
});
