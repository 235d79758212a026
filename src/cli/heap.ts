import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets the memory for young objects grow with what survives in it, to 128 MB on a large machine, and lets garbage gather
 * until the heap is several times what is in use: good for a server that has the machine to itself. A sync of ten thousand
 * documents keeps less than half of that alive, and runs beside other things in CI. So the young generation stays as large
 * as loading the program has made it, and garbage is collected before it is as much as what is in use.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=60');
}
