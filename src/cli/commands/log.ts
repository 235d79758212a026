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
  },
  examples: [
    { line: 'gitcast log', about: 'Shows who changed what on the target, from which commit, newest first' },
    { line: 'gitcast log --target production --limit 1 --json', about: 'Prints the last run as JSON' },
  ],
  async run(invocation) {
    const { target, limit } = invocation.options;
    const { report } = await projectOf(invocation).log({ target, limit: integerOption('--limit', limit, RUNS) });
    return { exitCode: 0, json: report, human: (style) => logText(report, style) };
  },
});
