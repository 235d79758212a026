import type { DeclaredCode } from './entry.ts';

/** Problems of a source that is imported. */
export const importCodes = {
  'import-value': {
    title: 'An entry of an imported source cannot be read',
    why: 'A value that is guessed would be published as if somebody had written it. The other entries are imported.',
    fix: 'Correct the entry in the source and import again, or write the document by hand.',
  },
} satisfies Record<string, DeclaredCode>;
