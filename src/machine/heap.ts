/**
 * V8 lets the memory for young objects grow with what survives in it, to 128 MB on a large machine, and lets garbage
 * accumulate until the heap is several times what is in use: good for a server that has the machine to itself. A sync of ten
 * thousand documents keeps less than half of that alive, and runs beside other things in CI. So the young generation keeps
 * the size it has once the program is loaded, and garbage is collected before it takes as much memory as what is in use.
 */
export function keepHeapSmall({ growth = 60 }: { readonly growth?: number } = {}): void {
  // An import would load the module for every command, which takes three milliseconds.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/** Large enough that collecting young objects takes a few percent of a build, which makes gigabytes of them. */
const FOR_PAGES = 8 * 1024 * 1024;
/** Objects of about this many bytes together. */
const SOME = { count: 1000, bytes: 20_000 };

/**
 * For processes that build thousands of pages. They make so many short-lived strings that the young generation of a
 * program just loaded, a megabyte, would be collected too often. V8 sets no size at run time, but grows it when objects
 * survive, so a few are kept alive until it has the size that it should keep.
 */
export function keepHeapSmallForPages(): void {
  const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
  const size = (): number =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? FOR_PAGES;
  const survivors: object[] = [];
  // Without the bound, a Node.js that was started with a smaller maximum would never get there.
  const most = (FOR_PAGES * 4) / SOME.bytes;
  for (let round = 0; size() < FOR_PAGES && round < most; round++) {
    survivors.push(Array.from({ length: SOME.count }, (_, index) => ({ index })));
  }
  // Once the content is read, little more is kept: garbage of the old generation can be collected early at little cost.
  keepHeapSmall({ growth: GROWTH.together });
  isLimited = true;
}

/** In percent of what is in use. */
const GROWTH = { together: 30, alone: 100 } as const;
let isLimited = false;

/**
 * A process that renders few pages without helpers may use the memory that these would need: collecting garbage less often
 * saves a tenth of its time. Changes nothing in a process whose heap is not limited, such as one that uses the library.
 */
export function growHeapFor(work: keyof typeof GROWTH): void {
  if (isLimited) keepHeapSmall({ growth: GROWTH[work] });
}
