import type { Kind } from './kind.ts';
import type { Operation } from './operation.ts';

/** `documented`: only operations that the interface shows. `extended`: the conventional ones too. */
export type Profile = 'documented' | 'extended';
export const PROFILES: readonly Profile[] = ['documented', 'extended'];

export const operationsIn = (kind: Kind, profile: Profile): readonly Operation[] =>
  kind.operations.filter((operation) => operation.documented || profile === 'extended');
