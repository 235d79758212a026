import { compare as call } from '../../../project/site/compare.ts';
import { defineCommand, shown } from '../../command.ts';
import { projectOf } from '../../open-project.ts';
import { compareText } from '../../views/compare-view.ts';

export const command = defineCommand({
  arguments: [
    { name: 'BASE', about: call.options.base.about, required: true },
    { name: 'NEW', about: call.options.next.about, required: true },
  ],
  options: call.options,
  examples: [{ line: 'gitcast compare base/ dist/', about: 'Lists pages that change, appear, move and vanish' }],
  async run(invocation) {
    const [base = '', next = ''] = invocation.arguments;
    const report = await projectOf(invocation).compare({ base, next });
    return shown(report, (style) => compareText(report, style));
  },
});
