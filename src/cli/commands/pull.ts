import { UserError } from '../../diagnostics/errors.ts';
import { defineCommand, outcomeOf, type Invocation, type Outcome } from '../command.ts';
import { ABOUT_PATTERNS } from '../../project/calls/shared-options.ts';
import { pullEditsOptions } from '../../project/pull/pull-into-branch.ts';
import { pull as call } from '../../project/pull/pull.ts';
import { flagsOf } from '../parse-arguments.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { lockWaitOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { proposedText, pullText } from '../views/pull-view.ts';

const { branch, base } = pullEditsOptions;
const OPTIONS = { ...call.options, branch, base };

export const command = defineCommand({
  arguments: [{ name: 'ADDRESS', many: true, completes: 'addresses', about: ABOUT_PATTERNS }],
  options: OPTIONS,
  examples: [
    { line: 'gitcast pull', about: 'Pulls changes and new objects from the target into files' },
    { line: 'gitcast pull --dry-run', about: 'Shows what would change, and writes nothing' },
    { line: 'gitcast pull --all-fields', about: 'Also pulls fields that a file does not have yet' },
    { line: 'gitcast pull --branch edits', about: 'Pulls into a branch, for a pull request' },
    { line: "gitcast pull 'articles/*' --theirs", about: "Takes the target's articles, overriding local changes" },
  ],
  async run(invocation) {
    invocation.context.limitHeap?.('command');
    if (invocation.options.branch !== undefined) return pullToBranch(invocation, invocation.options.branch);
    const { context, arguments: only, options } = invocation;
    const pulled = await projectOf(invocation, {
      signal: stopSignal(context),
      onEvent: lockWaitOf(context, options),
    }).pull({ ...givenTo(call.options, options), only });
    return outcomeOf(pulled, (style) => pullText({ ...pulled, isDryRun: options.dryRun === true }, style));
  },
});

/** Everything else is decided by what the branch and the target have. */
async function pullToBranch(invocation: Invocation<typeof OPTIONS>, name: string): Promise<Outcome> {
  const { context, arguments: only, options } = invocation;
  const { target: _target, trace: _trace, concurrency: _concurrency, ...others } = call.options;
  const other = [...flagsOf(others)].find(([, { option }]) => options[option as keyof typeof options])?.[0];
  if (only.length > 0 || other !== undefined) {
    throw new UserError(
      `--branch pulls all edits, so it cannot be combined with ${other === undefined ? only[0] : `--${other}`}`,
      { suggestion: 'leave one of them out' },
    );
  }
  const project = projectOf(invocation, { signal: stopSignal(context) });
  const proposed = await project.proposeEdits({ ...givenTo(pullEditsOptions, options), branch: name });
  return outcomeOf(proposed, (style) => proposedText(proposed.report, style));
}
