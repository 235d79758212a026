import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** How many more files are open afterwards, approximately: others may open one in the meantime. */
export async function openedBy(act: () => void | Promise<void>): Promise<number> {
  const before = nextDescriptor();
  await act();
  return nextDescriptor() - before;
}

/** Systems assign the lowest free number. */
function nextDescriptor(): number {
  const descriptor = openSync(devNull, 'r');
  closeSync(descriptor);
  return descriptor;
}
