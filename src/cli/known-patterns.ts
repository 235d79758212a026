import { nearestAddress } from '../diagnostics/nearest-address.ts';
import { UserError } from '../diagnostics/errors.ts';
import { isAddressMatch } from './address-pattern.ts';

/** A pattern that fits nothing is a typing error: taken as it is, it would seem that nothing is left to do. */
export function refuseUnknown(patterns: readonly string[], addresses: Iterable<string>): void {
  const known = [...addresses];
  const unknown = patterns.find((pattern) => !known.some((address) => isAddressMatch(pattern, address)));
  if (unknown === undefined) return;
  const meant = nearestAddress(unknown, known);
  throw new UserError(`no document is called ${unknown}`, {
    suggestion:
      meant === undefined
        ? 'give the address of one, that is its folder and its name, such as events/opening-night or events/*'
        : `did you mean ${meant}?`,
  });
}
