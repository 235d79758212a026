/** The documents that point at another one, or have links to it. */
import type { Document } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import { mentionsIn, type Mention } from '../model/mentions.ts';
import { titleOfDocument } from './document-list.ts';

export interface PointingDocument {
  readonly address: string;
  readonly title: string;
  /** Only texts link to it: they can stay, and lead nowhere. */
  readonly isOnlyLinked: boolean;
}

/** `pagePath`: that of its page, by which texts may link to it too. */
export function pointingAt(
  document: Document,
  documents: ReadonlyMap<string, Document>,
  pagePath: string | undefined,
): readonly PointingDocument[] {
  const { address, slug } = document;
  const isIt = ({ to }: Mention): boolean => {
    if (to.type === 'document') return to.address === address;
    if (to.type === 'media') return to.name.replace(/\.[^./]+$/, '') === address;
    return pagePath !== undefined && to.path.replace(/\/?$/, '/') === pagePath;
  };
  const isDocument = (each: string): boolean => documents.has(each);
  return [...documents.values()].flatMap((other): readonly PointingDocument[] => {
    if (other.address === address) return [];
    const files = [...layersOf(other), ...other.translations.flatMap((each) => layersOf(each))];
    const mentions = files
      // Reading all texts of a large site takes a second.
      .filter(({ source }) => source.text.includes(slug))
      .flatMap((file) => mentionsIn({ ...other, ...file }, isDocument))
      .filter(isIt);
    if (mentions.length === 0) return [];
    const isOnlyLinked = mentions.every(({ use }) => use === 'link');
    return [{ address: other.address, title: titleOfDocument(other), isOnlyLinked }];
  });
}
