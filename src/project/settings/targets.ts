import type { Config, PublishTo, RemoteTarget, S3Storage, Target } from '../../config/config.ts';
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

/** Those of every target, and those of the hosts that the site is published to. */
export const keyVariables = ({ targets, publish }: Pick<Config, 'targets' | 'publish'>): readonly string[] => [
  ...Object.values(targets).flatMap((target) => (target.type === 'remote' ? variablesOf(target) : [])),
  ...Object.values(publish).flatMap(publishVariables),
];

export const publishVariables = (host: PublishTo): readonly string[] => (host.to === 's3' ? bucketVariables(host) : []);

const bucketVariables = ({ key, secret, token }: S3Storage): readonly string[] =>
  [key, secret, ...(token ? [token] : [])].map(({ $env }) => $env);
