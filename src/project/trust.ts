import type { Config } from '../config/config.ts';
import { UserError } from '../diagnostics/errors.ts';
import { defineCall } from './calls/call.ts';
import { needed, unwritten } from './calls/option.ts';
import * as is from '../values/shape.ts';
import { credentialsOf, valuesOf, type Credential } from '../config/credentials.ts';
import { configOf } from '../repository/load-config.ts';
import { rememberAll, knownHosts } from '../trust/key-host.ts';
import { didYouMean } from '../diagnostics/nearest.ts';

/** The result of `trust`. */
export interface Trusted {
  /** The target, or `publish.NAME`. */
  readonly owner: string;
  /** The host that the key may be sent to. */
  readonly host: string;
  /** The variables that hold the key. */
  readonly keys: readonly string[];
}

/** Allows the key of a target, or of `publish.NAME`, to be sent to the host in the configuration. */
export const trust = defineCall(
  { owner: needed(unwritten(is.text, 'A target in the configuration, or publish.NAME')) },
  (outside, { owner }): Trusted => {
    const config = configOf(outside);
    const credential = credentialNamed(config, owner);
    const { host, variables: keys } = credential;
    const problem = rememberAll(valuesOf(config, credential), host, knownHosts(config.environment));
    if (problem !== undefined) {
      throw new UserError(`the host could not be remembered: ${problem}`, {
        suggestion: 'set XDG_STATE_HOME to a writable folder',
      });
    }
    return { owner, host, keys };
  },
);

function credentialNamed(config: Config, owner: string): Credential {
  const all = credentialsOf(config);
  const credential = all.find((each) => each.owner === owner);
  if (credential) return credential;
  const names = all.map((each) => each.owner);
  const others =
    names.length === 0
      ? 'add a target to gitcast.config.yaml, with its `baseUrl` and `key`'
      : `those with a key are ${names.join(', ')}`;
  throw new UserError(`${owner} has no key in the configuration`, { suggestion: didYouMean(owner, names) ?? others });
}
