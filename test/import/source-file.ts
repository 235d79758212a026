/** Sources in memory, as the import hands them to a reader. */
import type { Source, SourceFile } from '../../src/import/source.ts';

export const sourceFile = (path: string, text: string): SourceFile => ({
  path,
  shown: path,
  size: Buffer.byteLength(text),
  bytes: () => Buffer.from(text),
  text: () => text,
});

export const sourceOf = (path: string, text: string): Source => ({
  name: path,
  isFolder: false,
  files: [sourceFile(path, text)],
});
