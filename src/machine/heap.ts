/**
 * V8 lets the memory for young objects grow with what survives in it, to 128 MB on a large machine, and lets garbage
 * accumulate until the heap is several times what is in use: good for a server that has the machine to itself. So the young
 * generation keeps one size, and garbage is collected before it takes much more memory than what is in use. This is once for
 * the process: a young generation that was limited before does not grow again.
 */
export function limitHeap(use: HeapUse): void {
  const { young, growth } = LIMITS[use];
  growYoungGeneration(young * 1024 * 1024);
  setFlag('--semi-space-growth-factor=1');
  setFlag(`--heap-growing-percent=${growth}`);
}

/**
 * A preview runs beside an editor and a browser for hours. A command ends: a build makes gigabytes of garbage, and a sync of
 * ten thousand documents one, and to collect it less often saves a tenth of their time.
 */
export type HeapUse = 'preview' | 'command';

interface Limits {
  /** The size of the young generation in megabytes. */
  readonly young: number;
  /** Garbage is collected when the heap has grown by so many percent of what is in use. */
  readonly growth: number;
}

const LIMITS: Readonly<Record<HeapUse, Limits>> = {
  preview: { young: 8, growth: 60 },
  command: { young: 16, growth: 150 },
};

/** An import would load the module for every command, which takes three milliseconds. */
const setFlag = (flag: string): void => process.getBuiltinModule('node:v8').setFlagsFromString(flag);

const SOME = { lists: 16, length: 8000 };
const MOST_ROUNDS = 32;

/**
 * That of a program just loaded is a megabyte, and would be collected too often. V8 sets no size at run time, but grows it
 * when objects survive, so a few large ones are kept alive until it has the size that it should keep.
 */
function growYoungGeneration(wanted: number): void {
  const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
  const size = (): number =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? wanted;
  const list = Array.from({ length: SOME.length }, () => 0);
  const survivors: object[] = [];
  // Without the bound, a Node.js that was started with a smaller maximum would never get there.
  for (let round = 0; size() < wanted && round < MOST_ROUNDS; round++) {
    for (let copies = 0; copies < SOME.lists; copies++) survivors.push(list.slice());
  }
}
