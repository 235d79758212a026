import type { Icon } from '../../kinds/shapes/tile.ts';
import type { Text } from '../text/localise.ts';
import type { Scope } from '../scope.ts';

export interface CategoryView {
  /** A name for scripts and class names: letters, digits and hyphens. */
  readonly key: string;
  readonly title: Text;
  readonly colour?: string;
  readonly icon?: Icon;
}

/** `name` is the address of a category document, or the category of an event as plain text. */
export function categoryView(name: string, scope: Scope): CategoryView {
  const entity = scope.site.find('category', name);
  const key = categoryKey(name);
  if (!entity) return { key, title: { text: name } };
  const { color, icon } = entity.fields;
  return {
    key,
    title: scope.localised(entity).text('title') ?? { text: name },
    ...(color && { colour: color }),
    ...(icon && { icon }),
  };
}

/** Letters of other alphabets become numbers, so that their categories stay apart. */
export const categoryKey = (name: string): string =>
  name
    .replace(/^categories\//, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(
      /[^A-Za-z0-9]+/g,
      (signs) => `${[...signs].map((sign) => (sign < '\u0080' ? '-' : `-${codeOf(sign)}-`)).join('')}`,
    )
    .replace(/-+/g, '-');

const codeOf = (sign: string): string => sign.codePointAt(0)!.toString(16);
