import { confirmed, defineCommand } from '../command.ts';
import { projectOf } from '../open-project.ts';
import { TARGET_FLAGS } from '../flags.ts';

export const unlock = defineCommand({
  arguments: [{ name: 'ID', about: "The lock's id, from the message of the refused command", required: true }],
  options: { target: TARGET_FLAGS.target },
  examples: [
    { line: 'gitcast unlock 3f9a1c', about: 'Removes a lock left behind by a run that was killed on another machine' },
  ],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    const json = await projectOf(invocation).unlock({ id, target: invocation.options.target });
    return confirmed(json, `removed the lock ${id}`);
  },
});
