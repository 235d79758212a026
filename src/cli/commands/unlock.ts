import { defineCommand } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { targetNamed } from '../named-target.ts';
import { openStore } from '../target.ts';

export const unlock = defineCommand({
  arguments: [{ name: 'ID', about: 'The id of the lock, as the refused command named it', required: true }],
  options: { target: { value: 'NAME', about: 'The target of the configuration; otherwise its defaultTarget' } },
  examples: [
    { line: 'gitcast unlock 3f9a1c', about: 'Removes the lock that a killed run on another machine left behind' },
  ],
  async run({ context: { cwd, env }, arguments: [id], options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    await openStore(config, targetNamed(config, options.target ?? config.defaultTarget)).unlock(id!);
    return {
      exitCode: 0,
      json: { unlocked: id },
      human: ({ colours }) => `${colours.green('✓')} the lock ${id} is gone\n`,
    };
  },
});
