import type { Config } from '../../../../config/config.ts';
import { UserError } from '../../../../diagnostics/errors.ts';

/** `off`: the store is left alone. `read`: builds use it. `write`: they also add to it. */
export type SharedMode = 'off' | 'read' | 'write';

const VARIABLE = 'GITCAST_CACHE';
const MODES: readonly SharedMode[] = ['off', 'read', 'write'];

/** The variable overrides the configuration, so that CI can decide which of its jobs may write. */
export function sharedMode({ cache, environment }: Pick<Config, 'cache' | 'environment'>): SharedMode {
  const wish = environment(VARIABLE) ?? '';
  const mode = MODES.find((each) => each === wish);
  if (wish !== '' && mode === undefined)
    throw new UserError(`${VARIABLE} is \`${wish}\``, { suggestion: `set it to ${MODES.join(', ')}, or remove it` });
  if (!cache) return 'off';
  return mode ?? (cache.write ? 'write' : 'read');
}
