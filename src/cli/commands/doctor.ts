import { printable } from '../../diagnostics/printable.ts';
import type { Check } from '../../project/index.ts';
import { doctor as call } from '../../project/doctor/doctor.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import type { Style } from '../views/text/style.ts';

export const command = defineCommand({
  arguments: [],
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
    return outcomeOf(found, (style) => checksText(found.report.checks, style));
  },
});

function checksText(checks: readonly Check[], { colours, quiet }: Style): string {
  const shown = quiet ? checks.filter(({ ok }) => !ok) : checks;
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  return shown
    .flatMap(({ name, ok, message, fix }) => [
      `${ok ? colours.green('✓') : colours.red('✗')} ${colours.bold(name.padEnd(width))}  ${printable(message)}`,
      ...(fix === null ? [] : [`  ${' '.repeat(width)}  ${colours.bold('help')}: ${printable(fix)}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
