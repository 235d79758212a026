import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { wholeNumber } from '../../project/calls/option.ts';
import { partsWith } from '../../project/workspace/selection.ts';
import { defineCommand, shown } from '../command.ts';
import { selectionOf, WORKSPACE, workspaceOf } from '../for-each-broadcast.ts';

export const command = defineCommand({
  options: {
    since: { ...WORKSPACE.since, about: 'Only broadcasts that changed since this branch left REF' },
    shard: { ...WORKSPACE.shard, about: 'Only part I of N' },
    // As many jobs as a matrix on GitHub may have.
    parts: wholeNumber('N', 'Also list which of N parts have a selected broadcast, for the matrix of a CI host', {
      least: 1,
      most: 256,
    }),
  },
  examples: [
    { line: 'gitcast workspace', about: 'Lists the broadcasts of the workspace' },
    { line: 'gitcast workspace --since main', about: 'Lists those that this branch changes' },
    { line: 'gitcast workspace --since main --parts 8 --json', about: 'Lists the parts that need a runner' },
  ],
  async run(invocation) {
    const { options } = invocation;
    const all = workspaceOf(invocation);
    const { broadcasts, total, removed } = await all.select(selectionOf(options));
    const { parts: number } = options;
    const parts =
      number === undefined
        ? undefined
        : partsWith((await all.select()).broadcasts, { selected: broadcasts, count: number }).map(
            (index) => `${index}/${number}`,
          );
    return shown({ total, broadcasts, removed, ...(parts && { parts }) }, ({ colours, quiet }) =>
      [
        ...broadcasts.map(printable),
        ...(parts ? [`parts: ${parts.join(' ')}`] : []),
        ...(quiet ? [] : [colours.dim(`${broadcasts.length} of ${count(total, 'broadcast')}`)]),
        '',
      ].join('\n'),
    );
  },
});
