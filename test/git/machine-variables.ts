import type { Environment } from '../../src/repository/caller.ts';

/** The variables with which git and npm work on this machine, as tests may have changed them, and no others. */
export const machineVariables = (): Environment =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:PATH|EMAIL|GIT_.*|npm_config_.*)$/i.test(name)),
  );
