import { count } from '../../../diagnostics/count.ts';
import { UserError } from '../../../diagnostics/errors.ts';
import { wordOf } from '../../../project/calls/option.ts';
import type { RecordedSite } from '../../../project/index.ts';
import { recordSite } from '../../../project/site/record-site.ts';
import { confirmed, defineCommand, type Outcome } from '../../command.ts';
import { projectOf } from '../../open-project.ts';

export const command = defineCommand({
  arguments: [
    { name: 'ACTION', completes: ['record'], about: 'record FILE', required: true },
    { name: 'FILE', about: recordSite.options.manifest.about },
  ],
  options: recordSite.options,
  examples: [
    { line: 'gitcast site record site.json', about: 'Records the site that was published, on refs/gitcast/site/' },
  ],
  async run(invocation) {
    const { arguments: words, options } = invocation;
    const [given = '', manifest] = words;
    wordOf(`site cannot be ${given}`, given, ['record']);
    if (manifest === undefined) {
      throw new UserError('site record needs one manifest', {
        suggestion: 'make it with gitcast build --manifest FILE, publish the site, then run gitcast site record FILE',
      });
    }
    const { target, allowRollback } = options;
    return recordedOutcome(await projectOf(invocation).recordSite({ manifest, target, allowRollback }));
  },
});

/** The site that was published is recorded, for the next comparison. */
export function recordedOutcome(recorded: RecordedSite): Outcome {
  const { ref, pages, next_change: until } = recorded;
  const change = until === null ? '' : `; it changes at ${until} by itself`;
  return confirmed(recorded, `recorded the published site with ${count(pages, 'page')} on ${ref}${change}`);
}
