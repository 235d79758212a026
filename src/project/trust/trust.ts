import { UserError } from '../../diagnostics/errors.ts';
import type { Outside } from '../outside.ts';
import { configOf } from '../settings/load-config.ts';
import { keysOf } from '../target/reach.ts';
import { hostOf, rememberAll } from './key-host.ts';
import { knownHosts } from './known-hosts.ts';
import { targetNamed, variablesOf } from '../settings/targets.ts';

/** The result of `trust`. */
export interface Trusted {
  /** The target's name. */
  readonly target: string;
  /** The host that the key may be sent to. */
  readonly host: string;
  /** The variables that hold the key. */
  readonly keys: readonly string[];
}

/** Allows a target's key to be sent to the host in the configuration. */
export async function trust(outside: Outside, { target: name }: { readonly target: string }): Promise<Trusted> {
  const config = configOf(outside);
  const target = targetNamed(config, name);
  if (target.type === 'embedded') {
    throw new UserError(`${target.name} is the embedded service, which needs no key`, {
      suggestion: `pass a remote target from gitcast.config.yaml`,
    });
  }
  const { keyA, keyB } = keysOf(config, target);
  const host = hostOf(target);
  const problem = rememberAll([keyA, keyB], host, knownHosts(config.environment));
  if (problem !== undefined) {
    throw new UserError(`the host could not be remembered: ${problem}`, {
      suggestion: 'set XDG_STATE_HOME to a writable folder',
    });
  }
  return { target: target.name, host, keys: variablesOf(target) };
}
