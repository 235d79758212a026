/** Any JSON file, by a mapping: rows are elements that a JSON Pointer finds, sources are pointers below them. */
import { readJsonText } from './json-text.ts';
import { mappedKinds, readMapped } from './mapped/read-mapped.ts';
import { startOf, type Reader } from './source.ts';

export const json: Reader = {
  name: 'json',
  title: 'Any other JSON',
  kinds: mappedKinds,
  isFor: ({ files }) =>
    files.length > 0 &&
    files.every(({ path }) => /\.json$/i.test(path) || !/\.\w{1,8}$/.test(path)) &&
    files.every((file) => /^\uFEFF?\s*[[{]/.test(startOf(file))),
  read: async ({ files }, options) =>
    readMapped(
      files.map((file) => ({ ...readJsonText(file), path: file.path, shown: file.shown })),
      options,
    ),
};
