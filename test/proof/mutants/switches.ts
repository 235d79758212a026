/** Which mutant is on, and which of them the test that is running has come to. Every source with mutants in it asks here. */
import { assignment } from './assignment.ts';

// One that is made while a module is loaded has to be on before that.
let on = assignment?.hunts?.length === 1 ? assignment.hunts[0]!.id : undefined;
export const reached = new Set<number>();

export function switchOn(id: number | undefined): void {
  on = id;
}

(globalThis as { gitcastMutant?: (id: number) => boolean }).gitcastMutant = (id) => {
  reached.add(id);
  return on === id;
};
