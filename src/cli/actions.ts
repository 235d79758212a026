import { wordOf } from '../project/calls/option.ts';

/** The first argument of a command with several actions, or other things that it is about. */
export const actionOf = <const V extends string>(
  command: string,
  word: string,
  actions: readonly V[],
  noun = 'action',
): V => wordOf(`unknown ${noun} ${word} for ${command}`, word, actions);
