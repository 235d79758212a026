import { validate as call } from '../../project/check/validate.ts';
import { defineCommand } from '../command.ts';
import { forEachBroadcast, WORKSPACE } from '../for-each-broadcast.ts';
import { stopSignal } from '../stop-signal.ts';
import { VERBOSE } from '../views/problems/diagnostic-view.ts';
import { validationOutcome } from '../views/problems/validation-view.ts';

export const command = defineCommand({
  arguments: [{ name: 'PATH', many: true, about: call.options.paths.about }],
  options: {
    ...call.options,
    verbose: VERBOSE,
    ...WORKSPACE,
  },
  examples: [
    { line: 'gitcast validate', about: 'Checks everything, for every target' },
    { line: 'gitcast validate --strict', about: 'Checks everything and fails on warnings too, for CI' },
    { line: 'gitcast validate content/events', about: 'Checks everything, and shows only problems in events' },
    { line: 'gitcast validate --all --since main', about: 'Checks the broadcasts that this branch changes' },
    { line: 'gitcast validate --staged', about: 'Checks what the next commit changes' },
  ],
  run(invocation) {
    const { arguments: paths, options, context } = invocation;
    const manner = { command: 'validate', atOnce: 1, signal: stopSignal(context) };
    return forEachBroadcast(invocation, manner, async ({ project, given }) =>
      validationOutcome(await project.validate({ ...given(call.options), paths }), options),
    );
  },
});
