import { hostname, userInfo } from 'node:os';
import { ifPossible } from '../values/if-possible.ts';

/** Undefined in a container that runs under a user id without a name. */
export const userName = (): string | undefined => ifPossible(() => userInfo().username);

/** Where a commit was made, in the form of an address. */
const machineAddress = (): string => `${userName() ?? 'nobody'}@${hostname()}`;
