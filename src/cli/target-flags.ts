import type { TargetOptions } from '../project/index.ts';
import type { Options } from './command.ts';
import { integerOption } from './option-values.ts';

/** The flags of every command that talks to a target. */
export const TARGET_FLAGS = {
  target: {
    value: 'NAME',
    completes: 'targets',
    about: 'The target to use (default: defaultTarget in the configuration)',
  },
  concurrency: { value: 'N', about: 'How many requests may run at the same time (default: 8)' },
  trace: { value: 'FILE', about: 'Log each request to this file as a line of JSON, without keys and bodies' },
} as const satisfies Options;

interface Given {
  readonly target?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly trace?: string | undefined;
}

export const targetOptions = ({ target, concurrency, trace }: Given): TargetOptions => ({
  target,
  concurrency: integerOption('concurrency', concurrency, { least: 1, most: 64 }),
  trace,
});
