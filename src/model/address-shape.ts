/** The addresses that a file can have. Others in a state or a plan would become paths outside their folders. */
import { place } from '../content/placement.ts';
import type { KindName } from '../kinds/registry.ts';
import { shape } from '../values/shape.ts';

export const addressShape = shape<string>(
  'the address of a document',
  (value) => typeof value === 'string' && kindAt(value) !== undefined,
);

export const isAddressOf = (address: string, kind: KindName): boolean => kindAt(address) === kind;

function kindAt(address: string): KindName | undefined {
  const placed = place(`${address}.yaml`);
  return placed.type === 'document' ? placed.kind : undefined;
}
