/** What CI has to know about the configuration, or about those of a workspace: when `init` writes its files, and in each job. */
import type { Config, PublishTo } from '../../config/config.ts';
import { targetCredential } from '../../config/credentials.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { targetNamed } from '../../repository/load-config.ts';
import { call, worded } from '../../diagnostics/wording.ts';

export interface KnownForCi {
  /** The remote target that merges go to; undefined if there is none yet. */
  readonly target: string | undefined;
  /** The variables with its keys. */
  readonly keys: readonly string[];
  /** The secrets that documents use. */
  readonly secrets: readonly string[];
  /** The target that merges are promoted to. */
  readonly promotion: Promotion | undefined;
  /** The hosts of the website of each broadcast that has one. */
  readonly publishers: readonly (readonly PublishTo[])[];
  /** Their names, or `all` for the only one that each broadcast of a workspace has. */
  readonly publishNames: readonly string[] | 'all';
}

/** One broadcast, or all of a workspace, and what a person chose instead of what they say. */
interface Configured {
  /** Undefined in a new repository. */
  readonly config: Config | undefined;
  readonly workspace?: readonly Config[] | undefined;
  /** Instead of the default target. */
  readonly target?: string | undefined;
  /** The target that merges are promoted to; undefined to find it, `none` for no promotion. */
  readonly promote?: string | undefined;
}

/** The variable of a target that is still to be configured. */
const KEY = 'GITCAST_KEY';

export function knownForCi({ config, workspace, target: wanted, promote }: Configured): KnownForCi {
  const configs = workspace ?? (config ? [config] : []);
  const found = configs.map((each) => targetOf(each, wanted)).filter((each) => each !== undefined);
  // A command for all of them has one target name: the one that most broadcasts use.
  const byName = [...Map.groupBy(found, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const [target, some = []] = byName[0] ?? [];
  // The order of broadcasts says nothing, so the one of their variables is made stable; one configuration keeps its own.
  const inOrder = (names: readonly string[]) => (workspace ? [...new Set(names)].sort() : [...new Set(names)]);
  const from = config && { ...config, defaultTarget: wanted ?? config.defaultTarget };
  const publishers = configs.map(({ publish }) => Object.values(publish)).filter((hosts) => hosts.length > 0);
  return {
    target,
    keys: target === undefined ? [KEY] : inOrder(some.flatMap((each) => targetCredential(each).variables)),
    secrets: inOrder(configs.flatMap((each) => each.secrets)),
    promotion: workspace ? undefined : promotionOf(from, promote),
    publishers,
    publishNames:
      workspace && publishers.length > 0 && publishers.every((hosts) => hosts.length === 1)
        ? 'all'
        : [...new Set(publishers.flat().map(({ name }) => name))],
  };
}

/** CI never syncs to the embedded service: until there is a remote target, it only checks and builds. */
function targetOf({ targets, defaultTarget }: Config, wanted = defaultTarget) {
  const target = targets[wanted];
  return target?.type === 'remote' ? target : undefined;
}

/** Merges go to one target, and a person promotes them to a second one. */
interface Promotion {
  /** The target that merges are promoted to. */
  readonly to: string;
  /** The variables with its keys. */
  readonly keys: readonly string[];
}

/** Nothing is promoted from a target with such a name. */
const LAST = /^(?:prod|production|live)$/i;

/** Found by itself if the configuration has two remote targets, and merges do not go to production already. */
function promotionOf(config: Config | undefined, wanted: string | undefined): Promotion | undefined {
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
      suggestion: worded`add it to gitcast.config.yaml, then run ${call('initProject', { ci: 'HOST', promote: to })}`,
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

/** The variable with the key that can only read: `GITCAST_PLAN_KEY` beside `GITCAST_KEY`. */
export const planKey = (key: string): string => key.replace(/(^|_)([^_]*)$/, '$1PLAN_$2');
