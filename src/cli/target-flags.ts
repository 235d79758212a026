import type { TargetOptions } from '../project/index.ts';
import type { Options } from './command.ts';
import { integerOption } from './option-values.ts';

/** The flags of every command that talks to a target. */
export const TARGET_FLAGS = {
  target: { value: 'NAME', about: 'The target of the configuration; otherwise its defaultTarget' },
  concurrency: { value: 'N', about: 'How many requests may be under way at once; otherwise 8' },
  trace: { value: 'FILE', about: 'Write a line of JSON for each request, without keys and bodies' },
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
