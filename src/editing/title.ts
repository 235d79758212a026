/** The words that people know a document by. */
import type { Document } from '../content/document.ts';
import { fileSchema, isPlainText } from '../kinds/file-form.ts';
import type { Kind } from '../kinds/kind.ts';
import { oncePer } from '../values/once-per.ts';

/** The field that has them. Not every kind has one. */
export const titleField = oncePer((kind: Kind): string | undefined => {
  const { properties = {} } = fileSchema(kind);
  const candidates = [...(kind.page ? [kind.page.title] : []), 'title', 'name', ...kind.naturalKey.flat()];
  return candidates.find((name) => isPlainText(properties[name] ?? {}));
});

type Titled = Pick<Document, 'data' | 'declaration' | 'address'>;

/** The address of a document without a title. */
export function titleOf({ data, declaration, address }: Titled): string {
  const title = data[titleField(declaration) ?? ''];
  return typeof title === 'string' && title !== '' ? title : address;
}
