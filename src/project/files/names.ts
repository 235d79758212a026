import { join } from 'node:path';
import { diskFiles } from '../../content/files.ts';
import { place } from '../../content/placement.ts';
import { defineCall } from '../calls/call.ts';
import { configOf } from '../../repository/load-config.ts';

/** The names that a person may type. */
export interface ProjectNames {
  /** The names of the targets. */
  readonly targets: readonly string[];
  /** The addresses of the documents. */
  readonly addresses: readonly string[];
}

/** Reads only the names of the files, so it is fast, and an error in a file does not matter. */
export const projectNames = defineCall({}, (outside): ProjectNames => {
  const { root, content, targets } = configOf(outside);
  const placed = diskFiles(join(root, content))
    .entries()
    .map(({ path }) => place(path));
  const addresses = placed.flatMap((each) => (each.type === 'document' ? [each.address] : []));
  return { targets: Object.keys(targets), addresses: [...new Set(addresses)].sort() };
});
