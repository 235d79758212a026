import { defineCommand } from '../command.ts';
import { projectOf } from '../open-project.ts';
import { TARGET_FLAGS } from '../target-flags.ts';

export const unlock = defineCommand({
  arguments: [{ name: 'ID', about: 'The id of the lock, as the refused command named it', required: true }],
  options: { target: TARGET_FLAGS.target },
  examples: [
    { line: 'gitcast unlock 3f9a1c', about: 'Removes the lock that a killed run on another machine left behind' },
  ],
  async run(invocation) {
    const {
      arguments: [id = ''],
      options,
    } = invocation;
    const json = await projectOf(invocation).unlock({ id, target: options.target });
    return { exitCode: 0, json, human: ({ colours }) => `${colours.green('✓')} the lock ${id} is gone\n` };
  },
});
