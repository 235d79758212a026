import { resolve } from 'node:path';
import { writeFile } from '../../project/files/write-files.ts';
import { defineCommand } from '../command.ts';
import { forEachBroadcast, WORKSPACE_FLAGS } from '../for-each-broadcast.ts';
import { VERBOSE_FLAG } from '../views/left-out.ts';
import { validationOutcome } from '../views/problems/validation.ts';

export const validate = defineCommand({
  arguments: [{ name: 'PATH', many: true, about: 'Show only the problems of these files and folders' }],
  options: {
    strict: { about: 'Treat warnings as errors' },
    staged: { about: 'Check what is staged in git, as it will be committed; for a pre-commit hook' },
    verbose: VERBOSE_FLAG,
    ...WORKSPACE_FLAGS,
    'code-quality': { value: 'FILE', about: 'Also write a GitLab Code Quality report to this file' },
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
    const { strict, staged } = options;
    const outcome = await forEachBroadcast(invocation, { command: 'validate', atOnce: 1 }, async ({ project }) => {
      return validationOutcome(await project.validate({ paths, strict, staged }), options);
    });
    if (options['code-quality'] !== undefined) {
      const { codeQuality } = await import('../host/code-quality.ts');
      const quality = codeQuality(outcome.diagnostics ?? [], context);
      writeFile(resolve(context.cwd, options['code-quality']), `${JSON.stringify(quality, null, 2)}\n`);
    }
    return outcome;
  },
});
