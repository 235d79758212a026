import { oncePer } from '../values/once-per.ts';
import type { Entity } from './broadcast.ts';

/** A value derived from one document alone, computed once per document: most are unchanged after a save. */
export const perEntity = <T>(work: (entity: Entity) => T): ((entity: Entity) => T) => oncePer(work);
