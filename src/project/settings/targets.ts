import type { Config, Target, RemoteTarget } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { nearest } from '../../diagnostics/nearest.ts';

export function targetNamed(config: Config, name: string): Target {
  const target = config.targets[name];
  if (target) return target;
  const names = Object.keys(config.targets);
  const meant = nearest(name, names);
  throw new UserError(`the configuration has no target ${name}`, {
    suggestion: meant === undefined ? `the configured targets are ${names.join(', ')}` : `did you mean ${meant}?`,
  });
}

/** The environment variables that hold a target's keys. */
export const variablesOf = ({ keys }: Pick<RemoteTarget, 'keys'>): readonly string[] => [
  ...new Set([keys.a.$env, keys.b.$env]),
];

export const keyVariables = ({ targets }: Pick<Config, 'targets'>): readonly string[] =>
  Object.values(targets).flatMap((target) => (target.type === 'remote' ? variablesOf(target) : []));
