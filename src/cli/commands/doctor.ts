import { doctor as call } from '../../project/doctor/doctor.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { checksText } from '../views/text/columns.ts';

export const command = defineCommand({
  options: call.options,
  examples: [
    {
      line: 'gitcast doctor',
      about:
        'Checks everything a sync needs. With state: git, pushes a ref to refs/gitcast/probe/ and deletes it again',
    },
    { line: 'gitcast doctor --target production', about: 'The same checks for another target' },
  ],
  async run(invocation) {
    const found = await projectOf(invocation).doctor(givenTo(call.options, invocation.options));
    return outcomeOf(found, (style) => {
      const { green, red } = style.colours;
      return checksText(found.report.checks, style, ({ ok }) => ({ ok, mark: ok ? green('✓') : red('✗') }));
    });
  },
});
