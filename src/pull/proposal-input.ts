import type { Address } from '../content/document.ts';
import type { PlanInput } from '../plan/context.ts';
import type { Change } from '../plan/plan.ts';
import type { Environment } from './environment.ts';
import type { Sides } from './sides.ts';

/** The input of proposals. */
export interface Proposing {
  readonly input: PlanInput;
  readonly sides: Sides;
  /** What the differ left open: drift and conflicts. */
  readonly open: readonly Change[];
  /** Fields to add to files that do not have them, by address. */
  readonly unmanaged: ReadonlyMap<Address, readonly string[]>;
  readonly theirs: boolean;
  readonly marks: boolean;
  /** The Markdown bodies of the last sync. */
  readonly ancestors: ReadonlyMap<Address, string>;
  /** The path of a document's file in the content folder. */
  readonly fileOf: (source: { readonly file: string }) => string;
  readonly environment: Environment;
}
