/** The environment variables that hold the keys of targets. */
import type { Config, RemoteTarget } from '../../config/config.ts';

export const variablesOf = ({ keys }: Pick<RemoteTarget, 'keys'>): readonly string[] => [
  ...new Set([keys.a.$env, keys.b.$env]),
];

export const keyVariables = ({ targets }: Pick<Config, 'targets'>): readonly string[] =>
  Object.values(targets).flatMap((target) => (target.type === 'remote' ? variablesOf(target) : []));
