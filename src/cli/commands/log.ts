import { defineCommand } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { targetNamed } from '../named-target.ts';
import { recordingStore } from '../target.ts';
import { logJson, logText } from '../views/log.ts';

export const log = defineCommand({
  arguments: [],
  options: {
    target: { value: 'NAME', about: 'The target of the configuration; otherwise its defaultTarget' },
    limit: { value: 'N', about: 'At most this many runs; otherwise 20' },
  },
  examples: [
    { line: 'gitcast log', about: 'Shows who changed what on the target, from which commit, newest first' },
    { line: 'gitcast log --target production --limit 1 --json', about: 'The last run, for programs' },
  ],
  async run({ context: { cwd, env }, options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const target = targetNamed(config, options.target ?? config.defaultTarget);
    const limit = integerOption('limit', options.limit, { least: 1 }) ?? 20;
    const runs = await recordingStore(config, target).history(limit);
    return {
      exitCode: 0,
      json: logJson(target.name, runs),
      human: (style) => logText(target.name, runs, style),
    };
  },
});
