import { trust as call } from '../../project/trust.ts';
import { confirmed, defineCommand } from '../command.ts';
import { projectOf } from '../open-project.ts';

export const command = defineCommand({
  arguments: [{ name: 'TARGET', completes: 'targets', about: call.options.owner.about, required: true }],
  options: call.options,
  examples: [
    { line: 'gitcast trust production', about: "Allows production's key to be sent to the host of its baseUrl" },
  ],
  async run(invocation) {
    const trusted = await projectOf(invocation).trust({ owner: invocation.arguments[0]! });
    const { owner, host, keys } = trusted;
    return confirmed(trusted, `${owner}'s key (${keys.join(', ')}) may be sent to ${host}`);
  },
});
