import type { Document, Positions } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import { digest } from '../values/digest.ts';
import { oncePer } from '../values/once-per.ts';

/**
 * Two documents with one digest were read from files with the same names and texts. So everything that is derived from
 * them with the same settings is equal, including the places that diagnostics name.
 */
export const documentDigest = oncePer((document: Document): string => {
  const files = (each: readonly { readonly source: Positions }[]): string =>
    each.map(({ source: { file, text } }) => `\0${file}\0${text.length}\0${text}`).join('');
  const translations = document.translations.flatMap(layersOf);
  return digest(`${document.address}${files(layersOf(document))}\0translations${files(translations)}`);
});
