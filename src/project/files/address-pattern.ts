import { nearestAddress } from '../../diagnostics/nearest.ts';
import { UserError } from '../../diagnostics/errors.ts';

/**
 * Matches an address against a pattern in the way of git: `*` matches any characters, slashes included, so `events/*` is
 * everything below events/. `**` does the same, and `events/**\/opening` also matches without a folder in between.
 */
export function isAddressMatch(pattern: string, address: string): boolean {
  const source = pattern
    .replace(/\/$/, '/*')
    .split(/(\*\*\/|\*+|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part.startsWith('*')) return '.*';
      if (part === '?') return '[^/]';
      return part.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${source}$`).test(address);
}

/** A pattern that matches nothing is a typo: accepted as it is, it would look as if there were nothing to do. */
export function refuseUnknown(patterns: readonly string[], addresses: Iterable<string>): void {
  const all = [...addresses];
  const unknown = patterns.find((pattern) => !all.some((address) => isAddressMatch(pattern, address)));
  if (unknown === undefined) return;
  if (/[*?]|\/$/.test(unknown)) {
    throw new UserError(`no document matches ${unknown}`, {
      suggestion: `* matches anything, so events/* is everything below events/; ${foldersOf(all)}`,
    });
  }
  const meant = nearestAddress(unknown, all);
  throw new UserError(`there is no document ${unknown}`, {
    suggestion:
      meant === undefined
        ? 'pass an address with folder and name, such as events/opening-night, or events/* for everything below events/'
        : `did you mean ${meant}?`,
  });
}

function foldersOf(addresses: readonly string[]): string {
  const nested = addresses.filter((address) => address.includes('/'));
  const folders = [...new Set(nested.map((address) => address.slice(0, address.indexOf('/') + 1)))].sort();
  return folders.length === 0 ? 'there are no documents in folders' : `there are documents in ${folders.join(', ')}`;
}
