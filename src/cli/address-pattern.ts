/** Whether an address fits a pattern: `*` stands for a part of a name, `**` for any number of folders. */
export function isAddressMatch(pattern: string, address: string): boolean {
  const trimmed = pattern.replace(/\/$/, '/**');
  const source = trimmed
    .split(/(\*\*\/?|\*|\?)/)
    .map((part) => {
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      if (part.startsWith('**')) return '.*';
      return part.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${source}$`).test(address);
}
