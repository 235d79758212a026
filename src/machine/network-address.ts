/** Whether an address is publicly reachable: what others can make this machine request must not lead into its own network. */
import { BlockList, isIPv6 } from 'node:net';

export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'multicast'
  | 'unspecified'
  | 'reserved';

/** IANA's special-purpose address registries. Ranges that contain public addresses are left out. */
const RANGES: Readonly<Record<Exclude<AddressKind, 'public'>, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  shared: ['100.64.0.0/10'],
  // The last one is in the public range, but on each machine of Azure it is the platform itself.
  'link-local': ['169.254.0.0/16', 'fe80::/10', '168.63.129.16/32'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  unspecified: ['0.0.0.0/8', '::/128'],
  reserved: [
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
    '5f00::/16',
  ],
};

const LISTS = Object.entries(RANGES).map(([kind, ranges]) => ({ kind: kind as AddressKind, list: blockList(ranges) }));

export function addressKind(address: string): AddressKind {
  const [bare = ''] = address.split('%'); // A link-local address may include its interface.
  if (!isIPv6(bare)) return LISTS.find(({ list }) => list.check(bare, 'ipv4'))?.kind ?? 'public';
  const groups = groupsOf(bare);
  const inner = embeddedIPv4(groups);
  if (inner !== undefined) return addressKind(inner);
  const translated = translatedIPv4(groups);
  if (translated !== undefined) return insideOnly(addressKind(translated));
  return LISTS.find(({ list }) => list.check(bare, 'ipv6'))?.kind ?? 'public';
}

/** The IPv4 address embedded in an IPv6 one: mapped, compatible, NAT64 (all at the end) or 6to4 (after the prefix). */
function embeddedIPv4(groups: readonly number[]): string | undefined {
  const [first, second] = groups;
  if (first === 0x2002) return dotted(groups[1]!, groups[2]!);
  const isNat64 = first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const isCompatible = groups.slice(0, 6).every((group) => group === 0) && (groups[6] !== 0 || groups[7]! > 1);
  return isNat64 || isMapped || isCompatible ? dotted(groups[6]!, groups[7]!) : undefined;
}

/** `::ffff:0:a.b.c.d`: used by translators inside a network, never on the internet. */
const translatedIPv4 = (groups: readonly number[]): string | undefined =>
  groups.slice(0, 4).every((group) => group === 0) && groups[4] === 0xffff && groups[5] === 0
    ? dotted(groups[6]!, groups[7]!)
    : undefined;

const insideOnly = (kind: AddressKind): AddressKind => (kind === 'public' ? 'private' : kind);

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The eight groups of an IPv6 address. The URL parser accepts every notation and normalises it. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before!.length - after!.length }, () => '0');
  return [...before!, ...zeros, ...after!].map((group) => Number.parseInt(group, 16));
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return list;
}
