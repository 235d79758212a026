/** The addresses by which other machines on the same network reach this one. */
import { networkInterfaces } from 'node:os';

const WILDCARDS = ['0.0.0.0', '::'];

/** It stands for every address of this machine. */
export const isWildcard = (address: string): boolean => WILDCARDS.includes(address);

interface NetworkAddress {
  readonly name: string;
  readonly address: string;
}

const all = (): readonly NetworkAddress[] =>
  Object.entries(networkInterfaces()).flatMap(([name, found = []]) =>
    found.filter(({ internal }) => !internal).map(({ address }) => ({ name, address })),
  );

/** They change when a laptop joins another network. */
export const networkAddresses = (): readonly string[] => all().map(({ address }) => address);

/** Bridges to containers, virtual machines and private networks, which a phone is not in. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|zt|tailscale|vEthernet)/i;

/** The one that a phone most likely reaches. */
export function likelyAddress(): string | undefined {
  const plain = all().filter(({ address }) => !address.includes(':'));
  return (plain.find(({ name }) => !VIRTUAL.test(name)) ?? plain[0] ?? all()[0])?.address;
}

/** As a URL and the header `Host` have it. */
export const hostOf = (address: string, port: number): string =>
  `${address.includes(':') ? `[${address}]` : address}${port === 80 ? '' : `:${port}`}`;
