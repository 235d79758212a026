/**
 * Files are named by their path from the content folder. Files in a target's own folder, which is next to it, are named
 * `../content.staging/…`: joined to the content folder, this is the path of the file.
 */
import { posix } from 'node:path';

/** The name for people and diagnostics. `prefix` comes before the names of the content folder's files. */
export const shownFile = (prefix: string, file: string): string => posix.normalize(prefix + file);

export const fileBelow = (prefix: string, shown: string): string => posix.relative(prefix, shown);
