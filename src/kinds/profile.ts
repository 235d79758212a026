import type { Kind } from './kind.ts';
import type { Operation } from './operation.ts';

/** `documented`: only what the interface shows. `extended`: the conventional operations beside it as well. */
export type Profile = 'documented' | 'extended';
export const PROFILES: readonly Profile[] = ['documented', 'extended'];

export const operationsIn = (kind: Kind, profile: Profile): readonly Operation[] =>
  kind.operations.filter((operation) => operation.documented || profile === 'extended');
