import { resolve } from 'node:path';
import { writeFile } from '../../project/files/write-files.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { codeQuality } from '../host/code-quality.ts';
import { projectOf } from '../open-project.ts';
import { validationText } from '../views/problems/validation.ts';

export const validate = defineCommand({
  arguments: [{ name: 'PATH', many: true, about: 'Show only the problems of these files and folders' }],
  options: {
    strict: { about: 'Treat warnings as errors' },
    staged: { about: 'Check what is staged in git, as it will be committed; for a pre-commit hook' },
    'code-quality': { value: 'FILE', about: 'Also write a GitLab Code Quality report to this file' },
  },
  examples: [
    { line: 'gitcast validate', about: 'Checks everything, for every target' },
    { line: 'gitcast validate --strict', about: 'Checks everything and fails on warnings too, for CI' },
    { line: 'gitcast validate content/events', about: 'Checks everything, and shows only problems in events' },
    { line: 'gitcast validate --staged', about: 'Checks what the next commit changes' },
  ],
  async run(invocation) {
    const { context, arguments: paths, options } = invocation;
    const { strict, staged } = options;
    const validation = await projectOf(invocation).validate({ paths, strict, staged });
    const { report, ending, diagnostics } = validation;
    if (options['code-quality'] !== undefined) {
      const quality = codeQuality(diagnostics, context);
      writeFile(resolve(context.cwd, options['code-quality']), `${JSON.stringify(quality, null, 2)}\n`);
    }
    return {
      exitCode: exitCodeOf(ending),
      json: report,
      human: (style) => validationText(validation, style),
      diagnostics,
    };
  },
});
