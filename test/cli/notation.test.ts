import { describe, expect, it } from 'vitest';
import { SHARED_OPTIONS } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { ARGUMENTS, commandOf, flagOfOption, onCommandLine } from '../../src/cli/notation.ts';
import { flagsOf } from '../../src/cli/parse-arguments.ts';
import {
  call,
  CALL_NAMES,
  option,
  OPTION_NAMES,
  type CallName,
  type OptionName,
} from '../../src/diagnostics/wording.ts';

describe('the notation of the command line', () => {
  it('writes every option that messages mention as a flag that some command has', async () => {
    const loaded = await Promise.all(commands.map(({ load }) => load()));
    const flags = new Set(
      [SHARED_OPTIONS, ...loaded.map(({ options }) => options)].flatMap((each) => [...flagsOf(each).keys()]),
    );
    const isFlag = (name: OptionName): boolean =>
      flags.has(flagOfOption(name)) || flags.has(`no-${flagOfOption(name)}`);
    const inWords = new Set(Object.values(ARGUMENTS).flat());
    expect(OPTION_NAMES.filter((name) => !isFlag(name) && !inWords.has(name))).toEqual([]);
  });

  it.each(Object.entries(ARGUMENTS))(
    'writes no more of %s as arguments than the command has',
    async (name, options) => {
      const [word, action] = commandOf(name as CallName).split(' ');
      const { arguments: own = [] } = await commands.find((each) => each.name === word)!.load();
      expect(own.length).toBeGreaterThanOrEqual(options.length + (action === undefined ? 0 : 1));
    },
  );

  it.each(CALL_NAMES)('writes the call %s as a command, perhaps with an action that it has', async (name) => {
    const [word, action] = commandOf(name).split(' ');
    const command = await commands.find((each) => each.name === word)?.load();
    expect(command).toBeDefined();
    if (action !== undefined) expect(command?.arguments?.[0]?.completes).toContain(action);
  });

  it.each([
    [option('force'), '--force'],
    [option('allowDeletes', 15), '--allow-deletes 15'],
    [option('configFile', 'FILE'), '--config FILE'],
    [option('approve'), '--yes'],
    [option('sync', false), '--no-sync'],
    [call('plan', { target: 'live', allowRollback: true }), 'gitcast plan --target live --allow-rollback'],
    [call('initProject', { ci: 'HOST' }), 'gitcast init --ci HOST'],
    [call('state.show'), 'gitcast state show'],
    [call('state.rebuild', { target: 'live' }), 'gitcast state rebuild --target live'],
    [call('state.unlock', { id: '3f9a1c' }), 'gitcast state unlock 3f9a1c'],
  ])('writes %j as `%s`', (mention, text) => {
    expect(onCommandLine(mention)).toBe(text);
  });
});
