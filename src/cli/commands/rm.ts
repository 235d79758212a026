import type { ContentChangeReport } from '../../project/index.ts';
import { remove as call } from '../../project/move/remove.ts';
import { approvalOf, type Asking } from '../approve.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { stopSignal } from '../stop-signal.ts';
import { changeText, removedText } from '../views/move-view.ts';

export const command = defineCommand({
  arguments: [
    { name: 'ADDRESS', required: true, many: true, completes: 'addresses', about: call.options.addresses.about },
  ],
  options: call.options,
  examples: [
    { line: 'gitcast rm sessions/opening', about: 'Shows what points to a session, asks, and deletes it' },
    { line: 'gitcast rm hosts/ada --redirect-to hosts/bea', about: 'Leads its page to another one' },
    { line: "gitcast rm 'articles/2019/*' --yes", about: 'Deletes several, without asking' },
    { line: 'gitcast rm hosts/ada --unlink --dry-run', about: 'Shows what it would delete and take out' },
  ],
  async run(invocation) {
    const { context, options, arguments: addresses } = invocation;
    const approve = approvalOf(invocation, stopSignal(context), ABOUT_REMOVING);
    const removed = await projectOf(invocation).remove({ ...givenTo(call.options, options), addresses, approve });
    const isShown = approve !== true && removed.report.outcome !== 'dry-run';
    return {
      ...outcomeOf(removed, (style) => removedText(removed.report, style, { isShown })),
      confirms: removed.report.outcome === 'done',
    };
  },
});

const ABOUT_REMOVING: Asking<ContentChangeReport> = {
  text: changeText,
  question: ({ files }) => (files.length === 1 ? 'Delete this file?' : `Delete these ${files.length} files?`),
  suggestion: () => 'add --yes to delete without asking; --dry-run shows what would be deleted',
};
