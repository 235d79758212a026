import { publish as call } from '../../../project/publish/publish.ts';
import type { PublishPlan } from '../../../project/index.ts';
import { approvalOf, type Asking } from '../../approve.ts';
import { defineCommand } from '../../command.ts';
import { forEachBroadcast, WORKSPACE } from '../../for-each-broadcast.ts';
import { progressOf } from '../../progress.ts';
import { mannerOfPublishing, publishSite } from '../../publish-site.ts';
import { stopSignal } from '../../stop-signal.ts';
import { publishPlanText } from '../../views/publish-view.ts';

export const command = defineCommand({
  arguments: [{ name: 'NAME', about: call.options.name.about }],
  options: { ...call.options, ...WORKSPACE },
  examples: [
    { line: 'gitcast publish --dry-run', about: 'Shows which files would be uploaded and deleted' },
    { line: 'gitcast publish production --yes', about: 'Publishes without asking, for CI' },
    { line: 'gitcast publish --rollback', about: 'Returns to the release before' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    const [name] = invocation.arguments;
    const signal = stopSignal(context);
    // People confirm one plan after the other.
    const atOnce = options.approve ? undefined : 1;
    const manner = { ...mannerOfPublishing(name), signal, atOnce, onEvent: progressOf(context, options) };
    return forEachBroadcast(invocation, manner, (part) =>
      publishSite(part, context.cwd, {
        ...part.given(call.options),
        from: options.from,
        name,
        approve: approvalOf(invocation, signal, ABOUT_PUBLISHING, part.folder),
      }),
    );
  },
});

const ABOUT_PUBLISHING: Asking<PublishPlan> = {
  text: publishPlanText,
  question: ({ where }) => `Publish to ${where}?`,
  suggestion: ({ name }) =>
    `add --yes to publish without asking; gitcast publish ${name} --dry-run shows what it would do`,
};
