/** Any JSON file, by a mapping: rows are elements that a JSON Pointer finds, sources are pointers below them. */
import { UserError } from '../diagnostics/errors.ts';
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
  read: async ({ name, files }, options) => {
    if (!options.mapping)
      throw new UserError(`${name} is JSON of an unknown form`, {
        suggestion: 'write a mapping and pass it with --map FILE',
      });
    return readMapped(
      files.map((file) => ({ ...readJsonText(file), path: file.path, shown: file.shown })),
      options,
    );
  },
};
