import { hostname, userInfo } from 'node:os';

/** Undefined in a container that runs under a user id without a name. */
export function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** Where a commit was made, in the form of an address. */
export const machineAddress = (): string => `${userName() ?? 'nobody'}@${hostname()}`;
