import { resolve } from 'node:path';
import { writeFile } from '../../machine/write-files.ts';
import { file } from '../../project/calls/option.ts';
import { validate as call } from '../../project/check/validate.ts';
import { defineCommand } from '../command.ts';
import { forEachBroadcast, WORKSPACE } from '../for-each-broadcast.ts';
import { VERBOSE } from '../views/problems/diagnostic-view.ts';
import { validationOutcome } from '../views/problems/validation-view.ts';

export const command = defineCommand({
  arguments: [{ name: 'PATH', many: true, about: call.options.paths.about }],
  options: {
    ...call.options,
    verbose: VERBOSE,
    ...WORKSPACE,
    codeQuality: file('Also write a GitLab Code Quality report to this file'),
  },
  examples: [
    { line: 'gitcast validate', about: 'Checks everything, for every target' },
    { line: 'gitcast validate --strict', about: 'Checks everything and fails on warnings too, for CI' },
    { line: 'gitcast validate content/events', about: 'Checks everything, and shows only problems in events' },
    { line: 'gitcast validate --all --since main', about: 'Checks the broadcasts that this branch changes' },
    { line: 'gitcast validate --staged', about: 'Checks what the next commit changes' },
  ],
  async run(invocation) {
    const { context, arguments: paths, options } = invocation;
    const outcome = await forEachBroadcast(invocation, { command: 'validate', atOnce: 1 }, async ({ project, given }) =>
      validationOutcome(await project.validate({ ...given(call.options), paths }), options),
    );
    if (options.codeQuality !== undefined) {
      const { codeQuality } = await import('../ci/code-quality.ts');
      const quality = codeQuality(outcome.diagnostics ?? [], context);
      writeFile(resolve(context.cwd, options.codeQuality), `${JSON.stringify(quality, null, 2)}\n`);
    }
    return outcome;
  },
});
