import { expect, it } from 'vitest';
import { addressKind, type AddressKind } from '../../src/machine/network-address.ts';
import { refusalOf } from '../../src/service/deliveries/send.ts';

const KINDS: Readonly<Record<AddressKind, readonly string[]>> = {
  public: [
    ...['93.184.216.34', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'],
    ...['192.167.255.255', '223.255.255.255'],
    ...['2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34', '64:ff9b::5db8:d822', '2002:5db8:d822::1'],
  ],
  loopback: [
    ...['127.0.0.1', '127.255.255.255'],
    ...['::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::'],
  ],
  private: [
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ...['fc00::1', 'fdff::1', 'fec0::1', '::ffff:10.0.0.1', '::ffff:0:10.0.0.1', '::ffff:0:0a00:1'],
    ...['::ffff:0:93.184.216.34', '64:ff9b::c0a8:1'],
  ],
  shared: ['100.64.0.1', '100.127.255.255', '::ffff:100.64.0.1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0', '::ffff:169.254.169.254', '168.63.129.16'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
  reserved: [
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
    ...['2001::1', '2001:db8::1', '64:ff9b:1::1', '100::1'],
  ],
};

const table = Object.entries(KINDS).flatMap(([kind, addresses]) =>
  addresses.map((address) => [address, kind as AddressKind] as const),
);

it.each(table)('%s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});

it('deliveries go only to public addresses', () => {
  for (const [address, kind] of table) {
    expect(refusalOf(address, { allowPrivate: false }) === undefined, address).toBe(kind === 'public');
  }
});

it('deliveries go to every address that can have a listener, with the option', () => {
  for (const [address, kind] of table) {
    const refused = kind === 'multicast' || kind === 'unspecified' || kind === 'reserved';
    expect(refusalOf(address, { allowPrivate: true }) !== undefined, address).toBe(refused);
  }
});

it('a refusal names the address and its kind', () => {
  expect(refusalOf('169.254.169.254', { allowPrivate: false })).toBe(
    '169.254.169.254 is a link-local address; deliveries are sent only to public addresses',
  );
});
