import { RUNS } from '../../project/calls/limits.ts';
import { defineCommand } from '../command.ts';
import { projectOf } from '../open-project.ts';
import { integerOption } from '../option-values.ts';
import { logText } from '../views/run/log.ts';
import { TARGET_FLAGS } from '../flags.ts';

export const log = defineCommand({
  arguments: [],
  options: {
    target: TARGET_FLAGS.target,
    limit: { value: 'N', about: 'Show at most this many runs (default: 20)' },
    deleted: { about: 'Show the objects that runs have deleted, with their values in --json, instead of runs' },
  },
  examples: [
    { line: 'gitcast log', about: 'Shows who changed what on the target, from which commit, newest first' },
    { line: 'gitcast log --target production --limit 1 --json', about: 'Prints the last run as JSON' },
    {
      line: 'gitcast log --deleted --json',
      about: 'Prints the values of objects that were deleted in the last 90 days',
    },
  ],
  async run(invocation) {
    const { target, limit, deleted } = invocation.options;
    const options = { target, limit: integerOption('--limit', limit, RUNS), deleted };
    const { report } = await projectOf(invocation).log(options);
    return { exitCode: 0, json: report, human: (style) => logText(report, style) };
  },
});
