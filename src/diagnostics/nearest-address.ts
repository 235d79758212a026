import { nearest } from './nearest.ts';

/** The address that was most likely meant. Also accepts the path of its file. */
export function nearestAddress(word: string, addresses: Iterable<string>): string | undefined {
  const known = [...addresses];
  const path = word.replace(/\.(?:ya?ml|md)$/i, '');
  return known.find((address) => path === address || path.endsWith(`/${address}`)) ?? nearest(word, known);
}
