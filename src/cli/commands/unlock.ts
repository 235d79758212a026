import { unlock as call } from '../../project/state/entries.ts';
import { confirmed, defineCommand } from '../command.ts';
import { projectOf } from '../open-project.ts';

export const command = defineCommand({
  arguments: [{ name: 'ID', about: call.options.id.about, required: true }],
  options: call.options,
  examples: [
    { line: 'gitcast unlock 3f9a1c', about: 'Removes a lock left behind by a run that was killed on another machine' },
  ],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    const json = await projectOf(invocation).unlock({ id, target: invocation.options.target });
    return confirmed(json, `removed the lock ${id}`);
  },
});
