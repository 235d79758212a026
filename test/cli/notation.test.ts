import { describe, expect, it } from 'vitest';
import { SHARED_OPTIONS } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { commandOf, flagOfOption, onCommandLine } from '../../src/cli/notation.ts';
import { flagsOf } from '../../src/cli/parse-arguments.ts';
import { call, CALL_NAMES, option, OPTION_NAMES } from '../../src/diagnostics/wording.ts';

describe('the notation of the command line', () => {
  it('writes every option that messages mention as a flag that some command has', async () => {
    const loaded = await Promise.all(commands.map(({ load }) => load()));
    const flags = new Set(
      [SHARED_OPTIONS, ...loaded.map(({ options }) => options)].flatMap((each) => [...flagsOf(each).keys()]),
    );
    expect(
      OPTION_NAMES.filter((name) => !flags.has(flagOfOption(name)) && !flags.has(`no-${flagOfOption(name)}`)),
    ).toEqual([]);
  });

  it('writes every call that messages mention as a command, or as an action of one', async () => {
    const names = await Promise.all(
      commands.map(async ({ name, load }) => {
        const actions = (await load()).arguments[0]?.completes;
        return [name, ...(typeof actions === 'object' ? actions.map((action) => `${name} ${action}`) : [])];
      }),
    );
    expect(CALL_NAMES.map(commandOf).filter((name) => !names.flat().includes(name))).toEqual([]);
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
  ])('writes %j as `%s`', (mention, text) => {
    expect(onCommandLine(mention)).toBe(text);
  });
});
