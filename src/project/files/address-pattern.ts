/**
 * Whether an address matches a pattern, read as git reads its own: `*` stands for any characters, slashes included, so
 * `events/*` is everything below events/. `**` does the same, and `events/**\/opening` may also have no folder between.
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
