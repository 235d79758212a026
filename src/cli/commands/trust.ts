import { confirmed, defineCommand } from '../command.ts';
import { projectOf } from '../open-project.ts';

export const trust = defineCommand({
  arguments: [{ name: 'TARGET', completes: 'targets', about: 'A target in the configuration', required: true }],
  options: {},
  examples: [
    { line: 'gitcast trust production', about: "Allows production's key to be sent to the host of its baseUrl" },
  ],
  async run(invocation) {
    const trusted = await projectOf(invocation).trust({ target: invocation.arguments[0]! });
    const { target, host, keys } = trusted;
    return confirmed(trusted, `${target}'s key (${keys.join(', ')}) may be sent to ${host}`);
  },
});
