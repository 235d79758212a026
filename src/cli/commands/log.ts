import { log as call } from '../../project/runs/log.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { logText } from '../views/run/log.ts';

export const command = defineCommand({
  arguments: [],
  options: call.options,
  examples: [
    { line: 'gitcast log', about: 'Shows who changed what on the target, from which commit, newest first' },
    { line: 'gitcast log --target production --limit 1 --json', about: 'Prints the last run as JSON' },
    {
      line: 'gitcast log --deleted --json',
      about: 'Prints the values of objects that were deleted in the last 90 days',
    },
  ],
  async run(invocation) {
    const log = await projectOf(invocation).log(givenTo(call.options, invocation.options));
    return outcomeOf(log, (style) => logText(log.report, style));
  },
});
