/** Merges go to one target, and a person promotes them to a second one. */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { targetCredential } from '../../config/credentials.ts';
import { targetNamed } from '../../repository/targets.ts';

export interface Promotion {
  /** The target that merges are promoted to. */
  readonly to: string;
  /** The variables with its keys. */
  readonly keys: readonly string[];
}

/** Nothing is promoted from a target with such a name. */
const LAST = /^(?:prod|production|live)$/i;

/** Found by itself if the configuration has two remote targets, and merges do not go to production already. */
export function promotionOf(config: Config | undefined, wanted: string | undefined): Promotion | undefined {
  if (wanted === 'none') return undefined;
  if (wanted !== undefined) return promotionTo(config, wanted);
  const remote = Object.values(config?.targets ?? {}).filter(({ type }) => type === 'remote');
  const other = remote.find(({ name }) => name !== config?.defaultTarget);
  const hasFirst = remote.some(({ name }) => name === config?.defaultTarget);
  if (!config || !other || !hasFirst || remote.length !== 2 || LAST.test(config.defaultTarget)) return undefined;
  return promotionTo(config, other.name);
}

function promotionTo(config: Config | undefined, to: string): Promotion {
  if (!config) {
    throw new UserError(`a new repository has no target ${to} yet`, {
      suggestion: `add it to gitcast.config.yaml, then run gitcast init --ci HOST --promote ${to}`,
    });
  }
  const target = targetNamed(config, to);
  const { defaultTarget } = config;
  if (config.targets[defaultTarget]?.type !== 'remote' || target.type !== 'remote') {
    throw new UserError('CI promotes from one remote target to another, and the embedded service is none', {
      suggestion: 'set defaultTarget to the target that merges go to, such as staging',
    });
  }
  if (to !== defaultTarget) return { to, keys: targetCredential(target).variables };
  throw new UserError(`merges already go to ${to}, the defaultTarget, so there is nothing to promote`, {
    suggestion: 'set defaultTarget to the target that merges go to, such as staging',
  });
}
