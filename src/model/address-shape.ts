/** The addresses that a file can have. Others in a state or a plan would become paths outside their folders. */
import { place } from '../content/placement.ts';
import type { Kind } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import { shape } from '../values/shape.ts';

export const addressShape = shape<string>(
  'the address of a document',
  (value) => typeof value === 'string' && declarationAt(value) !== undefined,
);

export const isAddressOf = (address: string, kind: KindName): boolean => declarationAt(address)?.name === kind;

/** The kind of the documents with such an address. */
export function declarationAt(address: string, kinds?: readonly Kind[]): Kind | undefined {
  const placed = place(`${address}.yaml`, kinds);
  return placed.type === 'document' ? placed.declaration : undefined;
}
