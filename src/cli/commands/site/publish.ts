import { UserError } from '../../../diagnostics/errors.ts';
import { publish as call } from '../../../project/publish/publish.ts';
import type { Project, PublishOptions } from '../../../project/index.ts';
import { defineCommand, type SharedInvocation } from '../../command.ts';
import { forEachBroadcast, WORKSPACE } from '../../for-each-broadcast.ts';
import { isYes } from '../../open-project.ts';
import { progressOf } from '../../progress.ts';
import { stopSignal } from '../../stop-signal.ts';
import { isLeftOut, noSiteOutcome } from '../../left-out-site.ts';
import { publishOutcome, publishPlanText } from '../../views/publish.ts';
import { styleFor } from '../../views/text/style.ts';

export const publish = defineCommand({
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
    const manner = {
      command: 'publish',
      signal,
      atOnce,
      onEvent: progressOf(context, options),
      before: async (projects: ReadonlyMap<string, Project>) =>
        (await import('../../../project/workspace/publishing.ts')).publishing(projects, name),
      leftOut: name === undefined ? 'without `publish:` in the configuration' : `without \`publish.${name}\``,
    };
    return forEachBroadcast(invocation, manner, async ({ project, folder, given, below }) => {
      const from = below(options.from);
      if (options.all && isLeftOut(context.cwd, options.from, from)) return noSiteOutcome(from!);
      const published = await project.publish({
        ...given(call.options),
        name,
        approve: options.approve ?? approvalOf(invocation, signal, folder === undefined ? '' : `${folder}\n\n`),
      });
      return publishOutcome(published);
    });
  },
});

function approvalOf(
  { context, options }: SharedInvocation,
  signal: AbortSignal,
  heading: string,
): Exclude<PublishOptions['approve'], true> {
  return async (plan) => {
    const { stdout, env, ask } = context;
    if (!ask) {
      throw new UserError('this is not a terminal, so gitcast cannot ask for confirmation', {
        suggestion: `add --yes to publish without asking; gitcast publish ${plan.name} --dry-run shows what it would do`,
      });
    }
    stdout.write(`${heading}${publishPlanText(plan, styleFor(stdout, env, options))}\n`);
    return isYes(await ask(`Publish to ${plan.where}? [y/N] `, signal));
  };
}
