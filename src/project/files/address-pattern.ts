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
