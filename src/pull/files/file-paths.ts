/**
 * Files are named by their path from the content folder, and those of a target's own folder, which is beside it, as
 * `../content.staging/…`: whoever joins it to the content folder has the file.
 */
import { posix } from 'node:path';

/** As people and diagnostics call it: `prefix` is what the content folder's files begin with. */
export const shownFile = (prefix: string, file: string): string => posix.normalize(prefix + file);

export const fileBelow = (prefix: string, shown: string): string => posix.relative(prefix, shown);
