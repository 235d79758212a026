import { userInfo } from 'node:os';
import { ifPossible } from '../values/if-possible.ts';

/** Undefined in a container that runs under a user id without a name. */
export const userName = (): string | undefined => ifPossible(() => userInfo().username);
