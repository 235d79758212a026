/**
 * V8 lets the memory for young objects grow with what survives in it, to 128 MB on a large machine, and lets garbage
 * accumulate until the heap is several times what is in use: good for a server that has the machine to itself. A sync of ten
 * thousand documents keeps less than half of that alive, and runs beside other things in CI. So the young generation keeps
 * one size, and garbage is collected before it takes as much memory as what is in use.
 */
export function keepHeapSmall(): void {
  growYoungGenerationOnce();
  setFlag('--semi-space-growth-factor=1');
  collectAt('usual');
}

/** For builds: once the content is read, little more is kept, and old garbage can be collected early at little cost. */
export function keepHeapSmallForPages(): void {
  keepHeapSmall();
  collectAt('together');
  isForPages = true;
}

/**
 * A process that renders few pages without helpers may use the memory that these would need: collecting garbage less often
 * saves a tenth of its time. Changes nothing in a process whose heap is not limited, such as one that uses the library.
 */
export function growHeapFor(work: 'alone' | 'together'): void {
  if (isForPages) collectAt(work);
}

let isForPages = false;
let isYoungGenerationGrown = false;

/** In percent of what is in use. */
const GROWTH = { usual: 60, together: 30, alone: 100 } as const;

const collectAt = (growth: keyof typeof GROWTH): void => setFlag(`--heap-growing-percent=${GROWTH[growth]}`);

/** An import would load the module for every command, which takes three milliseconds. */
const setFlag = (flag: string): void => process.getBuiltinModule('node:v8').setFlagsFromString(flag);

/** Large enough that collecting young objects takes a few percent of a build, which makes gigabytes of them. */
const YOUNG = 8 * 1024 * 1024;
const SOME = { lists: 16, length: 8000 };
const MOST_ROUNDS = 64;

/**
 * That of a program just loaded is a megabyte, and would be collected too often. V8 sets no size at run time, but grows it
 * when objects survive, so a few large ones are kept alive until it has the size that it should keep.
 */
function growYoungGenerationOnce(): void {
  if (isYoungGenerationGrown) return;
  isYoungGenerationGrown = true;
  const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
  const size = (): number =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? YOUNG;
  const list = Array.from({ length: SOME.length }, () => 0);
  const survivors: object[] = [];
  // Without the bound, a Node.js that was started with a smaller maximum would never get there.
  for (let round = 0; size() < YOUNG && round < MOST_ROUNDS; round++) {
    for (let copies = 0; copies < SOME.lists; copies++) survivors.push(list.slice());
  }
}
