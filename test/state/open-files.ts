import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** How many more files than before are open afterwards, about: others may open one meanwhile. */
export async function openedBy(act: () => void | Promise<void>): Promise<number> {
  const before = nextDescriptor();
  await act();
  return nextDescriptor() - before;
}

/** Systems give the lowest number that is free. */
function nextDescriptor(): number {
  const descriptor = openSync(devNull, 'r');
  closeSync(descriptor);
  return descriptor;
}
