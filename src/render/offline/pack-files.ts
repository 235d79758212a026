/** The files of a pack, as they are written and remembered. */
import * as is from '../../values/shape.ts';
import { packTexts, type Grain } from './pack.ts';

export interface PackFiles {
  /** Each with the name of its group. Pairs, because an object would sort names that are numbers. */
  readonly groups: readonly (readonly [name: string, text: string])[];
  readonly recipes: readonly string[];
}

export const packFilesShape: is.Shape<PackFiles> = is.objectOf<PackFiles>({
  groups: is.listOf(
    is.shape('a name and a text', (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText)),
  ),
  recipes: is.listOf(is.text),
});

const isText = (value: unknown): boolean => typeof value === 'string';

export function packFiles(paths: readonly string[], grain: Grain, read: (path: string) => string): PackFiles {
  // Read when it is packed: all texts together may be larger than the memory.
  const texts = paths.map((path) => ({
    path,
    get text() {
      return read(path);
    },
  }));
  const { groups, recipes } = packTexts(texts, grain);
  return { groups: [...groups].map(([name, blocks]) => [name, written(blocks)]), recipes: recipes.map(written) };
}

const written = (value: object): string => `${JSON.stringify(value)}\n`;
