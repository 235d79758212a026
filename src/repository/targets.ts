import type { Config, Target } from '../config/config.ts';
import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';

export function targetNamed(config: Config, name: string): Target {
  const target = config.targets[name];
  if (target) return target;
  const names = Object.keys(config.targets);
  const meant = nearest(name, names);
  throw new UserError(`the configuration has no target ${name}`, {
    suggestion: meant === undefined ? `the configured targets are ${names.join(', ')}` : `did you mean ${meant}?`,
  });
}
