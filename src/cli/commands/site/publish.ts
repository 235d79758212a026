import { UserError } from '../../../diagnostics/errors.ts';
import { DELETES } from '../../../project/calls/limits.ts';
import type { Project, PublishOptions } from '../../../project/index.ts';
import { defineCommand, type SharedInvocation } from '../../command.ts';
import { YES_FLAG } from '../../flags.ts';
import { forEachBroadcast, WORKSPACE_FLAGS } from '../../for-each-broadcast.ts';
import { isYes } from '../../open-project.ts';
import { integerOption, listOption } from '../../option-values.ts';
import { progressOf } from '../../progress.ts';
import { stopSignal } from '../../stop-signal.ts';
import { isLeftOut, noSiteOutcome } from '../../left-out-site.ts';
import { publishOutcome, publishPlanText } from '../../views/publish.ts';
import { styleFor } from '../../views/text/style.ts';

export const publish = defineCommand({
  arguments: [{ name: 'NAME', about: 'A name under `publish:` in the configuration (default: the only one)' }],
  options: {
    from: {
      value: 'DIR',
      about: 'Publish this folder as it is, instead of what the last build wrote; with --all a folder of sites',
    },
    'dry-run': { about: 'Show the files that would move, and change nothing' },
    yes: YES_FLAG,
    ...WORKSPACE_FLAGS,
    'allow-deletes': { value: 'N', about: "Allow up to this many deletions, even above the guard's limit" },
    'allow-empty': {
      value: 'FOLDER,…',
      about: 'Allow that no page is left in these folders of the site; --allow-deletes does not',
    },
    'allow-rollback': {
      about: 'Publish a checkout that is behind the published commit; for the release before, use --rollback',
    },
    rollback: { about: 'Show the release before the current one again, from the host itself: nothing is built' },
    purge: { about: 'Delete old assets now instead of keeping them for a while' },
    'take-over': {
      about:
        'Publish even if another machine may be publishing, the place shows another site, or its record is damaged',
    },
  },
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
    const atOnce = options.yes ? undefined : 1;
    const manner = {
      command: 'publish',
      signal,
      atOnce,
      onEvent: progressOf(context, options),
      before: async (projects: ReadonlyMap<string, Project>) =>
        (await import('../../../project/workspace/publishing.ts')).publishing(projects, name),
      leftOut: name === undefined ? 'without `publish:` in the configuration' : `without \`publish.${name}\``,
    };
    return forEachBroadcast(invocation, manner, async ({ project, folder, below }) => {
      const from = below(options.from);
      if (options.all && isLeftOut(context.cwd, options.from, from)) return noSiteOutcome(from!);
      const published = await project.publish({
        name,
        from,
        dryRun: options['dry-run'],
        rollback: options.rollback,
        purge: options.purge,
        takeOver: options['take-over'],
        allowDeletes: integerOption('--allow-deletes', options['allow-deletes'], DELETES),
        allowEmpty: listOption(options['allow-empty']),
        allowRollback: options['allow-rollback'],
        approve: options.yes || approvalOf(invocation, signal, folder === undefined ? '' : `${folder}\n\n`),
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
