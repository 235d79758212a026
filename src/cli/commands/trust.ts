import { UserError } from '../../diagnostics/errors.ts';
import { defineCommand } from '../command.ts';
import { variablesOf } from '../key-variables.ts';
import { loadConfig } from '../load-config.ts';
import { targetNamed } from '../named-target.ts';
import { keysOf } from '../target.ts';
import { hostOf, rememberAll } from '../trust/key-host.ts';
import { knownHosts } from '../trust/known-hosts.ts';

export const trust = defineCommand({
  arguments: [{ name: 'TARGET', about: 'The target of the configuration', required: true }],
  options: {},
  examples: [
    { line: 'gitcast trust production', about: 'Lets the key of production be sent to the host of its baseUrl' },
  ],
  async run({ context: { cwd, env }, arguments: [name], options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const target = targetNamed(config, name!);
    if (target.type === 'embedded') {
      throw new UserError(`${target.name} is the embedded service, which has no key to send`, {
        suggestion: `name a remote target of gitcast.config.yaml`,
      });
    }
    const { keyA, keyB } = keysOf(config, target);
    const host = hostOf(target);
    const problem = rememberAll([keyA, keyB], host, knownHosts(config.environment));
    if (problem !== undefined) {
      throw new UserError(`the host could not be remembered: ${problem}`, {
        suggestion: 'set XDG_STATE_HOME to a folder that you may write to',
      });
    }
    const variables = variablesOf(target);
    return {
      exitCode: 0,
      json: { target: target.name, host, keys: variables },
      human: ({ colours }) =>
        `${colours.green('✓')} the key of ${target.name} (${variables.join(', ')}) may be sent to ${host}\n`,
    };
  },
});
